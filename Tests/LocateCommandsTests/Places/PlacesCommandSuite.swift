import LocationCore
import LocationTesting
import TestSupport

@testable import LocateCommands

/// What a command line printed, and its exit code.
struct PlacesRun {
  let code: Int32
  let output: String
  let errors: String
}

/// Runs `locate places`, with its file in a directory of each test.
protocol PlacesCommandSuite {
  var directory: TemporaryDirectory { get }
}

extension PlacesCommandSuite {
  /// The places of the file.
  var file: String { directory.path("locate/places.geojson") }

  /// Runs `locate places` at 48.1173, 11.5167.
  func places(_ arguments: String...) async throws -> PlacesRun {
    let fix = LocationUpdate.fix(try .bare(source: .live))
    return await run(
      TestEnvironment(LocationProviderMock(script: [.update(fix)])), ["places"] + arguments)
  }

  /// Runs `locate places`, which reads `text` from the file that it is told to read.
  func places(reading text: String, _ arguments: String...) async -> PlacesRun {
    await run(TestEnvironment(log: text), ["places"] + arguments)
  }

  func run(_ environment: TestEnvironment, _ arguments: [String]) async -> PlacesRun {
    var environment = environment
    environment.variables["XDG_DATA_HOME"] = directory.url.path
    let code = await environment.run(arguments)
    return PlacesRun(code: code, output: environment.output.text, errors: environment.errors.text)
  }
}
