import GPSDProtocol
public import LocationCore
import LocationIO
import LocationPOSIX
internal import LocationText

/// Keeps the last known fix in a file, for the source `last:`.
///
/// Only its owner may read the file. It is replaced as a whole, so that an interruption damages nothing.
public struct LastFixStore: Sendable {
  /// The file's path.
  public let path: String

  private static let limit = 100_000

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
    text.write(",\n\"fix\":")
    text.write(text: GPSDReport.update(.fix(fix)).line)
    text.write("}\n")
    do throws(SystemError) {
      try ReplacingFile.write(text, to: path)
    } catch {
      throw UserLocationError(error, source: path)
    }
  }

  /// The stored fix. Its source has the kind `.remembered` and the name `last:` with the name of the source
  /// that reported it. `receivedAt` is the time when it was received then.
  ///
  /// - Throws: `.sourceNotFound` if no fix was stored yet, `.badData` if the file is damaged, and the codes
  ///   of a file that cannot be read.
  public func lastFix() throws(UserLocationError) -> Fix {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try FileContents.read(path, limit: Self.limit)
    } catch {
      guard error.number == ENOENT || error.number == ENOTDIR else {
        throw UserLocationError(
          error, source: SourceDescription.last.description, detail: "\(path): \(error.clause)")
      }
      throw UserLocationError(
        .sourceNotFound, source: SourceDescription.last.description,
        detail: "no location was stored yet; 'once' and 'watch' store the locations of this machine"
      )
    }
    guard let fix = StoredFix(bytes)?.fix else {
      throw UserLocationError(
        .badData, source: SourceDescription.last.description,
        detail: "\(path) is damaged, so it is not used; delete it")
    }
    return fix
  }
}

/// The content of the file.
private struct StoredFix {
  private(set) var fix: Fix

  /// Reads the content; `nil` if it is damaged.
  init?(_ bytes: [UInt8]) {
    guard let members = Self.members(of: bytes), let source = members.source,
      let received = members.received.flatMap(ISO8601Time.init), !members.fix.isEmpty,
      case .update(.fix(let fix))? = try? GPSDReport(
        utf8: Array(bytes[members.fix]),
        source: FixSource(
          kind: .remembered, name: "\(SourceDescription.last)\(source)"))
    else { return nil }
    self.fix = fix
    self.fix.source.device = nil
    self.fix.receivedAt = Date(timeIntervalSince1970: received.secondsSince1970)
  }

  /// The values of the members, and the place of the fix.
  private static func members(
    of bytes: [UInt8]
  ) -> (source: String?, received: String?, fix: Range<Int>)? {
    bytes.withUnsafeBytes { bytes in
      var json = JSONScanner(bytes)
      var members: (source: String?, received: String?, fix: Range<Int>) = (nil, nil, 0..<0)
      do throws(JSONScanner.Failure) {
        guard try json.next() == .beginObject else { return nil }
        while try json.next() == .name {
          let name = json.text
          let depth = json.depth
          let token = try json.next()
          let start = json.offset - 1
          while json.depth > depth { _ = try json.next() }
          switch (name, token) {
          case ("source", .string): members.source = json.text
          case ("received", .string): members.received = json.text
          case ("fix", .beginObject): members.fix = start..<json.offset
          default: return nil
          }
        }
        _ = try json.next()
      } catch {
        return nil
      }
      return members
    }
  }
}
