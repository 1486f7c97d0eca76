import LocationCore
import LocationIO
import TestSupport
import TestTurns
import Testing

@Suite(.inTurn, .enabled(if: PrivateBus.isInstalled, "\(PrivateBus.advice)"))
struct DBusConnectionTests {
  private static let limit = Duration.seconds(10)
  private static let echo = DBusObject(
    service: "com.example.Echo", path: "/com/example/Echo", interface: "com.example.Echo")

  private static func error<Value>(
    _ work: () async throws(DBusError) -> Value
  ) async -> DBusError? {
    do {
      _ = try await work()
      return nil
    } catch {
      return error
    }
  }

  // MARK: Calls

  @Test func aCallReturnsTheAnswersValues() async throws {
    let bus = try await PrivateBus.start()
    let names = try await bus.use { bus throws(DBusError) in
      try bus.call(.bus, "ListNames", timeout: Self.limit)
    }
    #expect(names.first?.elements?.contains(.string("org.freedesktop.DBus")) == true)
  }

  @Test func anErrorKeepsItsNameAndText() async throws {
    let bus = try await PrivateBus.start()
    let error = await Self.error { () throws(DBusError) in
      try await bus.use { bus throws(DBusError) in
        try bus.call(.bus, "GetNameOwner", [.string("com.example.Missing")], timeout: Self.limit)
      }
    }
    guard case .refused(let name, let message)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(name == "org.freedesktop.DBus.Error.NameHasNoOwner")
    #expect(message.contains("com.example.Missing"))
    #expect(error?.isServiceMissing == true)
  }

  @Test func aMissingServiceIsAnError() async throws {
    let bus = try await PrivateBus.start()
    let error = await Self.error { () throws(DBusError) in
      try await bus.use { bus throws(DBusError) in
        try bus.call(Self.echo, "Echo", timeout: Self.limit)
      }
    }
    #expect(error?.isServiceMissing == true)
    #expect(error?.isAccessDenied == false)
  }

  @Test func aServiceThatDoesNotAnswerIsAnErrorAfterTheTimeout() async throws {
    let bus = try await PrivateBus.start()
    let error = await Self.error { () throws(DBusError) in
      try await bus.use { bus throws(DBusError) in
        // This connection owns the name and never looks at the call.
        try bus.call(
          .bus, "RequestName", [.string(Self.echo.service), .uint32(0)], timeout: Self.limit)
        try bus.call(Self.echo, "Echo", timeout: .milliseconds(50))
      }
    }
    #expect(error == .noAnswer(member: "Echo", after: .milliseconds(50)))
  }

  @Test func aCallAfterALateAnswerGetsItsOwnAnswer() async throws {
    let bus = try await PrivateBus.start()
    let isRunning = try await bus.use { bus throws(DBusError) in
      // The answer to this call arrives during the next one.
      _ = try? bus.call(.bus, "ListNames", timeout: .zero)
      return try bus.isRunning("org.freedesktop.DBus", timeout: Self.limit)
    }
    #expect(isRunning)
  }

  @Test(arguments: [
    ("no/path", "com.example.Echo", "Echo"), ("/path", "no interface", "Echo"),
    ("/path", "com.example.Echo", "no member"),
  ])
  func anInvalidNameIsAnError(path: String, interface: String, member: String) async throws {
    let bus = try await PrivateBus.start()
    let error = await Self.error { () throws(DBusError) in
      try await bus.use { bus throws(DBusError) in
        let object = DBusObject(service: "com.example.Echo", path: path, interface: interface)
        try bus.call(object, member, timeout: Self.limit)
      }
    }
    guard case .invalid? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test(arguments: [DBusValue.objectPath("no path"), .signature("no type"), .string("a\0b")])
  func anInvalidValueIsAnError(value: DBusValue) async throws {
    let bus = try await PrivateBus.start()
    let error = await Self.error { () throws(DBusError) in
      try await bus.use { bus throws(DBusError) in
        try bus.call(.bus, "NameHasOwner", [value], timeout: Self.limit)
      }
    }
    guard case .invalid? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  // MARK: The end of a connection

  @Test func aMissingBusIsAnError() async throws {
    let error = await Self.error { () throws(DBusError) in
      try await DBusConnection.run(on: .other("unix:path=/nonexistent/bus")) {
        bus throws(DBusError) in try bus.call(.bus, "ListNames", timeout: Self.limit)
      }
    }
    guard case .noBus(let cause)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(cause.clause == "no such file or directory")
  }

  @Test func aBusThatDiesEndsTheWait() async throws {
    let bus = try await PrivateBus.start()
    let isWaiting = Moment()
    async let error = Self.error { () throws(DBusError) in
      try await bus.use { connection throws(DBusError) in
        try connection.call(.bus, "ListNames", timeout: Self.limit)
        isWaiting.come()
        while true { _ = try connection.nextSignal() }
      }
    }
    await isWaiting.hasCome()
    bus.kill()
    #expect(await error == .disconnected)
  }

  @Test func cancellationEndsTheWaitForAnAnswer() async throws {
    let bus = try await PrivateBus.start()
    let isWaiting = Moment()
    let task = Task {
      await Self.error { () throws(DBusError) in
        try await bus.use { bus throws(DBusError) in
          try bus.call(
            .bus, "RequestName", [.string(Self.echo.service), .uint32(0)], timeout: Self.limit)
          isWaiting.come()
          try bus.call(Self.echo, "Echo", timeout: .seconds(3600))
        }
      }
    }
    await isWaiting.hasCome()
    task.cancel()
    #expect(await task.value == .cancelled)
  }

  @Test func aConnectionLeavesTheBusWhenItsWorkIsDone() async throws {
    let bus = try await PrivateBus.start()
    let name = "com.example.Leaving"
    try await bus.use { bus throws(DBusError) in
      try bus.call(.bus, "RequestName", [.string(name), .uint32(0)], timeout: Self.limit)
      #expect(try bus.isRunning(name, timeout: Self.limit))
    }
    try await bus.use { bus throws(DBusError) in
      try bus.match(DBusObject.ownerChanges(of: name), timeout: Self.limit)
      while try bus.isRunning(name, timeout: Self.limit) {
        _ = try bus.nextSignal(until: Deadline(after: Self.limit))
      }
    }
  }

  // MARK: Signals

  @Test func theStartAndTheEndOfAServiceAreReported() async throws {
    let bus = try await PrivateBus.start()
    let name = "com.example.Service"
    let isMatching = Moment()
    async let changes = bus.use { bus throws(DBusError) -> [DBusSignal.OwnerChange] in
      try bus.match(DBusObject.ownerChanges(of: name), timeout: Self.limit)
      isMatching.come()
      var changes: [DBusSignal.OwnerChange] = []
      while changes.count < 2, let signal = try bus.nextSignal(until: Deadline(after: Self.limit)) {
        if let change = signal.ownerChange(of: name) { changes.append(change) }
      }
      return changes
    }
    await isMatching.hasCome()
    try await bus.use { bus throws(DBusError) in
      try bus.call(.bus, "RequestName", [.string(name), .uint32(0)], timeout: Self.limit)
      try bus.call(.bus, "ReleaseName", [.string(name)], timeout: Self.limit)
    }
    let owners = try await changes.map(\.owner)
    #expect(owners.count == 2)
    #expect(owners.first??.hasPrefix(":") == true)
    #expect(owners.last == .some(nil))
  }

  @Test func aSignalDuringACallIsKept() async throws {
    let bus = try await PrivateBus.start()
    let name = "com.example.Service"
    let signal = try await bus.use { bus throws(DBusError) -> DBusSignal? in
      try bus.match(DBusObject.ownerChanges(of: name), timeout: Self.limit)
      try bus.call(.bus, "RequestName", [.string(name), .uint32(0)], timeout: Self.limit)
      // The signal came before the answer to this call.
      try bus.call(.bus, "ListNames", timeout: Self.limit)
      while let signal = try bus.nextSignal(until: Deadline(after: Self.limit)) {
        if signal.ownerChange(of: name) != nil { return signal }
      }
      return nil
    }
    #expect(signal?.sender == "org.freedesktop.DBus")
    #expect(signal?.path == "/org/freedesktop/DBus")
  }

  @Test func theWaitForASignalEndsAtItsDeadline() async throws {
    let bus = try await PrivateBus.start()
    let signal = try await bus.use { bus throws(DBusError) -> DBusSignal? in
      try bus.call(.bus, "ListNames", timeout: Self.limit)
      while let signal = try bus.nextSignal(until: Deadline(after: .milliseconds(20))) {
        guard signal.member == "NameAcquired" else { return signal }
      }
      return nil
    }
    #expect(signal == nil)
  }
}

/// A moment that one task or thread reaches and another one waits for.
private struct Moment: Sendable {
  private let moments: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  init() { (moments, continuation) = AsyncStream.makeStream() }

  func come() { continuation.finish() }
  func hasCome() async { for await _ in moments {} }
}
