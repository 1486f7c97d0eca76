/// Why a place was refused, or a store of places failed.
///
/// The code is for programs, the detail for people. Two errors are equal if their codes are, so
/// `catch .duplicateName` and `#expect(throws: PlaceError.duplicateName)` match every error with that
/// code.
public struct PlaceError: Error, Sendable {
  /// What went wrong. A struct, so that codes can be added without breaking a `switch`.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The code's name.
    public let description: String
    /// Makes a code that only one store uses.
    public init(_ description: String) { self.description = description }

    /// A value is outside its range. The detail names the value and the range.
    public static let invalidPlace = Code("invalidPlace")
    /// The store has another place with this name. Upper and lower case make no difference.
    public static let duplicateName = Code("duplicateName")
    /// The store has another place with this id.
    public static let duplicateID = Code("duplicateID")
    /// The store has no such place.
    public static let unknownPlace = Code("unknownPlace")
    /// The store's file is not what it should be. Nothing was changed, so that it can be repaired.
    public static let damagedStore = Code("damagedStore")
    /// The store cannot be read or written.
    public static let storeUnavailable = Code("storeUnavailable")
    /// A text that should contain places does not.
    public static let badData = Code("badData")
  }

  /// What went wrong.
  public var code: Code
  /// The name or the id of the place; `nil` if the error is not about one place.
  public var place: String?
  /// What happened, and what to do about it, in one line; empty if the code says enough.
  public var detail: String
  /// The underlying error.
  public var cause: (any Error)?

  /// Makes an error.
  public init(
    _ code: Code, place: String? = nil, detail: String = "", cause: (any Error)? = nil
  ) {
    self.code = code
    self.place = place
    self.detail = detail
    self.cause = cause
  }

  /// A value is outside its range.
  public static let invalidPlace = PlaceError(.invalidPlace)
  /// The store has another place with this name.
  public static let duplicateName = PlaceError(.duplicateName)
  /// The store has another place with this id.
  public static let duplicateID = PlaceError(.duplicateID)
  /// The store has no such place.
  public static let unknownPlace = PlaceError(.unknownPlace)
  /// The store's file is not what it should be.
  public static let damagedStore = PlaceError(.damagedStore)
  /// The store cannot be read or written.
  public static let storeUnavailable = PlaceError(.storeUnavailable)
  /// A text that should contain places does not.
  public static let badData = PlaceError(.badData)
}

extension PlaceError: Hashable {
  /// Compares the codes, and nothing else.
  public static func == (one: PlaceError, other: PlaceError) -> Bool { one.code == other.code }

  /// Matches by code: `catch .duplicateName` with typed throws.
  public static func ~= (pattern: PlaceError, error: PlaceError) -> Bool { error == pattern }

  /// Matches by code where errors of several types are thrown: `catch PlaceError.duplicateName`.
  public static func ~= (pattern: PlaceError, error: any Error) -> Bool {
    (error as? PlaceError)?.code == pattern.code
  }

  /// Hashes the code.
  public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

extension PlaceError: CustomStringConvertible {
  /// One line: the place, then the detail or the code.
  public var description: String {
    let what = detail.isEmpty ? code.summary : detail
    return place.map { "\($0): \(what)" } ?? what
  }
}

extension PlaceError.Code {
  fileprivate var summary: String {
    switch self {
    case .invalidPlace: "the place is not valid"
    case .duplicateName: "there is another place with this name"
    case .duplicateID: "there is another place with this id"
    case .unknownPlace: "there is no such place"
    case .damagedStore: "the store is damaged"
    case .storeUnavailable: "the store is not available"
    case .badData: "it contains no places"
    default: description
    }
  }
}
