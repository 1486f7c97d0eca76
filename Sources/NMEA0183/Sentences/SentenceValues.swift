/// The values of one kind of sentence, such as ``RMC``, and how they are read from a frame.
///
/// ``SentenceFrame/kind`` says which type can read a frame.
public protocol SentenceValues: Hashable, Sendable {
  /// Makes a value that states nothing.
  init()

  /// Reads the fields of a good frame into a value that states nothing. ``init(_:)`` is more convenient.
  ///
  /// - Throws: ``SentenceError`` if a field is malformed or out of range.
  mutating func read(_ frame: borrowing SentenceFrame) throws(SentenceError)
}

extension SentenceValues {
  // Inlined, and `read` is not. So the values are written to their final place and not copied.

  /// Reads the fields of a good frame, whatever its address is.
  ///
  /// - Throws: ``SentenceError`` if a field is malformed or out of range.
  @inlinable
  @inline(__always)
  public init(_ frame: borrowing SentenceFrame) throws(SentenceError) {
    self.init()
    try read(frame)
  }
}

extension BOD: SentenceValues {}
extension DBT: SentenceValues {}
extension DPT: SentenceValues {}
extension DTM: SentenceValues {}
extension GBS: SentenceValues {}
extension GGA: SentenceValues {}
extension GLL: SentenceValues {}
extension GNS: SentenceValues {}
extension GRS: SentenceValues {}
extension GSA: SentenceValues {}
extension GST: SentenceValues {}
extension GSV: SentenceValues {}
extension GYOACC: SentenceValues {}
extension HDG: SentenceValues {}
extension HDM: SentenceValues {}
extension HDT: SentenceValues {}
extension MTW: SentenceValues {}
extension MWV: SentenceValues {}
extension PASHR: SentenceValues {}
extension PASHRPOS: SentenceValues {}
extension PGRME: SentenceValues {}
extension PGRMF: SentenceValues {}
extension PGRMM: SentenceValues {}
extension PGRMV: SentenceValues {}
extension PGRMZ: SentenceValues {}
extension PORZD: SentenceValues {}
extension PSRFEPE: SentenceValues {}
extension PSTI030: SentenceValues {}
extension PUBX00: SentenceValues {}
extension PUBX03: SentenceValues {}
extension PUBX04: SentenceValues {}
extension RMB: SentenceValues {}
extension RMC: SentenceValues {}
extension ROT: SentenceValues {}
extension RTE: SentenceValues {}
extension THS: SentenceValues {}
extension TXT: SentenceValues {}
extension VBW: SentenceValues {}
extension VDO: SentenceValues {}
extension VHW: SentenceValues {}
extension VTG: SentenceValues {}
extension WPL: SentenceValues {}
extension XTE: SentenceValues {}
extension ZDA: SentenceValues {}
