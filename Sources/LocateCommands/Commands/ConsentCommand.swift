import ArgumentParser
import LocationCore
import LocationSources
import NetworkLocation

/// `locate consent` shows and changes what may be sent to which server.
struct ConsentCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "consent",
      abstract: "List and change what may be sent to which server.",
      discussion: """
        The source net:URL sends the Wi-Fi access points and the cell in sight to a server, which can \
        tell from them where this machine is. Nothing is sent without your consent. It counts for one \
        server: scheme, host and port.

        \(HelpText.examples([
          "consent",
          "consent grant https://example.org",
          "consent revoke https://example.org",
        ]))
        """,
      subcommands: [List.self, Grant.self, Refuse.self, Revoke.self],
      defaultSubcommand: List.self)
  }

  // A name that is not stated is made of the type's, which takes long, for each command line.

  /// Prints all decisions.
  struct List: LocateSubcommand {
    static var configuration: CommandConfiguration {
      CommandConfiguration(
        commandName: "list", abstract: "Print a line for each server: granted or refused.")
    }

    @OptionGroup var common: CommonOptions

    func run(in environment: LocateEnvironment) async throws {
      let consents = try environment.sources.consentStore().consents()
      for (origin, consent) in consents.sorted(by: { $0.key < $1.key }) {
        try environment.output.write(Array("\(origin) \(consent.rawValue)\n".utf8))
      }
    }
  }

  /// Agrees.
  struct Grant: LocateSubcommand {
    static var configuration: CommandConfiguration {
      CommandConfiguration(
        commandName: "grant", abstract: "Agree that data may be sent to a server.")
    }

    @OptionGroup var server: ServerArgument
    @OptionGroup var common: CommonOptions

    func run(in environment: LocateEnvironment) async throws {
      try environment.sources.consentStore().set(.granted, to: server.origin())
    }
  }

  /// Refuses, so that nobody is asked again.
  struct Refuse: LocateSubcommand {
    static var configuration: CommandConfiguration {
      CommandConfiguration(
        commandName: "refuse", abstract: "Refuse, so that you are not asked again.")
    }

    @OptionGroup var server: ServerArgument
    @OptionGroup var common: CommonOptions

    func run(in environment: LocateEnvironment) async throws {
      try environment.sources.consentStore().set(.refused, to: server.origin())
    }
  }

  /// Forgets a decision.
  struct Revoke: LocateSubcommand {
    static var configuration: CommandConfiguration {
      CommandConfiguration(commandName: "revoke", abstract: "Forget the decision about a server.")
    }

    @OptionGroup var server: ServerArgument
    @OptionGroup var common: CommonOptions

    func run(in environment: LocateEnvironment) async throws {
      let store = try environment.sources.consentStore()
      let origin = try server.origin()
      guard try store.consents()[origin] != nil else {
        throw CommandFailure(
          .usage, "\(origin): there is no decision to revoke; 'consent' lists all")
      }
      try store.set(nil, to: origin)
    }
  }

  /// The server that a decision is about.
  struct ServerArgument: ParsableArguments {
    @Argument(
      help: "The server: https://HOST[:PORT]. A path, a query and net: are ignored.",
      completion: .servers)
    var server: String

    /// Scheme, host and port.
    func origin() throws(UserLocationError) -> String {
      let url = server.hasPrefix("net:") ? String(server.dropFirst(4)) : server
      let slashes = url.utf8.count(where: { $0 == UInt8(ascii: "/") })
      // The source needs a path, and a decision does not.
      let complete = slashes < 3 ? url + "/path" : url.hasSuffix("/") ? url + "path" : url
      return try GeolocationServer(complete, after: "net:").origin
    }
  }
}
