/// An object of a D-Bus service, and one of its interfaces.
package struct DBusObject: Hashable, Sendable {
  /// The name of the service: "org.freedesktop.NetworkManager".
  package let service: String
  /// The path of the object: "/org/freedesktop/NetworkManager".
  package let path: String
  /// The interface whose methods and properties are used: "org.freedesktop.NetworkManager".
  package let interface: String

  /// The interface of all objects with properties.
  package static let propertiesInterface = "org.freedesktop.DBus.Properties"

  /// The bus itself.
  package static let bus = DBusObject(
    service: "org.freedesktop.DBus", path: "/org/freedesktop/DBus",
    interface: "org.freedesktop.DBus")

  /// Names an object. Nothing is checked yet.
  package init(service: String, path: String, interface: String) {
    self.service = service
    self.path = path
    self.interface = interface
  }

  /// The match rule for the signals of this object's interface.
  package var signals: String {
    "type='signal',sender='\(service)',path='\(path)',interface='\(interface)'"
  }

  /// The match rule for the changes of this object's properties.
  package var propertyChanges: String {
    "type='signal',sender='\(service)',path='\(path)',interface='\(Self.propertiesInterface)',"
      + "member='PropertiesChanged',arg0='\(interface)'"
  }

  /// The match rule for the start and the end of a service.
  package static func ownerChanges(of service: String) -> String {
    "type='signal',sender='\(bus.service)',path='\(bus.path)',interface='\(bus.interface)',"
      + "member='NameOwnerChanged',arg0='\(service)'"
  }
}
