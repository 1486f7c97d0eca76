extension FieldWriter {
  mutating func write(_ mwv: MWV) throws(SentenceEncodingError) {
    try course(mwv.angle)
    character(mwv.reference?.rawValue)
    try decimal(mwv.speed, options.speed, in: 0...10_000)
    character(mwv.speedUnit?.rawValue)
    character(mwv.status?.rawValue)
  }

  mutating func write(_ dbt: DBT) throws(SentenceEncodingError) {
    try length(dbt.feet, unit: 0x66)
    try length(dbt.meters, unit: 0x4D)
    try length(dbt.fathoms, unit: 0x46)
  }

  mutating func write(_ dpt: DPT) throws(SentenceEncodingError) {
    try decimal(dpt.depth, options.other, in: 0...100_000)
    try decimal(dpt.offset, options.other)
    if options.version.rawValue >= SentenceEncoder.Version.v30.rawValue {
      try decimal(dpt.maximumRange, options.other, in: 0...100_000)
    }
  }

  mutating func write(_ mtw: MTW) throws(SentenceEncodingError) {
    try decimal(mtw.temperature, options.other, in: -273.15...1000)
    character(mtw.temperature == nil ? nil : 0x43)
  }

  /// Writes a depth and, in the next field, its unit.
  private mutating func length(
    _ value: Double?, unit: UInt8
  ) throws(SentenceEncodingError) {
    try decimal(value, options.other, in: 0...100_000)
    character(value == nil ? nil : unit)
  }
}
