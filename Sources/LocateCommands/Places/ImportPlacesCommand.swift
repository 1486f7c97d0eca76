import ArgumentParser
import LocationCore
import LocationIO
import LocationPlaces
import LocationSources
import LocationTracks

/// `locate places import` adds the places of a file.
struct ImportPlacesCommand: LocateSubcommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "import",
      abstract: "Add the places of a file, and print them.",
      discussion: """
        Reads GeoJSON, the placemarks of KML, the waypoints of GPX, CSV with the columns name, latitude \
        and longitude, and the waypoints that OwnTracks exports. The content decides. Either all places \
        are added or none: if there is a place with one of the names, nothing changes, unless --replace \
        is given. A place of the file with the name of an earlier one in the file gets a number after \
        its name, and the same place twice is added once.

        \(HelpText.examples([
          "places import waypoints.gpx --radius 50m",
          "places import places.csv --replace",
          "places import - < places.geojson",
        ]))
        """)
  }

  @Argument(help: "The file, or - for standard input.", completion: .file()) var file: String

  @Option(
    help: ArgumentHelp(
      "The radius of a place that the file gives none, e.g. 50m.", discussion: "Default: 100m.",
      valueName: "length"),
    transform: Length.init(argument:))
  var radius: Length?

  @Flag(
    help: "Replace places of the same name. They keep their ids, and private ones stay private.")
  var replace = false

  @OptionGroup(title: "What comes out") var output: ReportFormatOptions
  @OptionGroup var common: CommonOptions

  func run(in environment: LocateEnvironment) async throws {
    let service = try environment.placeService
    let description = try SourceDescription(file)
    guard description.isRecording else {
      throw CommandFailure(
        .usage, "\(description): not a file; name a file, or - for standard input")
    }
    let text = try await environment.contents(of: description)
    let read = try places(from: text, of: description, in: environment)
    guard !read.isEmpty else {
      throw CommandFailure(.badData, "\(description): it has no place with a name")
    }
    var known: [String: Place] = [:]
    for place in try await service.places() { known[place.nameKey] = place }
    let named = try withOwnNames(read, besides: Set(known.keys), in: environment)
    var new: [Place] = []
    var changed: [Place] = []
    for place in named {
      if replace, let former = known[place.nameKey] {
        changed.append(try place.identified(by: former.id).keepingPrivacy(of: former))
      } else {
        new.append(place)
      }
    }
    let added = try await service.add(new)
    for place in changed { try await service.update(place) }
    try output.write(added + changed, in: environment)
  }

  /// The places without repeated ones, each with a name that no earlier one has.
  ///
  /// - Parameter names: the keys of the names that a new name must not have.
  private func withOwnNames(
    _ places: [Place], besides names: Set<String>, in environment: LocateEnvironment
  ) throws -> [Place] {
    var first: [String: Place] = [:]
    var result: [Place] = []
    var repeated = 0
    var renamed: [String] = []
    for var place in places {
      if let earlier = first[place.nameKey] {
        if place == earlier {
          repeated += 1
          continue
        }
        let name = place.name
        var number = 2
        repeat {
          try place.rename(to: "\(name) \(number)")
          number += 1
        } while first[place.nameKey] != nil || names.contains(place.nameKey)
        renamed.append(place.name)
      }
      first[place.nameKey] = place
      result.append(place)
    }
    if repeated > 0 {
      environment.say(
        "\(file): \(HelpText.count(repeated, "place")) left out, because the file has the same before"
      )
    }
    if !renamed.isEmpty {
      environment.say(
        "\(file): \(HelpText.count(renamed.count, "place")) renamed, because the name was there before: "
          + renamed.joined(separator: ", ")
      )
    }
    return result
  }

  private func places(
    from text: [UInt8], of file: SourceDescription, in environment: LocateEnvironment
  ) throws -> [Place] {
    let radius = radius?.meters ?? PlaceAreaOptions.standardRadius
    let format = PlaceFormat.recognize(text)
    do throws(PlaceError) {
      let content = try format.read(text, defaultRadius: radius)
      if content.leftOutCount > 0, let leftOut = format.leftOut {
        environment.say("\(file): \(leftOut) are left out: \(content.leftOutCount)")
      }
      return content.places
    } catch {
      guard var cause = error.cause as? UserLocationError else {
        throw CommandFailure(.badData, "\(file): \(error)")
      }
      cause.source = file.description
      throw cause
    }
  }
}
