private import LocationText

/// A sentence with its checksum and line end.
package func sentence(_ body: String) -> String { sealed(body) + "\r\n" }

/// A sentence with its checksum, without a line end.
package func sealed(_ body: String) -> String {
  "$\(body)*\(body.utf8.reduce(UInt8(0), ^).hexadecimal)"
}

/// A TAG block with its checksum.
package func tagBlock(_ fields: String) -> String { "\\" + sealed(fields).dropFirst() + "\\" }
