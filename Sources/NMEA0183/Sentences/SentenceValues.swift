/// The values of one kind of sentence, such as ``RMC``.
///
/// ``SentenceFrame/kind`` says which type can read a frame.
public protocol SentenceValues: Hashable, Sendable {
  /// Makes a value that states nothing.
  init()

  /// Reads the fields of a good frame into a value that states nothing. ``init(_:)`` is more convenient.
  ///
  /// A wrong field is left out: see ``SentenceFrame/leftOutFields``.
  ///
  /// - Throws: ``SentenceError`` if the time or the position is malformed or out of range.
  mutating func read(_ frame: borrowing SentenceFrame) throws(SentenceError)
}

extension SentenceValues {
  // `init` is inlined, and `read` is not. So the values are written to their final place and not copied.

  /// Reads the fields of a good frame, whatever its address is.
  ///
  /// - Throws: ``SentenceError`` if the time or the position is malformed or out of range.
  @inlinable
  @inline(__always)
  public init(_ frame: borrowing SentenceFrame) throws(SentenceError) {
    self.init()
    try read(frame)
  }
}

/// Describes a kind of sentence: how it is recognized, and what its fields are.
package protocol DescribedSentence: SentenceValues {
  /// The letters that name the sentence.
  static var form: SentenceForm { get }

  /// Describes the fields. Reading, writing and naming use this one description.
  mutating func fields<Coder: FieldCoder & ~Copyable>(
    _ coder: inout Coder
  ) throws(Coder.Failure)
}

extension DescribedSentence {
  /// Reads the fields of a good frame; ``init(_:)`` is more convenient.
  @inline(never)
  public mutating func read(_ frame: borrowing SentenceFrame) throws(SentenceError) {
    if frame.checksum == .missing { frame.leaveOutCutField(of: Self.form) }
    var reader = SentenceReader(frame)
    try fields(&reader)
  }
}

/// How a sentence is recognized.
package struct SentenceForm: Sendable {
  /// The letters after the talker; after `P` in a maker's own sentence.
  package var type: SentenceType
  /// The beginning of the sentence.
  package var beginning: Beginning
  /// The first field of a maker's own sentence, if it names the message.
  package var message: Message?
  /// The number of fields of the shortest form; 0 if it is not known. A sentence with fewer fields and without a
  /// checksum has lost its end.
  package var leastFieldCount: Int

  /// The beginning of a sentence.
  package enum Beginning: Sendable {
    /// `$` and a talker.
    case talker
    /// `$P`.
    case own
    /// `!`. Only a part of such a message is read, so it cannot be written.
    case ais
  }

  /// The first field of a maker's own sentence.
  package enum Message: Sendable {
    /// This number, with or without leading zeros. It is written with this many digits.
    case number(Int, digits: Int)
    /// This text.
    case text(StaticString)
    /// Any digits: the field is a value.
    case digit
  }

  /// A sentence of the standard by its letters.
  package init(_ letters: StaticString, least leastFieldCount: Int = 0) {
    self.init(letters, .talker, nil, leastFieldCount)
  }

  /// A maker's own sentence by its letters after `P`.
  package static func own(
    _ letters: StaticString, _ message: Message? = nil, least leastFieldCount: Int = 0
  ) -> SentenceForm {
    SentenceForm(letters, .own, message, leastFieldCount)
  }

  /// A sentence of AIS by its letters.
  package static func ais(
    _ letters: StaticString, least leastFieldCount: Int
  ) -> SentenceForm {
    SentenceForm(letters, .ais, nil, leastFieldCount)
  }

  private init(
    _ letters: StaticString, _ beginning: Beginning, _ message: Message?, _ leastFieldCount: Int
  ) {
    type = SentenceType(literal: letters)
    self.beginning = beginning
    self.message = message
    self.leastFieldCount = leastFieldCount
  }
}

/// Makes the values of any kind of sentence.
protocol PayloadMaker: ~Copyable {
  associatedtype Failure: Error
  mutating func make<Values: DescribedSentence>() throws(Failure) -> Values
}

/// Does something with the values of any kind of sentence.
protocol PayloadVisitor: ~Copyable {
  associatedtype Failure: Error
  mutating func visit<Values: DescribedSentence>(_ values: inout Values) throws(Failure)
}

extension PayloadVisitor where Self: ~Copyable {
  /// The values as the visitor leaves them.
  @inline(__always)
  mutating func visited<Values: DescribedSentence>(_ values: Values) throws(Failure) -> Values {
    var values = values
    try visit(&values)
    return values
  }
}

struct FrameReading: PayloadMaker, ~Copyable {
  private let frame: SentenceFrame

  @inline(__always)
  init(_ frame: borrowing SentenceFrame) {
    self.frame = SentenceFrame(base: frame.base, notes: frame.notes)
  }

  @inline(__always)
  func make<Values: DescribedSentence>() throws(SentenceError) -> Values { try Values(frame) }
}

/// Finds the form of the values.
private struct FormFinder: PayloadMaker, PayloadVisitor {
  typealias Failure = Never
  var form: SentenceForm?

  mutating func make<Values: DescribedSentence>() -> Values {
    form = Values.form
    return Values()
  }

  mutating func visit<Values: DescribedSentence>(_ values: inout Values) { form = Values.form }
}

extension FieldWriter: PayloadVisitor {
  mutating func visit<Values: DescribedSentence>(
    _ values: inout Values
  ) throws(SentenceEncodingError) {
    try values.fields(&self)
  }
}

extension SentenceKind {
  /// The form of the kind; `nil` for the unknown one.
  var form: SentenceForm? {
    var finder = FormFinder()
    _ = Sentence.Payload(of: self, &finder)
    return finder.form
  }
}

extension Sentence.Payload {
  /// The form of the sentence; `nil` for an unknown one.
  var form: SentenceForm? {
    var (payload, finder) = (self, FormFinder())
    payload.visit(&finder)
    return finder.form
  }

  /// The letters that name a sentence of this payload; `nil` for one that can not be
  /// written.
  public var type: SentenceType? {
    if case .query(let query) = self { return query.type }
    guard let form else { return nil }
    return form.beginning == .ais ? nil : form.type
  }

  /// Whether it is a maker's own sentence.
  var isProprietary: Bool {
    if case .query(let query) = self { return query.listener == nil }
    return form?.beginning == .own
  }
}

/// How many decimals a value was written with.
///
/// Any two of them are equal, so that a sentence is equal to the same values with more or fewer digits. Compare
/// ``count`` if the digits matter.
public struct WrittenDecimals: Hashable, Sendable, BitwiseCopyable, ExpressibleByIntegerLiteral {
  /// The number of decimals.
  public var count: UInt8

  /// Makes a number of decimals.
  @inlinable
  public init(_ count: UInt8) { self.count = count }

  /// Makes a number of decimals.
  @inlinable
  public init(integerLiteral count: UInt8) { self.count = count }

  /// Always `true`.
  public static func == (one: WrittenDecimals, other: WrittenDecimals) -> Bool { true }

  /// Adds nothing.
  public func hash(into hasher: inout Hasher) {}
}
