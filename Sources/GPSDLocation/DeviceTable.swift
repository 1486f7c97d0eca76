/// Something about each of a few receivers, by their paths: an array, which for the one or two that
/// there are takes less than to hash a path.
struct DeviceTable<Value> {
  /// More receivers than anybody has: a server that makes names up may not fill the memory.
  static var limit: Int { 64 }

  private(set) var entries: [(device: String?, value: Value)] = []

  var isEmpty: Bool { entries.isEmpty }

  /// Sets the value of a receiver. False, and nothing is done, when there are too many.
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

  /// Forgets a receiver, and returns what there was.
  @discardableResult
  mutating func removeValue(of device: String?) -> Value? {
    guard let index = entries.firstIndex(where: { $0.device == device }) else { return nil }
    return entries.remove(at: index).value
  }

  /// Forgets them all.
  mutating func removeAll() { entries.removeAll() }

  /// Changes each value.
  mutating func update(_ change: (inout Value) -> Void) {
    for index in entries.indices { change(&entries[index].value) }
  }
}
