-- Each request asks for another call.
dofile(os.getenv("REPORT"))
local ids = {}
for id in io.lines(os.getenv("IDS")) do
  ids[#ids + 1] = id
end

local thread = 0
function setup(one)
  thread = thread + 1
  one:set("number", thread)
end

function init()
  math.randomseed(number)
end

function request()
  return wrk.format("GET", "/api/v1/calls/" .. ids[math.random(#ids)], { ["x-api-key"] = os.getenv("KEY") })
end
