import ArgumentParser
import LocationCore
import LocationSources
import LocationTracks

/// The options for values that people read. Only text and templates follow them.
struct PresentationOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The units of text and templates: metric, nautical (ft, kn) or imperial (ft, mph).",
      discussion: "Default: metric, with km/h in text and m/s in templates.", valueName: "system"),
    completion: .list(UnitSystem.allCases.map(\.rawValue)),
    transform: UnitSystem.init(argument:))
  var units: UnitSystem?

  @Option(
    help: ArgumentHelp(
      "How text and templates write coordinates: decimal, dm, dms, utm, mgrs, olc or maidenhead.",
      discussion: "Default: decimal.", valueName: "notation"),
    completion: .list(CoordinateNotation.allCases.map(\.rawValue)),
    transform: CoordinateNotation.init(argument:))
  var coordinates: CoordinateNotation?

  @Flag(
    help: ArgumentHelp(
      "Local time in text and templates, and for --from and --until.",
      discussion: "The variable TZ selects another time zone."))
  var localTime = false

  /// Applies the options to a format, and the user's defaults where the format is for people.
  ///
  /// - Parameter hasTimes: whether there are --from and --until, which `--local-time` is for too.
  /// - Throws: `ValidationError` if the user chose an option, and programs read the format.
  func apply(
    to format: OutputFormat, hasTimes: Bool = false, defaults: Configuration = Configuration()
  ) throws -> OutputFormat {
    let presentation = self.presentation(defaults: defaults)
    guard presentation != .standard || units != nil || coordinates != nil else { return format }
    guard let presented = format.presented(as: presentation) else {
      let option =
        units != nil
        ? "--units"
        : coordinates != nil ? "--coordinates" : localTime && !hasTimes ? "--local-time" : nil
      guard let option else { return format }
      throw ValidationError(
        "\(option) is for text and templates; the other formats have their own units and times")
    }
    return presented
  }

  /// What the user chose, and the user's defaults for the rest.
  func presentation(defaults: Configuration) -> Presentation {
    var presentation = Presentation()
    if let units = units ?? defaults.units { presentation.units = units }
    if let coordinates = coordinates ?? defaults.coordinates {
      presentation.notation = coordinates
    }
    presentation.usesLocalTime = localTime || defaults.usesLocalTime
    return presentation
  }
}

/// The option for the units of pictures and of reports without coordinates.
struct UnitsOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The units: metric, nautical (ft, kn) or imperial (ft, mph).",
      discussion: "Default: metric.", valueName: "system"),
    completion: .list(UnitSystem.allCases.map(\.rawValue)),
    transform: UnitSystem.init(argument:))
  var units: UnitSystem?
}

extension UnitSystem {
  init(argument: String) throws(InvalidOptionValue) {
    guard let system = UnitSystem(rawValue: argument.lowercased()) else {
      throw InvalidOptionValue("units are metric, nautical or imperial")
    }
    self = system
  }
}

extension CoordinateNotation {
  init(argument: String) throws(InvalidOptionValue) {
    guard let notation = CoordinateNotation(rawValue: argument.lowercased()) else {
      throw InvalidOptionValue(
        "notations are \(CoordinateNotation.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    self = notation
  }
}
