import GPSDProtocol
public import LocationCore
import LocationIO
internal import LocationText

/// Keeps the last known fix in a file, for the source `last:`.
///
/// Only its owner may read the file. It is replaced as a whole, so that an interruption damages nothing.
public struct LastFixStore: Sendable {
  /// The file's path.
  public let path: String

  /// Names the file. It and its folder are made with the first fix.
  public init(path: String) { self.path = path }

  /// The store of `locate`: `$XDG_STATE_HOME/locate/last.json`, by default
  /// `~/.local/state/locate/last.json`; `nil` if neither `XDG_STATE_HOME` nor `HOME` is an absolute path.
  public static func standard() -> LastFixStore? {
    UserFolder.state.path(of: "locate/last.json").map { LastFixStore(path: $0) }
  }

  /// Whether a fix is a location of this machine that is worth keeping: a receiver or a location service
  /// reported it now. It is not replayed, simulated, entered by hand or kept from earlier. It is not read from
  /// standard input, from a broker or from another machine either: those may report where somebody else is.
  public static func accepts(_ fix: Fix) -> Bool {
    guard fix.source.kind == .live, !fix.isSimulated, fix.status != .surveyed,
      fix.receivedAt != nil
    else { return false }
    // A provider of another program may have a name that is no source of this library.
    return (try? SourceDescription(fix.source.name))?.isOfAnotherMachine != true
  }

  /// Stores a fix in place of the last one.
  ///
  /// - Throws: `.notAuthorized`, `.inputOutput` and other codes of a file that cannot be written.
  public func store(_ fix: Fix) throws(UserLocationError) {
    var text = ByteText()
    text.member(#"{"source":"#, string: fix.source.name)
    text.member(#","received":"#, time: fix.receivedAt)
    text.member(",\n\"fix\":", fix: fix)
    text.write("}\n")
    try file { [path] in UserLocationError($0, source: path) }.replace(with: text)
  }

  /// The stored fix. Its source has the kind `.remembered` and the name `last:` with the name of the source
  /// that reported it. `receivedAt` is the time when it was received then.
  ///
  /// - Throws: `.sourceNotFound` if no fix was stored yet, `.badData` if the file is damaged, and the codes
  ///   of a file that cannot be read.
  public func lastFix() throws(UserLocationError) -> Fix {
    let content = try file { [path] in
      UserLocationError(
        $0, source: SourceDescription.last.description, detail: "\(path): \($0.clause)")
    }
    .read()
    guard let content else {
      throw UserLocationError(
        .sourceNotFound, source: SourceDescription.last.description,
        detail: "no location was stored yet; 'once' and 'watch' store the locations of this machine"
      )
    }
    guard let fix = StoredFix(content)?.fix else {
      throw UserLocationError(
        .badData, source: SourceDescription.last.description,
        detail: "\(path) is damaged, so it is not used; delete it")
    }
    return fix
  }

  private func file(
    _ failure: @escaping @Sendable (SystemError) -> UserLocationError
  ) -> StateFile<UserLocationError> {
    StateFile(path, limit: 100_000, failure: failure)
  }
}

/// The content of the file.
private struct StoredFix {
  private(set) var fix: Fix

  /// Reads the content; `nil` if it is damaged.
  init?(_ bytes: [UInt8]) {
    guard let members = try? JSONValue(bytes), let source = members["source"]?.string,
      let received = members["received"]?.string.flatMap({ ISO8601Time($0) }),
      let report = members["fix"]
    else { return nil }
    var text = ByteText()
    text.write(report)
    let kept = FixSource(kind: .remembered, name: "\(SourceDescription.last)\(source)")
    guard case .update(.fix(let fix))? = try? GPSDReport(utf8: text.bytes, source: kept) else {
      return nil
    }
    self.fix = fix
    self.fix.source.device = nil
    self.fix.receivedAt = Date(timeIntervalSince1970: received.secondsSince1970)
  }
}
