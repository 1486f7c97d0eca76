extension ByteText {
  /// Writes metrics as OpenMetrics 1.0, with the mark of its end. A metric without samples is left out.
  public mutating func write(openMetrics families: [MetricFamily]) {
    for family in families where !family.samples.isEmpty { write(openMetrics: family) }
    write("# EOF\n")
  }

  private mutating func write(openMetrics family: MetricFamily) {
    writeComment("TYPE", of: family)
    switch family.kind {
    case .gauge: write("gauge\n")
    case .counter: write("counter\n")
    case .stateSet: write("stateset\n")
    }
    if let unit = family.unit {
      writeComment("UNIT", of: family)
      write(text: unit)
      write("\n")
    }
    writeComment("HELP", of: family)
    write(escapedForMetrics: family.help)
    write("\n")
    for sample in family.samples {
      write(text: family.name)
      if case .counter = family.kind { write("_total") }
      write(labels: sample.labels)
      write(" ")
      write(metricValue: sample.value)
      write("\n")
    }
  }

  private mutating func writeComment(_ word: StaticString, of family: MetricFamily) {
    write("# ")
    write(word)
    write(" ")
    write(text: family.name)
    write(" ")
  }

  private mutating func write(labels: [MetricFamily.Label]) {
    guard !labels.isEmpty else { return }
    write("{")
    write(list: labels) { text, label in
      text.write(text: label.name)
      text.write("=\"")
      text.write(escapedForMetrics: label.value)
      text.write("\"")
    }
    write("}")
  }

  private mutating func write(metricValue value: Double) {
    if value.isNaN { return write("NaN") }
    if value.isInfinite { return write(value < 0 ? "-Inf" : "+Inf") }
    write(jsonNumber: value)
  }

  private mutating func write(escapedForMetrics text: String) {
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""): write("\\\"")
      case UInt8(ascii: "\\"): write("\\\\")
      case UInt8(ascii: "\n"): write("\\n")
      default: write(byte: byte)
      }
    }
  }
}
