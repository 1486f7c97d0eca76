import ArgumentParser

/// The option against the memory of the source `last:`.
struct RememberOption: ParsableArguments {
  @Flag(
    name: .customLong("no-remember"),
    help: "Do not keep the location of this machine for the source last:.")
  var isOff = false
}
