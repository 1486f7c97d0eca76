/// A value for each of a few receivers, by their paths. For one or two receivers a search in an array
/// is faster than hashing a path.
struct DeviceTable<Value> {
  /// A gpsd has fewer receivers. The limit keeps a server that invents names from filling the memory.
  static var limit: Int { 64 }

  private(set) var entries: [(device: String?, value: Value)] = []

  var isEmpty: Bool { entries.isEmpty }

  /// Sets the value of a receiver. Returns false, and does nothing, if there are too many receivers.
  @discardableResult
  mutating func set(_ value: Value, of device: String?) -> Bool {
    for index in entries.indices where entries[index].device == device {
      entries[index].value = value
      return true
    }
    guard entries.count < Self.limit else { return false }
    entries.append((device, value))
    return true
  }

  /// Changes the value of a receiver, and returns what `change` returns. A receiver without a value
  /// gets `initial` first. Returns `nil`, and does nothing, if there are too many receivers.
  mutating func update<Result>(
    _ device: String?, initial: @autoclosure () -> Value, _ change: (inout Value) -> Result?
  ) -> Result? {
    if let index = entries.firstIndex(where: { $0.device == device }) {
      return change(&entries[index].value)
    }
    guard entries.count < Self.limit else { return nil }
    entries.append((device, initial()))
    return change(&entries[entries.count - 1].value)
  }

  /// Removes a receiver, and returns its value.
  @discardableResult
  mutating func removeValue(of device: String?) -> Value? {
    guard let index = entries.firstIndex(where: { $0.device == device }) else { return nil }
    return entries.remove(at: index).value
  }

  mutating func removeAll() { entries.removeAll() }

  mutating func update(_ change: (inout Value) -> Void) {
    for index in entries.indices { change(&entries[index].value) }
  }
}
