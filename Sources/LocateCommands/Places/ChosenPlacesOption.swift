import ArgumentParser

/// The option that selects places of those that the user has.
struct ChosenPlacesOption: ParsableArguments {
  @Option(
    name: .customLong("place"),
    help: ArgumentHelp(
      "Only this place, by its name or id; may be given more than once.", valueName: "name"),
    completion: .places)
  var names: [String] = []
}
