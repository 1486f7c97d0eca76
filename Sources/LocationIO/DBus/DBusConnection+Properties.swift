extension DBusConnection {
  /// All properties of the object's interface.
  package func properties(
    of object: DBusObject, timeout: Duration
  ) throws(DBusError) -> [String: DBusValue] {
    let answer = try call(
      properties(object), "GetAll", [.string(object.interface)], timeout: timeout)
    guard let named = answer.first?.namedValues else {
      throw .invalid("the properties of \(object.path) are no dictionary")
    }
    return named
  }

  /// Sets a property of the object's interface.
  package func set(
    _ property: String, to value: DBusValue, of object: DBusObject, timeout: Duration
  ) throws(DBusError) {
    try call(
      properties(object), "Set", [.string(object.interface), .string(property), .variant(value)],
      timeout: timeout)
  }

  /// Whether a service runs now. The bus does not start it.
  package func isRunning(_ service: String, timeout: Duration) throws(DBusError) -> Bool {
    try call(.bus, "NameHasOwner", [.string(service)], timeout: timeout).first?.boolean == true
  }

  private func properties(_ object: DBusObject) -> DBusObject {
    DBusObject(
      service: object.service, path: object.path, interface: DBusObject.propertiesInterface)
  }
}

extension DBusConnection {
  /// Connects to a bus on a thread of its own, and runs `work` there.
  ///
  /// When the caller's task is canceled, every wait in `work` ends with `.cancelled`.
  package static func run<Value: Sendable>(
    on address: Address = .system,
    _ work: @escaping @Sendable (DBusConnection) throws(DBusError) -> Value
  ) async throws(DBusError) -> Value {
    let wake: WakeChannel
    do throws(SystemError) {
      wake = try WakeChannel()
    } catch {
      throw .noBus(error)
    }
    return try await DedicatedThread.run {
      Result { () throws(DBusError) in try work(DBusConnection(to: address, wake: wake)) }
    } onCancel: {
      wake.signal()
    } withoutThread: { error in
      .failure(.noBus(error))
    }
    .get()
  }
}
