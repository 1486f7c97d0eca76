import ArgumentParser
import LocationCore
import LocationSources

/// The options that make the locations of a stream smoother.
struct SmoothingOptions: ParsableArguments {
  /// A prediction for a longer time would be a guess.
  private static let longest = Duration.seconds(60)

  @Flag(
    help: ArgumentHelp(
      "Make locations smoother, without a delay, and refuse those that cannot be true.",
      discussion: """
        Position, altitude, speed, course and climb become estimates from all locations so far. A stationary \
        receiver keeps its place and its course. A jump is refused, unless it lasts for 10 s. The end says how many \
        locations were refused. The format updates keeps what the receiver reported.
        """))
  var smooth = false

  @Option(
    help: ArgumentHelp(
      "With --smooth, predict locations for this long while there is no fix, e.g. 10s.",
      discussion: """
        Each report of the loss becomes a location at which the receiver is if it goes on as before. Its error grows, \
        and its status says that it is estimated. Default: none is predicted.
        """,
      valueName: "duration"),
    transform: Duration.init(argument:))
  var predict: Duration?

  func validate() throws {
    guard let predict else { return }
    if !smooth { throw ValidationError("--predict needs --smooth") }
    if predict > Self.longest || predict == .zero {
      throw ValidationError("--predict is within 1ms ... 60s")
    }
  }

  /// What smooths the locations; `nil` if nothing does.
  var smoothing: SourceSmoothing? { smooth ? SourceSmoothing(predict: predict) : nil }
}
