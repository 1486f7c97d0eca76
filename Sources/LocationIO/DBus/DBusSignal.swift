/// A signal that a D-Bus connection received.
package struct DBusSignal: Hashable, Sendable {
  /// The unique name of the sender: ":1.7".
  package let sender: String
  /// The path of the object that emitted it.
  package let path: String
  /// Its interface: "org.freedesktop.DBus.Properties".
  package let interface: String
  /// Its name: "PropertiesChanged".
  package let member: String
  package let values: [DBusValue]

  /// The properties that this signal reports as changed, with their values; `nil` if it is not
  /// `PropertiesChanged` of `interface`.
  package func changedProperties(of interface: String) -> [String: DBusValue]? {
    guard member == "PropertiesChanged", self.interface == DBusObject.propertiesInterface,
      values.count >= 2, values[0].string == interface
    else { return nil }
    return values[1].namedValues
  }

  /// The service `name` got a new owner, or lost its owner: then the new owner is `nil`. The result is
  /// `nil` if this signal reports something else.
  package func ownerChange(of name: String) -> OwnerChange? {
    guard member == "NameOwnerChanged", interface == DBusObject.bus.interface, values.count == 3,
      values[0].string == name, let owner = values[2].string
    else { return nil }
    return OwnerChange(owner: owner.isEmpty ? nil : owner)
  }

  /// A new owner of a name.
  package struct OwnerChange: Hashable, Sendable {
    /// The unique name of the new owner; `nil` if the service has stopped.
    package let owner: String?
  }
}
