package import LocationCore

/// What a recording says at one moment, for who wants its bytes too: an update, and what the
/// receiver said up to it.
package struct ReplayStep: Sendable {
  /// `nil` where there are bytes of which nothing followed, as at a recording's end.
  package var update: LocationUpdate?
  /// Everything from the update before, as it was recorded: sentences, good and bad, and whatever
  /// is between them. Empty where an epoch said it all with the update before.
  package var recorded: [UInt8]
}
