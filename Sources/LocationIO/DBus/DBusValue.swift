/// A value in a D-Bus message. Descriptors of files are not supported.
package indirect enum DBusValue: Hashable, Sendable {
  case byte(UInt8)
  case boolean(Bool)
  case int16(Int16)
  case uint16(UInt16)
  case int32(Int32)
  case uint32(UInt32)
  case int64(Int64)
  case uint64(UInt64)
  case double(Double)
  case string(String)
  case objectPath(String)
  case signature(String)
  /// An array of bytes.
  case bytes([UInt8])
  /// An array of values of one type, which is given as a D-Bus signature: "o". Bytes are ``bytes(_:)``.
  case array([DBusValue], of: String)
  /// A dictionary whose keys and values have the given types: "s" and "v".
  case dictionary([DBusValue: DBusValue], key: String, value: String)
  /// At least one value.
  case structure([DBusValue])
  /// A value that states its type.
  case variant(DBusValue)

  /// A dictionary of named values, the type `a{sv}`, which most D-Bus methods take options as.
  package static func options(_ values: [String: DBusValue]) -> DBusValue {
    .dictionary(
      Dictionary(uniqueKeysWithValues: values.map { (.string($0), .variant($1)) }), key: "s",
      value: "v")
  }

  /// The type as a D-Bus signature: "a{sv}".
  package var typeSignature: String {
    switch self {
    case .byte: "y"
    case .boolean: "b"
    case .int16: "n"
    case .uint16: "q"
    case .int32: "i"
    case .uint32: "u"
    case .int64: "x"
    case .uint64: "t"
    case .double: "d"
    case .string: "s"
    case .objectPath: "o"
    case .signature: "g"
    case .bytes: "ay"
    case .array(_, let element): "a\(element)"
    case .dictionary(_, let key, let value): "a{\(key)\(value)}"
    case .structure(let members): "(\(members.map(\.typeSignature).joined()))"
    case .variant: "v"
    }
  }
}

// MARK: Readings. Each looks into a variant, and is `nil` for a value of another type.

extension DBusValue {
  /// The value inside a variant; any other value is returned as it is.
  package var content: DBusValue {
    if case .variant(let value) = self { value.content } else { self }
  }

  package var boolean: Bool? { if case .boolean(let value) = content { value } else { nil } }

  /// An integer of any size that fits `Int`.
  package var integer: Int? {
    switch content {
    case .byte(let value): Int(value)
    case .int16(let value): Int(value)
    case .uint16(let value): Int(value)
    case .int32(let value): Int(value)
    case .uint32(let value): Int(exactly: value)
    case .int64(let value): Int(exactly: value)
    case .uint64(let value): Int(exactly: value)
    default: nil
    }
  }

  /// A floating-point number.
  package var double: Double? { if case .double(let value) = content { value } else { nil } }

  /// A string, an object's path, or a signature.
  package var string: String? {
    switch content {
    case .string(let value), .objectPath(let value), .signature(let value): value
    default: nil
    }
  }

  package var bytes: [UInt8]? { if case .bytes(let value) = content { value } else { nil } }

  /// The elements of an array or of a structure.
  package var elements: [DBusValue]? {
    switch content {
    case .array(let values, _), .structure(let values): values
    default: nil
    }
  }

  /// A dictionary with strings as its keys. Values that are variants are replaced by their contents.
  package var namedValues: [String: DBusValue]? {
    guard case .dictionary(let entries, "s", _) = content else { return nil }
    var named: [String: DBusValue] = [:]
    for (key, value) in entries { if let name = key.string { named[name] = value.content } }
    return named
  }
}
