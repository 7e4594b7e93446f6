-- A page of 50 calls: the first, or the one after CURSOR.
local cursor = os.getenv("CURSOR") or ""
local path = "/api/v1/calls?limit=50" .. (cursor ~= "" and "&cursor=" .. cursor or "")
dofile(os.getenv("REPORT"))
function request()
  return wrk.format("GET", path, { ["x-api-key"] = os.getenv("KEY") })
end
