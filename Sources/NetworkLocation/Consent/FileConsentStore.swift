public import LocationCore
import LocationIO
import LocationText

/// Keeps consents in a file that only its owner may read.
///
/// The file is JSON, such as `{"https://example.org":"granted"}`. It is read for each question, so that a
/// revocation by another program has effect at once. A lock, `NAME.lock` beside the file, keeps programs from overwriting
/// each other's decisions.
public final class FileConsentStore: ConsentStore {
  private let file: StateFile<UserLocationError>

  /// Makes a store. The file and its folder are created with the first decision.
  public init(path: String) {
    file = StateFile(path, limit: 1_000_000) { UserLocationError($0, source: path) }
  }

  /// The store of `locate`: `$XDG_STATE_HOME/locate/consent.json`, by default
  /// `~/.local/state/locate/consent.json`; `nil` if neither `XDG_STATE_HOME` nor `HOME` is an absolute path.
  public static func standard() -> FileConsentStore? {
    UserFolder.state.path(of: "locate/consent.json").map { FileConsentStore(path: $0) }
  }

  /// The file's path.
  public var path: String { file.path }

  /// The decision about a server.
  public func consent(to origin: String) -> Consent? { (try? consents())?[origin] }

  /// All decisions by origin. Without a file there are none.
  public func consents() throws(UserLocationError) -> [String: Consent] {
    guard let bytes = try file.read() else { return [:] }
    guard let object = (try? JSONValue(bytes))?.object else { throw notUnderstood }
    var consents: [String: Consent] = [:]
    for member in object.members {
      guard let consent = member.value.string.flatMap({ Consent(rawValue: $0) }) else {
        throw notUnderstood
      }
      consents[member.name] = consents[member.name] ?? consent
    }
    return consents
  }

  /// Stores or revokes a decision. The file is replaced as a whole.
  public func set(_ consent: Consent?, to origin: String) throws(UserLocationError) {
    let lock = try file.lock()
    defer { withExtendedLifetime(lock) {} }
    var consents = try consents()
    consents[origin] = consent
    try file.replace(with: Self.text(of: consents), isLocked: true)
  }

  private var notUnderstood: UserLocationError {
    UserLocationError(
      .badData, source: path, detail: "it is not a file of consents; correct it or delete it")
  }

  private static func text(of consents: [String: Consent]) -> ByteText {
    var text = ByteText()
    text.write(consents.isEmpty ? "{" : "{\n")
    text.write(list: consents.sorted { $0.key < $1.key }, separator: ",\n") { text, decision in
      text.write(jsonString: decision.key)
      text.member(":", string: decision.value.rawValue)
    }
    text.write("\n}\n")
    return text
  }
}
