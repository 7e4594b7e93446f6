-- The first page of 50 calls.
dofile(os.getenv("REPORT"))
function request()
  return wrk.format("GET", "/api/v1/calls?limit=50", { ["x-api-key"] = os.getenv("KEY") })
end
