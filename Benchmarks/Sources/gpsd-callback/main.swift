// Records the time at which each fix arrives in a program's own code. gpsd-latency.py starts it. With
// `observe` that code is a closure on the thread that reads gpsd, otherwise a loop in a task.
//
// At gpsd's end it prints a line for each fix: CLOCK_MONOTONIC's nanoseconds, and the fix's time in
// nanoseconds since 1970. It prints nothing earlier, because printing is not measured.

import GPSDLocation
import Glibc
import LocationCore
import Synchronization

/// The time of arrival of each fix.
final class Arrivals: Sendable {
  private let all = Mutex<[(instant: timespec, fix: Date)]>([])

  init() { all.withLock { $0.reserveCapacity(100_000) } }

  func add(_ fix: Fix) {
    var instant = timespec()
    clock_gettime(CLOCK_MONOTONIC, &instant)
    if let time = fix.timestamp { all.withLock { $0.append((instant, time)) } }
  }

  func printAll() {
    for (instant, time) in all.withLock({ $0 }) {
      let milliseconds = Int((time.timeIntervalSince1970 * 1000).rounded())
      print(instant.tv_sec * 1_000_000_000 + instant.tv_nsec, milliseconds * 1_000_000)
    }
  }
}

let arguments = CommandLine.arguments
guard arguments.count >= 2, let port = UInt16(arguments[1]) else {
  print("usage: gpsd-callback PORT [observe]")
  exit(64)
}

let provider = GPSDProvider(host: "127.0.0.1", port: port, retry: nil)
let service = UserLocationService(provider: provider)
let arrivals = Arrivals()
if arguments.dropFirst(2) == ["observe"] {
  _ = await withCheckedContinuation { continuation in
    service.observe(interests: []) { update in
      if case .fix(let fix) = update { arrivals.add(fix) }
    } onEnd: {
      continuation.resume(returning: $0)
    }
  }
} else {
  do {
    for try await fix in service.locationUpdates() { arrivals.add(fix) }
  } catch {
    // gpsd has ended.
  }
}
arrivals.printAll()
