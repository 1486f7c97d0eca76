import GPSDProtocol
import LocationCore
import LocationDashboard
import LocationIO
import LocationSources
import LocationText

/// What a source is doing.
struct SourceState: Sendable {
  /// A device that has a location.
  private struct Device {
    /// The shortest name that tells it from the others; empty if the source has no others.
    let name: String
    let fix: Fix
    let sky: SkyView?
  }

  /// How long to wait for the other devices of a broker after its first location. It sends those that it kept at once.
  private static let brokerTimeout = Duration.seconds(1)

  let source: SourceDescription
  private(set) var exit = ExitStatus.done
  /// The devices of a broker; one of another source.
  private var devices: [Device] = []
  /// The satellites without a location.
  private var sky: SkyView?
  /// Why there is no location.
  private(set) var detail = ""

  var hasFix: Bool { !devices.isEmpty }

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
      devices = source.isBroker ? Self.devices(of: received) : []
      if devices.isEmpty, let fix = received.fix {
        devices = [Device(name: "", fix: fix, sky: sky)]
      }
      if devices.isEmpty {
        exit = .noFixInTime
        detail = run.observation.words
      }
    } catch {
      exit = ExitStatus(error.code)
      detail = error.detail.isEmpty ? "\(error.code)" : error.detail
    }
  }

  /// The devices that have a location, in the order of their names.
  private static func devices(of dashboard: LocationDashboard) -> [Device] {
    dashboard.devices.compactMap { device in
      guard device.hasFix, let fix = device.fix else { return nil }
      return Device(name: dashboard.name(of: device.id), fix: fix, sky: device.sky)
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
    let restTimeout = source.isBroker ? brokerTimeout : skyTimeout
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
            if restTimeout == nil || dashboard.isComplete && !source.isBroker {
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

  private var state: SourceMetrics.State {
    switch exit {
    case .done: .fix
    case .noFixInTime: .waiting
    case .notAuthorized: .denied
    default: .failed
    }
  }

  func add(to metrics: inout SourceMetrics) {
    for device in devices {
      let name = device.name.isEmpty ? source.name : device.fix.source.deviceID.text
      metrics.add(name, state, fix: device.fix, sky: device.sky)
    }
    if devices.isEmpty { metrics.add(source.name, state, sky: sky) }
  }

  /// Writes a line for each device.
  func write(into text: inout ByteText, now: () -> Date) {
    for device in devices {
      write(device.name, device.fix.summary(at: now), into: &text)
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
    for device in devices { write(jsonOf: device.fix, into: &text) }
    if devices.isEmpty { write(jsonOf: nil, into: &text) }
  }

  private func write(jsonOf fix: Fix?, into text: inout ByteText) {
    text.member(#"{"source":"#, string: source.name)
    text.member(#","state":"#, string: state.rawValue)
    text.member(#","exit":"#, integer: Int(exit.code))
    text.member(#","detail":"#, string: detail.isEmpty ? nil : detail)
    text.member(#","fix":"#, fix: fix)
    text.write("}\n")
  }
}
