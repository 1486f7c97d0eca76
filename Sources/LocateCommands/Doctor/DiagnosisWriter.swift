import LocationText

/// Writes a diagnosis for people: one line for each link, and the remedy below a broken one.
struct DiagnosisTextWriter {
  /// Whether the output shows only ASCII characters.
  let isPlain: Bool

  func write(_ check: Check, into text: inout ByteText) {
    // A link that was not examined gets no line.
    guard check.status != .skipped || !check.detail.isEmpty else { return }
    text.write(isPlain ? plainMark(check.status) : mark(check.status))
    text.write(" ")
    text.write(text: check.name.rawValue)
    text.write(spaces: max(0, 10 - check.name.rawValue.utf8.count))
    text.write("  ")
    text.write(printable: check.detail)
    text.write("\n")
    if let remedy = check.remedy {
      text.write(spaces: isPlain ? 8 : 5)
      text.write("→ ")
      text.write(printable: remedy)
      text.write("\n")
    }
  }

  private func mark(_ status: Check.Status) -> StaticString {
    switch status {
    case .ok: "✓"
    case .failed: "✗"
    case .skipped: "-"
    }
  }

  private func plainMark(_ status: Check.Status) -> StaticString {
    switch status {
    case .ok: "ok  "
    case .failed: "FAIL"
    case .skipped: "-   "
    }
  }
}

extension ByteText {
  /// Writes a diagnosis for programs as one JSON object.
  ///
  /// - Parameter role: what was examined: `source` or `target`.
  mutating func write(
    json checks: [Check], of name: String, as role: StaticString, status: ExitStatus
  ) {
    write("{\"")
    write(role)
    write("\":")
    write(jsonString: name)
    member(#","ok":"#, boolean: status == .done)
    member(#","exit":"#, integer: Int(status.code))
    write(#","checks":"#)
    write(array: checks) { text, check in
      text.member(#"{"name":"#, string: check.name.rawValue)
      text.member(#","status":"#, string: check.status.rawValue)
      text.member(#","detail":"#, string: check.detail.isEmpty ? nil : check.detail)
      text.member(#","remedy":"#, string: check.remedy)
      text.write("}")
    }
    write("}\n")
  }
}
