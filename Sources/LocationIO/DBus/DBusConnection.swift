import LocationCore
import LocationPOSIX

/// A connection to a D-Bus, for one thread that waits for answers and signals.
///
/// Every wait ends at once when another thread signals the `WakeChannel`. `run` provides the thread:
///
/// ```swift
/// let devices = try await DBusConnection.run { bus throws(DBusError) in
///   try bus.call(networkManager, "GetDevices", timeout: .seconds(5))
/// }
/// ```
///
/// Nothing is called back: an answer is returned, and signals wait in a queue until the thread asks for
/// the next one.
package final class DBusConnection {
  package enum Address: Hashable, Sendable {
    /// The system's bus, or the one that the variable `DBUS_SYSTEM_BUS_ADDRESS` names.
    case system
    /// A bus at a D-Bus address: "unix:path=/run/dbus/system_bus_socket".
    case other(String)
  }

  /// More signals than a consumer has any use for. Beyond that the oldest is dropped.
  private static let signalLimit = 1024

  private let library: SDBus
  private let bus: SDBus.Bus
  private let wake: WakeChannel
  private var signals: [DBusSignal] = []

  /// Connects to a bus. Does not wait: the bus's greeting is part of the first call.
  ///
  /// - Parameter wake: a signal ends every wait with `.cancelled`.
  package init(to address: Address = .system, wake: WakeChannel) throws(DBusError) {
    do throws(SystemLibraryError) {
      library = try SDBus.shared.get()
    } catch {
      throw .library(error)
    }
    self.wake = wake
    bus = try Self.open(address, library)
  }

  deinit {
    library.close(bus)
    _ = library.unref(bus)
  }

  private static func open(_ address: Address, _ library: SDBus) throws(DBusError) -> SDBus.Bus {
    var bus: SDBus.Bus?
    var result: CInt
    switch address {
    case .system: result = library.openSystem(&bus)
    case .other(let text):
      result = library.new(&bus)
      if let bus {
        result = library.setAddress(bus, text)
        if result >= 0 { result = library.setBusClient(bus, 1) }
        if result >= 0 { result = library.start(bus) }
      }
    }
    if result >= 0, let bus { return bus }
    if let bus { _ = library.unref(bus) }
    throw .noBus(SystemError("connect", result < 0 ? -result : ENOMEM))
  }

  // MARK: Calls

  /// Calls a method and waits for its answer. The bus starts the service if it can.
  ///
  /// - Parameters:
  ///   - object: the object, and the interface that has the method.
  ///   - timeout: how long to wait.
  /// - Returns: the values of the answer.
  /// - Throws: `.refused` if the answer is an error, `.noAnswer`, `.disconnected`, `.cancelled`, and
  ///   `.invalid` for a path, a name or a value that D-Bus does not allow.
  @discardableResult
  package func call(
    _ object: DBusObject, _ member: String, _ arguments: [DBusValue] = [], timeout: Duration
  ) throws(DBusError) -> [DBusValue] {
    let deadline = Deadline(after: timeout)
    let number = try send(object, member, arguments)
    repeat {
      guard let message = try nextMessage(until: deadline) else { break }
      switch message.kind {
      case .answer where message.answeredCall == number: return try message.values()
      case .error where message.answeredCall == number:
        throw message.refusal ?? .invalid("a D-Bus error has no name")
      case .signal: keep(message.signal())
      // An answer to an earlier call that came too late, or a call to this program, which has no objects.
      default: break
      }
    } while !deadline.isPassed
    throw .noAnswer(member: member, after: timeout)
  }

  private func send(
    _ object: DBusObject, _ member: String, _ arguments: [DBusValue]
  ) throws(DBusError) -> UInt64 {
    var created: SDBus.Message?
    let result = library.newCall(
      bus, &created, object.service, object.path, object.interface, member)
    guard result >= 0, let created else {
      throw result == -ENOTCONN
        ? .disconnected
        : .invalid("\(object.path) or \(object.interface).\(member) is no D-Bus name")
    }
    let message = DBusMessage(created, of: library)
    for argument in arguments { try message.append(argument) }
    var number: UInt64 = 0
    guard library.send(bus, message.pointer, &number) >= 0 else { throw .disconnected }
    return number
  }

  // MARK: Signals

  /// Subscribes to the signals that match a rule, such as `DBusObject.signals`.
  package func match(_ rule: String, timeout: Duration) throws(DBusError) {
    try call(.bus, "AddMatch", [.string(rule)], timeout: timeout)
  }

  /// Waits for the next signal that matches a rule.
  ///
  /// The bus sends two more signals to every connection, `NameAcquired` and `NameLost`.
  ///
  /// - Returns: `nil` if the deadline passed.
  package func nextSignal(until deadline: Deadline = Deadline(after: nil)) throws(DBusError)
    -> DBusSignal?
  {
    if !signals.isEmpty { return signals.removeFirst() }
    repeat {
      guard let message = try nextMessage(until: deadline) else { return nil }
      if message.kind == .signal { return message.signal() }
    } while !deadline.isPassed
    return nil
  }

  private func keep(_ signal: DBusSignal) {
    if signals.count == Self.signalLimit { signals.removeFirst() }
    signals.append(signal)
  }

  // MARK: Waiting

  /// The next message; `nil` if the deadline passed.
  private func nextMessage(until deadline: Deadline) throws(DBusError) -> DBusMessage? {
    while true {
      var pointer: SDBus.Message?
      let result = library.process(bus, &pointer)
      guard result >= 0 else { throw .disconnected }
      if let pointer { return DBusMessage(pointer, of: library) }
      // A positive result means that there may be more to process, so the poll must not wait.
      guard try poll(until: result > 0 ? Deadline(after: .zero) : deadline) || result > 0 else {
        return nil
      }
    }
  }

  /// Waits until the connection can be processed; `false` if the deadline passed.
  private func poll(until deadline: Deadline) throws(DBusError) -> Bool {
    let (descriptor, events) = (library.descriptor(bus), library.events(bus))
    guard descriptor >= 0, events >= 0 else { throw .disconnected }
    do throws(UserLocationError) {
      return try wake.wait(for: descriptor, events: events, until: deadline) != nil
    } catch {
      throw error.code == .cancelled ? .cancelled : .disconnected
    }
  }
}
