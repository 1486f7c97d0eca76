// Takes the time when each fix arrives at a program's own code. gpsd-latency.py starts it; with `inline`
// the code runs on the thread that reads gpsd.
//
// When gpsd ends it prints a line for each fix: CLOCK_MONOTONIC's nanoseconds, and the fix's time in
// nanoseconds since 1970. Not earlier, because to print is no part of what is measured.

import GPSDLocation
import Glibc
import LocationCore

let arguments = CommandLine.arguments
guard arguments.count >= 2, let port = UInt16(arguments[1]) else {
  print("usage: gpsd-callback PORT [inline]")
  exit(64)
}
let isInline = arguments.dropFirst(2) == ["inline"]

let provider = GPSDProvider(host: "127.0.0.1", port: port, retry: nil)
let service = UserLocationService(provider: provider)
let work = Task(executorPreference: isInline ? InlineExecutor() : nil) {
  var arrivals: [(instant: timespec, fix: Date)] = []
  arrivals.reserveCapacity(100_000)
  do {
    for try await fix in service.locationUpdates() {
      var instant = timespec()
      clock_gettime(CLOCK_MONOTONIC, &instant)
      if let time = fix.timestamp { arrivals.append((instant, time)) }
    }
  } catch {
    for (instant, time) in arrivals {
      let milliseconds = Int((time.timeIntervalSince1970 * 1000).rounded())
      print(instant.tv_sec * 1_000_000_000 + instant.tv_nsec, milliseconds * 1_000_000)
    }
  }
}
await work.value
