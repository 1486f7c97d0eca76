// Follows a gpsd until SIGTERM or SIGINT:  follow-gpsd gpsd://localhost
// Prints each location as a line, and each change of the source on standard error. It never gives up.
import Dispatch
import Foundation
import LocationCore
import LocationSources

@main struct FollowGPSD {
  static func main() async {
    do {
      let source = CommandLine.arguments.dropFirst().first ?? "gpsd://localhost"
      let provider = try StandardSourceAssembler().provider(
        for: source, settings: SourceSettings(retries: true))
      let service = UserLocationService(provider: provider)
      let changes = service.statusChanges()
      Task { for await change in changes { write("\(source) \(change)", to: .standardError) } }

      let following = Task {
        for try await fix in service.locationUpdates() {
          let time = fix.timestamp?.ISO8601Format() ?? "-"
          write("\(time) \(fix.coordinate.latitude) \(fix.coordinate.longitude)")
        }
      }
      let signals = [SIGTERM, SIGINT].map { number in
        signal(number, SIG_IGN)  // Instead of ending the program, it cancels the task.
        let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
        source.setEventHandler { following.cancel() }
        source.resume()
        return source
      }
      defer { withExtendedLifetime(signals) {} }
      try await following.value
    } catch UserLocationError.cancelled {
      // A signal ended it.
    } catch {
      write("error: \(error)", to: .standardError)
      exit(1)
    }
  }

  static func write(_ line: String, to file: FileHandle = .standardOutput) {
    file.write(Data("\(line)\n".utf8))
  }
}
