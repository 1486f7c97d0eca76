import ArgumentParser
import LocationIO
import LocationSimulation
import LocationSources
import NetworkLocation

extension CompletionKind {
  /// Sources: files, devices, simulated receivers, and the beginnings of the other forms.
  static var sources: CompletionKind {
    .words { prefix in
      let words = SourceScheme.all.flatMap(\.completions) + LocalReceivers.paths()
      return matching(prefix, words) + files(prefix)
    }
  }

  /// The endpoints of `--serve`.
  static var endpoints: CompletionKind {
    .words { prefix in matching(prefix, ServeOptions.completions) }
  }

  /// Scenarios of `simulate`: built-in names and files.
  static var scenarios: CompletionKind {
    .words { prefix in matching(prefix, Scenario.builtInNames) + files(prefix) }
  }

  /// The servers that the user decided about.
  static var servers: CompletionKind {
    .words { prefix in
      let consents = (try? FileConsentStore.standard()?.consents()) ?? [:]
      return matching(prefix, consents.keys.sorted())
    }
  }

  private static func matching(_ prefix: String, _ words: [String]) -> [String] {
    words.filter { $0.hasPrefix(prefix) }
  }

  /// The paths that begin with `prefix`. A folder ends with a slash. Hidden files need a dot.
  private static func files(_ prefix: String) -> [String] {
    let scheme = prefix.hasPrefix("file:") ? "file:" : ""
    let path = String(prefix.dropFirst(scheme.count))
    let folder = path.utf8.contains(UInt8(ascii: "/")) ? path.pathFolder : ""
    let begun = path.dropFirst(folder.count)
    return FolderContents.names(in: folder.isEmpty ? "." : folder)
      .filter { $0.hasPrefix(begun) && ($0.first != "." || begun.first == ".") }
      .map { name in
        scheme + folder + name + (FileAccess(folder + name).isFolder ? "/" : "")
      }
  }
}
