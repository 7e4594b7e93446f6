-- Each request submits another recording, of one of 20 agents and 200 contacts.
dofile(os.getenv("REPORT"))
local thread = 0
function setup(one)
  thread = thread + 1
  one:set("number", thread)
end

local count = 0
function request()
  count = count + 1
  local body = string.format(
    '{"recording_id":"%s-%d-%d","recording_url":"https://recordings.example/call.mp3","duration_seconds":90,'
      .. '"ai_category":"sales","external_user_id":"agent-%d","user_name":"David Miller",'
      .. '"user_email":"agent-%d@acme.example","external_contact_id":"contact-%d","contact_name":"Susan Parker",'
      .. '"incoming":false}',
    os.getenv("ROUND"), number, count, count % 20, count % 20, count % 200
  )
  return wrk.format("POST", "/api/v1/calls", { ["content-type"] = "application/json", ["x-api-key"] = os.getenv("KEY") }, body)
end
