import ArgumentParser

/// The option --place, which selects some of the user's places.
struct ChosenPlacesOption: ParsableArguments {
  @Option(
    name: .customLong("place"),
    help: ArgumentHelp(
      "Only this place, by its name or id; may be given more than once.", valueName: "name"),
    completion: .places)
  var names: [String] = []
}
