import LocationPOSIX

/// Starts programs, without a shell.
enum ProgramStart {
  /// Starts a program with standard descriptors that are copies of others.
  ///
  /// - Parameters:
  ///   - words: the program and its arguments; at least one. A program without a slash is looked for in
  ///     `$PATH`.
  ///   - variables: environment variables that replace this process's variables of the same names. The program does
  ///     not get the password of this process.
  ///   - input: the standard input; `nil` for none.
  ///   - outputs: the standard output and the standard error.
  ///   - hasOwnGroup: whether the program gets a process group of its own.
  /// - Returns: the number of the process.
  static func start(
    _ words: [String], variables: [String: String] = [:], input: Int32?,
    outputs: (standard: Int32, error: Int32), hasOwnGroup: Bool
  ) throws(SystemError) -> pid_t {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if let input {
      posix_spawn_file_actions_adddup2(&actions, input, 0)
    } else {
      posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    }
    posix_spawn_file_actions_adddup2(&actions, outputs.standard, 1)
    posix_spawn_file_actions_adddup2(&actions, outputs.error, 2)
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // The threads of tasks block signals, and this process ignores SIGPIPE. A child inherits both.
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigaddset(&signals, SIGPIPE)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    var flags = Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF)
    if hasOwnGroup {
      posix_spawnattr_setpgroup(&attributes, 0)
      flags |= Int16(POSIX_SPAWN_SETPGROUP)
    }
    posix_spawnattr_setflags(&attributes, flags)
    // Paths among the words are bytes.
    var arguments = words.map { $0.withPath { strdup($0) } } + [nil]
    var entries = environment(with: variables).map { $0.withPath { strdup($0) } } + [nil]
    defer { for text in arguments + entries { free(text) } }
    var id: pid_t = 0
    let failure = words[0].withPath {
      posix_spawnp(&id, $0, &actions, &attributes, &arguments, &entries)
    }
    guard failure == 0 else { throw SystemError("posix_spawn", failure) }
    return id
  }

  /// This process's environment variables, and others that replace those of the same name.
  private static func environment(with variables: [String: String]) -> [String] {
    var entries: [String] = []
    var index = 0
    while let entry = environ[index] {
      let text = String(path: entry)
      let name = text.prefix { $0 != "=" }
      if variables[String(name)] == nil, name != MQTTAccess.passwordVariable {
        entries.append(text)
      }
      index += 1
    }
    return entries + variables.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
  }
}
