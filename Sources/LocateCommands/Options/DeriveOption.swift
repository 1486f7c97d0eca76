import ArgumentParser
import LocationSources

/// The option for recordings that do not state all speeds and courses.
struct DeriveOption: ParsableArguments {
  @Flag(
    help: ArgumentHelp(
      "Compute the speeds and courses that a recording lacks from its positions and times.",
      discussion: "JSON marks them. Gaps over 60 s get none, and a receiver that stands no course.")
  )
  var derive = false

  /// Whether values are derived.
  ///
  /// - Throws: an error if they are wanted and none of `sources` is a recording.
  func applies(to sources: [SourceDescription]) throws(CommandFailure) -> Bool {
    guard derive, !sources.haveRecording else { return derive }
    throw CommandFailure(
      .usage, "\(sources.names): --derive is for recordings, and this is none")
  }
}
