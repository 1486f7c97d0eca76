public import LocationCore

/// Why a place was refused, or a store of places failed.
///
/// The subject is the name or the id of the place, if the error is about one.
public typealias PlaceError = CodedError<PlaceErrorCode>

/// The codes of a ``PlaceError``.
public enum PlaceErrorCode: ErrorCode {
  /// A value is outside its range. The detail names the value and the range.
  case invalidPlace
  /// The store has another place with this name. Upper and lower case make no difference.
  case duplicateName
  /// The store has another place with this id.
  case duplicateID
  /// The store has no such place.
  case unknownPlace
  /// The store's file is not what it should be. Nothing was changed, so that it can be repaired.
  case damagedStore
  /// The store cannot be read or written.
  case storeUnavailable
  /// A text that should contain places does not.
  case badData

  /// What an error without a detail says.
  public var summary: String {
    switch self {
    case .invalidPlace: "the place is not valid"
    case .duplicateName: "there is another place with this name"
    case .duplicateID: "there is another place with this id"
    case .unknownPlace: "there is no such place"
    case .damagedStore: "the store is damaged"
    case .storeUnavailable: "the store is not available"
    case .badData: "it contains no places"
    }
  }
}
