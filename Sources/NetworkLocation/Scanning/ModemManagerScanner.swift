public import LocationCore
import LocationIO

/// Reads the cells that ModemManager reports, over D-Bus. It changes no setting of a modem.
///
/// The names are those of ModemManager's D-Bus API,
/// https://www.freedesktop.org/software/ModemManager/api/latest/.
public struct ModemManagerScanner: CellScanner {
  static let service = "org.freedesktop.ModemManager1"
  private static let modem = "\(service).Modem"
  private static let location = "\(service).Modem.Location"
  /// The key of MM_MODEM_LOCATION_SOURCE_3GPP_LAC_CI.
  private static let cellSource = 1
  private static let timeout = Duration.seconds(5)

  private let address: DBusConnection.Address

  /// Makes a scanner.
  public init() { self.init(address: .system) }

  /// Makes a scanner for another bus.
  init(address: DBusConnection.Address) { self.address = address }

  /// Asks all modems of ModemManager. Without ModemManager there is no cell.
  ///
  /// - Throws: as ``CellScanner``. A user without a local session may be refused.
  public func cells() async throws(UserLocationError) -> [CellTower] {
    do throws(DBusError) {
      return try await DBusConnection.run(on: address) { bus throws(DBusError) in
        guard try bus.isRunning(Self.service, timeout: Self.timeout) else { return [] }
        var cells: [CellTower] = []
        for modem in try Self.modems(bus) {
          if let cell = try Self.cell(of: modem, bus) { cells.append(cell) }
        }
        return cells
      }
    } catch {
      switch error {
      case .cancelled: throw UserLocationError.cancelled
      // A machine without a D-Bus has no ModemManager.
      case .noBus, .library: return []
      case _ where error.isAccessDenied || Self.isUnauthorized(error):
        throw UserLocationError(
          .notAuthorized,
          detail: "ModemManager tells the cell only to users of a local session; log in at this "
            + "machine, or allow the polkit action \(Self.service).Location", cause: error)
      default:
        throw UserLocationError(
          .sourceUnavailable, detail: "ModemManager: \(error)", cause: error)
      }
    }
  }

  /// A modem that can tell its cell.
  private struct Modem {
    let path: String
    let radio: CellTower.Radio
  }

  private static func modems(_ bus: DBusConnection) throws(DBusError) -> [Modem] {
    let manager = DBusObject(
      service: service, path: "/org/freedesktop/ModemManager1",
      interface: "org.freedesktop.DBus.ObjectManager")
    let answer = try bus.call(manager, "GetManagedObjects", timeout: timeout).first
    guard case .dictionary(let objects, _, _)? = answer?.content else { return [] }
    return objects.compactMap { path, interfaces in
      guard let interfaces = interfaces.namedValues, interfaces[location] != nil,
        let path = path.string,
        let technologies = interfaces[modem]?.namedValues?["AccessTechnologies"]?.integer,
        let radio = CellTower.Radio(technologies: technologies)
      else { return nil }
      return Modem(path: path, radio: radio)
    }
    .sorted { $0.path < $1.path }
  }

  private static func cell(of modem: Modem, _ bus: DBusConnection) throws(DBusError) -> CellTower? {
    let object = DBusObject(service: service, path: modem.path, interface: location)
    do throws(DBusError) {
      let answer = try bus.call(object, "GetLocation", timeout: timeout).first
      guard case .dictionary(let values, _, _)? = answer?.content,
        let text = values[.uint32(UInt32(cellSource))]?.string
      else { return nil }
      return CellTower(text, radio: modem.radio)
    } catch {
      // The modem may be gone, or switched off, since the list was made.
      guard case .refused = error, !error.isAccessDenied, !isUnauthorized(error) else {
        throw error
      }
      return nil
    }
  }

  private static func isUnauthorized(_ error: DBusError) -> Bool {
    guard case .refused(let name, _) = error else { return false }
    return name == "\(service).Error.Core.Unauthorized"
  }
}

extension CellTower {
  /// Reads the form of ModemManager: "MCC,MNC,LAC,CI,TAC". The first two numbers are decimal, the others
  /// hexadecimal. Versions before 1.2 leave out the last one.
  init?(_ text: String, radio: Radio) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count >= 4, let countryCode = Int(parts[0]), let networkCode = Int(parts[1]),
      let locationArea = Int(parts[2], radix: 16), let cellID = Int(parts[3], radix: 16)
    else { return nil }
    let trackingArea = parts.count > 4 ? Int(parts[4], radix: 16) : nil
    self.init(
      radio: radio, countryCode: countryCode, networkCode: networkCode,
      areaCode: radio == .lte ? trackingArea ?? locationArea : locationArea, cellID: cellID)
  }
}

extension CellTower.Radio {
  /// Reads a set of MMModemAccessTechnology. Several bits may be set: the newest technology that a request
  /// can name counts. `nil` if there is none.
  init?(technologies: Int) {
    func has(_ bits: ClosedRange<Int>) -> Bool { bits.contains { technologies & 1 << $0 != 0 } }
    // LTE; UMTS, HSDPA, HSUPA, HSPA and HSPA+; GSM, GSM Compact, GPRS and EDGE.
    if has(14...14) {
      self = .lte
    } else if has(5...9) {
      self = .wcdma
    } else if has(1...4) {
      self = .gsm
    } else {
      return nil
    }
  }
}
