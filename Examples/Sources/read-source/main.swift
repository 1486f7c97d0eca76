// Prints the locations of any source:  read-source sim:walk  or  read-source gpsd://localhost
import LocationCore
import LocationSources

do {
  let source = CommandLine.arguments.dropFirst().first ?? "gpsd://localhost"
  let provider = try StandardSourceAssembler().provider(
    for: source, settings: SourceSettings(pace: .unpaced))
  for try await update in provider.startUpdatingLocation() {
    guard case .fix(let fix) = update else { continue }
    print(fix.coordinate.latitude, fix.coordinate.longitude)
  }
} catch {
  print("error: \(error)")
}
