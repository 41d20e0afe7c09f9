-- The requests of `wrk` in tests/load/http/wrk.ts: each thread has one connection and is one player, with a new key for every request.
-- Arguments: the folder with a file of headers for each player, the number of the run, and the body.
-- Counts in the main state only; each thread has a global `place` of its own.
local threads = 0

function setup(thread)
  thread:set("place", threads)
  threads = threads + 1
end

function init(args)
  local file = assert(io.open(args[1] .. "/" .. place, "r"))
  head = file:read("*a")
  file:close()
  run = tonumber(args[2])
  tail = "\r\n\r\n" .. args[3]
  count = 0
end

function request()
  count = count + 1
  return head .. string.format("%08x-%04x-4000-8000-%012x", run, place, count) .. tail
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format('{"done":%d,"microseconds":%d,"p50":%d,"p99":%d,"failed":%d}\n', summary.requests, summary.duration,
    latency:percentile(50), latency:percentile(99),
    errors.connect + errors.read + errors.write + errors.status + errors.timeout))
end
