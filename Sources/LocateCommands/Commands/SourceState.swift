import GPSDProtocol
import LocationCore
import LocationDashboard
import LocationIO
import LocationSources
import LocationText

/// What a source is doing.
struct SourceState: Sendable {
  /// A device of a source, or a source that has one device or none.
  private struct Device {
    /// The shortest name that tells the device from the others, and its id; `nil` for the source itself.
    var named: (name: String, id: DeviceID)?
    var exit = ExitStatus.noFixInTime
    /// `nil` before the first location, and if it was lost.
    var fix: Fix?
    var sky: SkyView?
    /// Why there is no location.
    var detail = ""

    var state: SourceMetrics.State {
      switch exit {
      case .done: .fix
      case .noFixInTime: .waiting
      case .notAuthorized: .denied
      default: .failed
      }
    }
  }

  /// How long to wait for the other devices after the first location. A broker sends its retained messages at once.
  private static let devicesTimeout = Duration.seconds(1)

  let source: SourceDescription
  /// One or more.
  private var devices: [Device] = []
  /// The number of reports of devices that there was no room for.
  private(set) var leftOut = 0

  var hasFix: Bool { devices.contains { $0.fix != nil } }

  /// That of the first device.
  var exit: ExitStatus { devices.first?.exit ?? .done }

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
      leftOut = received.counts.leftOut
      if source.hasDevices { devices = Self.devices(of: received) }
      if devices.isEmpty {
        devices = [Device(sky: received.listedSky, detail: run.observation.words)]
        if let fix = received.fix {
          (devices[0].exit, devices[0].fix) = (.done, fix)
        }
      }
      // It counts more than what was heard before it.
      if let error { throw error }
    } catch {
      devices = [
        Device(
          exit: ExitStatus(error.code), sky: devices.first?.sky,
          detail: error.detail.isEmpty ? "\(error.code)" : error.detail)
      ]
    }
  }

  /// The devices in the order of their names.
  private static func devices(of dashboard: LocationDashboard) -> [Device] {
    dashboard.devices.map { device in
      Device(
        named: (dashboard.name(of: device.id), device.id),
        exit: device.hasFix ? .done : .noFixInTime, fix: device.hasFix ? device.fix : nil,
        sky: device.sky,
        detail: device.loss.map { "no location: \($0.reason)" } ?? "no location yet")
    }.sorted { ($0.named?.name ?? "") < ($1.named?.name ?? "") }
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

  func add(to metrics: inout SourceMetrics) {
    for device in devices {
      metrics.add(
        device.named?.id.text ?? source.name, device.state, fix: device.fix, sky: device.sky)
    }
  }

  /// Writes a line for each device.
  func write(into text: inout ByteText, now: () -> Date) {
    for device in devices {
      for part in [source.name, device.named?.name] {
        guard let part else { continue }
        text.write(printable: part)
        text.write("  ")
      }
      text.write(printable: device.fix?.summary(at: now) ?? device.detail)
      text.write("\n")
    }
  }

  /// Writes a line for each device. A location says which device it is from.
  func write(jsonInto text: inout ByteText) {
    for device in devices {
      let hasFix = device.fix != nil
      text.member(#"{"source":"#, string: source.name)
      text.member(#","device":"#, string: hasFix ? nil : device.named?.id.device)
      text.member(#","state":"#, string: device.state.rawValue)
      text.member(#","exit":"#, integer: Int(device.exit.code))
      text.member(#","detail":"#, string: hasFix || device.detail.isEmpty ? nil : device.detail)
      text.member(#","fix":"#, fix: device.fix)
      text.write("}\n")
    }
  }
}
