import ArgumentParser
import LocationCore
import LocationIO
import LocationPlaces
import LocationText
import LocationTracks

/// `locate visits` prints the log of visits by day and place.
struct VisitsCommand: LocateSubcommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "visits",
      abstract: "List the visits to each place by day.",
      discussion: """
        Prints a line for each day, device and place: the sum of the visits, and each one. 'monitor' writes \
        the log when it monitors a live source. A visit over midnight counts for both days. A visit that \
        lasts counts until now. --from 07:15 is today. A source without devices has no name of a device. After \
        several days there \
        is a line with the total of each place and device.

        With --json a line is an object: day, device, place, id, seconds, and visits with arrival and \
        departure.

        \(HelpText.examples([
          "visits --local-time",
          "visits --place Office --from 2025-06-01 --until 2025-06-08 --local-time",
          "visits --json | jq -r '[.day, .place, .seconds] | @csv'",
        ]))
        """)
  }

  @OptionGroup var chosen: ChosenPlacesOption

  @OptionGroup var time: TimeRangeOptions

  @Flag(help: "Days and times, also of --from and --until, are local; TZ selects another zone.")
  var localTime = false

  @OptionGroup(title: "What comes out") var output: ReportFormatOptions
  @OptionGroup var common: CommonOptions

  func run(in environment: LocateEnvironment) async throws {
    let (from, until) = time.bounds(isLocal: localTime, today: environment.now())
    let path = try environment.path(of: VisitLog.file, in: .data)
    var visits: [Visit] = []
    // Reading would make the file.
    if FileAccess(path).exists {
      visits = try await SQLitePlaceStore(path: path).visits(from: from, until: until)
    }
    // A deleted place still has its visits.
    for name in chosen.names where !visits.contains(where: { $0.isVisit(to: name) }) {
      _ = try await environment.placeService.find(name)
    }
    if !chosen.names.isEmpty {
      visits = visits.filter { visit in chosen.names.contains(where: visit.isVisit(to:)) }
    }
    var presentation = Presentation()
    presentation.usesLocalTime = localTime
    let days = VisitDay.days(
      of: visits, from: from, until: until, now: environment.now(),
      offset: { presentation.clock(at: $0)?.offset ?? 0 })
    for day in days {
      var text = ByteText()
      if output.isJSON {
        day.write(jsonInto: &text, presentation)
        try environment.output.write(text.bytes)
      } else {
        day.write(into: &text, presentation)
        try environment.textOutput.write(text.bytes)
      }
    }
    if !output.isJSON { try environment.textOutput.write(totals(of: days).bytes) }
  }

  /// A line for each place and device with its time on all days, if there are several days.
  private func totals(of days: [VisitDay]) -> ByteText {
    var totals: [(day: VisitDay, seconds: Double)] = []
    for day in days {
      if let index = totals.firstIndex(where: { $0.day.isOfSamePlaceAndDevice(as: day) }) {
        totals[index].seconds += day.seconds
      } else {
        totals.append((day, day.seconds))
      }
    }
    var text = ByteText()
    guard totals.count < days.count else { return text }
    text.write("\n")
    for (day, seconds) in totals {
      text.write("total       ")
      day.write(seconds: seconds, into: &text)
      text.write("\n")
    }
    return text
  }
}

extension VisitLog {
  /// The log of the command in the user's folder for data, `$XDG_DATA_HOME`.
  static let file = "locate/visits.sqlite"
}

extension Visit {
  /// Whether it is a visit to the place with a name or an id.
  fileprivate func isVisit(to text: String) -> Bool {
    Place.key(ofName: name) == Place.key(ofName: text) || place == text
  }
}
