// Says when each fix arrived at a program's own code: a line with CLOCK_MONOTONIC's nanoseconds, taken
// first, and the fix's time, in nanoseconds since 1970. gpsd-latency.py starts it; with `inline` the
// code runs on the thread that reads gpsd.

import GPSDLocation
import Glibc
import LocationCore

let arguments = CommandLine.arguments
guard arguments.count >= 2, let port = UInt16(arguments[1]) else {
  print("usage: gpsd-callback PORT [inline]")
  exit(64)
}
let isInline = arguments.dropFirst(2) == ["inline"]

let service = UserLocationService(provider: GPSDProvider(host: "127.0.0.1", port: port))
let work = Task(executorPreference: isInline ? InlineExecutor() : nil) {
  for try await fix in service.locationUpdates() {
    var instant = timespec()
    clock_gettime(CLOCK_MONOTONIC, &instant)
    guard let time = fix.timestamp else { continue }
    let arrival = instant.tv_sec * 1_000_000_000 + instant.tv_nsec
    print(arrival, Int((time.timeIntervalSince1970 * 1000).rounded()) * 1_000_000)
    fflush(nil)
  }
}
try await work.value
