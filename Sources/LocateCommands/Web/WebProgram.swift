import LocationPOSIX

/// The program that serves the page of `locate web`.
package enum WebProgram {
  /// Replaces this process by the program if the arguments begin with `web`. It has the name of this
  /// program with `-web` after it, and is in the same folder.
  ///
  /// Returns if the program is missing. Then the subcommand says so.
  package static func takeOver(
    _ count: Int32, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  ) {
    guard count > 1, let first = arguments[1], String(cString: first) == "web",
      let path = path(besides: "/proc/self/exe")
    else { return }
    path.withPath { path in
      // The program gets its own name in place of the first two arguments.
      arguments[1] = UnsafeMutablePointer(mutating: path)
      _ = execv(path, arguments + 1)
      arguments[1] = first
    }
  }

  /// The path of the program; `nil` if the path of this one is not known.
  private static func path(besides link: String) -> String? {
    var bytes = [CChar](repeating: 0, count: 4096)
    let count = readlink(link, &bytes, bytes.count)
    return count > 0 ? String(path: bytes.prefix(count).map(UInt8.init(bitPattern:))) + "-web" : nil
  }

  /// The name of the command that starts a program with this name: `locate` for `locate-web`.
  package static func commandName(of program: String) -> String {
    program.hasSuffix("-web") ? String(program.dropLast(4)) : program
  }
}
