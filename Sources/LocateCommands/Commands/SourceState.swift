import GPSDProtocol
import LocationCore
import LocationDashboard
import LocationIO
import LocationSources
import LocationText

/// What a source is doing.
struct SourceState: Sendable {
  /// A device that was heard.
  private struct Device {
    /// The shortest name that tells it from the others; empty for a source that has one device.
    let name: String
    let id: DeviceID
    /// The location; `nil` if it was lost.
    let fix: Fix?
    let sky: SkyView?
    /// Why there is no location.
    let detail: String

    var exit: ExitStatus { fix == nil ? .noFixInTime : .done }
  }

  /// How long to wait for other devices after the first location. A broker sends those that it kept at once.
  private static let devicesTimeout = Duration.seconds(1)

  let source: SourceDescription
  private(set) var exit = ExitStatus.done
  /// The devices that were heard, at most one of a source that has one.
  private var devices: [Device] = []
  /// The satellites without a location.
  private var sky: SkyView?
  /// Why there is no location.
  private(set) var detail = ""
  /// The locations of devices that there was no room for.
  private(set) var leftOut = 0

  var hasFix: Bool { devices.contains { $0.fix != nil } }

  /// Observes all sources at the same time.
  ///
  /// - Parameters:
  ///   - access: the access to brokers.
  ///   - timeout: how long to wait for a location.
  ///   - skyTimeout: how long to wait for the satellites after a location; `nil` not to wait for them.
  /// - Throws: `CancellationError`.
  static func all(
    of sources: [SourceDescription], _ access: MQTTAccess, within timeout: Duration,
    skyWithin skyTimeout: Duration? = nil,
    in environment: LocateEnvironment
  ) async throws -> [SourceState] {
    let states = await withTaskGroup(of: (Int, SourceState).self) { group in
      for (index, source) in sources.enumerated() {
        group.addTask {
          let state = await SourceState(
            of: source, access, within: timeout, skyWithin: skyTimeout, in: environment)
          return (index, state)
        }
      }
      return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    try Task.checkCancellation()
    return sources.indices.compactMap { states[$0] }
  }

  /// Observes a source until it has a location or fails, or until the time is over.
  private init(
    of source: SourceDescription, _ access: MQTTAccess, within timeout: Duration,
    skyWithin skyTimeout: Duration?,
    in environment: LocateEnvironment
  ) async {
    self.source = source
    do throws(UserLocationError) {
      let run = try SourceRun(
        of: [source], settings: SourceSettings(pace: .unpaced, access: access), isVerbose: false,
        in: environment)
      if run.base.authorizationStatus == .notDetermined {
        throw UserLocationError(
          .notAuthorized, detail: run.base.authorizationRefusal ?? "nobody has allowed it yet")
      }
      let (received, error) = await Self.observe(
        run, source, within: timeout, skyWithin: skyTimeout)
      sky = received.listedSky
      if let error { throw error }
      leftOut = received.counts.leftOut
      if source.hasDevices {
        devices = Self.devices(of: received)
      } else if let fix = received.fix {
        devices = [Device(name: "", id: fix.source.deviceID, fix: fix, sky: sky, detail: "")]
      }
      if !hasFix {
        exit = .noFixInTime
        detail = run.observation.words
      }
    } catch {
      exit = ExitStatus(error.code)
      detail = error.detail.isEmpty ? "\(error.code)" : error.detail
    }
  }

  /// The devices in the order of their names.
  private static func devices(of dashboard: LocationDashboard) -> [Device] {
    dashboard.devices.map { device in
      Device(
        name: dashboard.name(of: device.id), id: device.id, fix: device.hasFix ? device.fix : nil,
        sky: device.sky,
        detail: device.loss.map { "no location: \($0.reason)" } ?? "no location yet")
    }.sorted { $0.name < $1.name }
  }

  /// Reads a source until it has a location, ends or fails, or until the time is over.
  ///
  /// - Returns: what is known then, and the error of the source.
  private static func observe(
    _ run: SourceRun, _ source: SourceDescription, within timeout: Duration,
    skyWithin skyTimeout: Duration?
  ) async -> (LocationDashboard, UserLocationError?) {
    let environment = run.environment
    let restTimeout = source.hasDevices ? devicesTimeout : skyTimeout
    let firstFix = Promise<Void>()
    // A time limit returns `nil`.
    return await withTaskGroup(of: (LocationDashboard, UserLocationError?)?.self) { group in
      group.addTask {
        var dashboard = LocationDashboard()
        do throws(UserLocationError) {
          for try await update in run.provider.startUpdatingLocation() {
            dashboard.note(update, at: environment.now())
            guard dashboard.fix != nil else { continue }
            firstFix.give()
            if restTimeout == nil || dashboard.isComplete && !source.hasDevices {
              return (dashboard, nil)
            }
          }
          guard dashboard.fix == nil else { return (dashboard, nil) }
          throw UserLocationError(.sourceEnded, detail: "it ended without a location")
        } catch {
          return (dashboard, error)
        }
      }
      group.addTask {
        try? await environment.clock.sleep(for: timeout)
        return nil
      }
      if let restTimeout {
        group.addTask {
          await firstFix.value { firstFix.give() }
          try? await environment.clock.sleep(for: restTimeout)
          return nil
        }
      }
      let first = await group.next()
      group.cancelAll()
      if case let ending?? = first { return ending }
      // The error of the canceled reader says nothing about the source.
      for await case let (dashboard, _)? in group { return (dashboard, nil) }
      return (LocationDashboard(), nil)
    }
  }

  private static func state(_ exit: ExitStatus) -> SourceMetrics.State {
    switch exit {
    case .done: .fix
    case .noFixInTime: .waiting
    case .notAuthorized: .denied
    default: .failed
    }
  }

  func add(to metrics: inout SourceMetrics) {
    for device in devices {
      let name = device.name.isEmpty ? source.name : device.id.text
      metrics.add(name, Self.state(device.exit), fix: device.fix, sky: device.sky)
    }
    if devices.isEmpty { metrics.add(source.name, Self.state(exit), sky: sky) }
  }

  /// Writes a line for each device.
  func write(into text: inout ByteText, now: () -> Date) {
    for device in devices {
      write(device.name, device.fix?.summary(at: now) ?? device.detail, into: &text)
    }
    if devices.isEmpty { write("", detail, into: &text) }
  }

  private func write(_ device: String, _ words: String, into text: inout ByteText) {
    for part in [source.name, device] where !part.isEmpty {
      text.write(printable: part)
      text.write("  ")
    }
    text.write(printable: words)
    text.write("\n")
  }

  /// Writes a line for each device.
  func write(jsonInto text: inout ByteText) {
    for device in devices {
      write(device.id.device, device.exit, device.detail, device.fix, jsonInto: &text)
    }
    if devices.isEmpty { write(nil, exit, detail, nil, jsonInto: &text) }
  }

  /// - Parameter device: it is a member of a location too.
  private func write(
    _ device: String?, _ exit: ExitStatus, _ detail: String, _ fix: Fix?,
    jsonInto text: inout ByteText
  ) {
    text.member(#"{"source":"#, string: source.name)
    text.member(#","device":"#, string: fix == nil ? device : nil)
    text.member(#","state":"#, string: Self.state(exit).rawValue)
    text.member(#","exit":"#, integer: Int(exit.code))
    text.member(#","detail":"#, string: fix != nil || detail.isEmpty ? nil : detail)
    text.member(#","fix":"#, fix: fix)
    text.write("}\n")
  }
}
