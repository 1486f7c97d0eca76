// Serves a recorded NMEA log as gpsd, again and again:  serve-locations drive.nmea
// Prints the endpoint, which gpspipe reads:  gpspipe -w 127.0.0.1:PORT
import Foundation
import LocationCore
import LocationServing
import NMEALocation

let log = CommandLine.arguments[1]
let provider = NMEAReplayProvider(path: log, loops: true)
let server = try LocationServer(
  endpoints: [.gpsd(port: 0)], device: ServedDevice(path: log, driver: "replay"),
  name: "serve-locations", version: "1.0")
for endpoint in server.endpoints {
  try FileHandle.standardOutput.write(contentsOf: Data("\(endpoint)\n".utf8))
}
try await server.serve(provider)
