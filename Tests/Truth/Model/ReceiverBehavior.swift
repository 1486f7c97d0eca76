/// How a simulated receiver and its line behave.
struct ReceiverBehavior {
  /// The types of sentence of a cycle, in the order in which they are sent.
  enum Kind: CaseIterable {
    case rmc, gga, gns, gll, vtg, zda, gsa, gsv, gst, pgrme, pgrmz, pubx00, hdt
  }

  /// When a time is missing.
  enum Times {
    case all
    /// RMC leaves it out.
    case notInRMC
    case none
  }

  var cycle: [Kind] = [.rmc, .vtg, .gga, .gsa, .gsv, .gll, .zda]
  /// The talker of RMC, GGA, GNS, GLL, VTG, GST and ZDA.
  var talker = "GP"
  /// Positions a second.
  var rate = 1
  var timeDecimals = 2
  var times = Times.all
  /// Whether RMC and ZDA state the date.
  var hasDate = true
  /// Every how many cycles ZDA is sent.
  var cyclesPerZDA = 1
  /// How far the receiver moves from epoch to epoch at most, in hundred-thousandths of a minute
  /// (1.8 cm).
  var stride = 3_000
  /// Milliseconds by which the epochs are late against the full second.
  var phase = 0
  /// Milliseconds since 1970 at the start.
  var start = 1_740_832_500_000
  /// Whether RMC's minutes have only four decimals.
  var isRMCCoarse = false

  /// Shares of the sentences that are lost, and that are damaged in a byte.
  var lossRate = 0.0
  var damageRate = 0.0
  /// The share of epochs in which a stretch of the line is lost, across ends of lines.
  var gapRate = 0.0
  /// The share of epochs without a fix, in runs.
  var outageRate = 0.0
  /// The share of epochs at which the clock is set.
  var clockStepRate = 0.0
  /// The share of epochs in which the recording is spliced: it stops inside a cycle and goes on
  /// inside another.
  var spliceRate = 0.0
}
