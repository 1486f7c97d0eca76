import LocationIO

/// Finds devices of this machine that can be receivers, and gives advice for using them with gpsd.
enum LocalReceivers {
  /// How the names of USB, Bluetooth and built-in receivers begin on Linux.
  private static let names = ["ttyACM", "ttyUSB", "ttyAMA", "rfcomm", "serial", "gnss", "gps"]

  /// The paths of the devices that exist.
  static func paths(in folder: String = "/dev") -> [String] {
    FolderContents.names(in: folder).filter { entry in
      names.contains { entry.hasPrefix($0) && entry.dropFirst($0.count).allSatisfy(\.isNumber) }
    }.map { "\(folder)/\($0)" }
  }

  /// Advice that makes gpsd read one of `paths`.
  static func advice(for paths: [String], isLocal: Bool) -> String {
    guard isLocal else {
      return "on its machine: sudo gpsdctl add /dev/ttyACM0, and see its log: journalctl -u gpsd"
    }
    guard let path = paths.first else {
      return
        "this machine has no device that looks like a receiver; plug it in and name it in DEVICES of "
        + "/etc/default/gpsd, or: sudo gpsdctl add /dev/ttyACM0"
    }
    let file = FileAccess(path)
    guard file.exists else {
      return "\(path) does not exist; is the receiver plugged in? it may have another name: "
        + "ls /dev/ttyACM* /dev/ttyUSB*"
    }
    // gpsd does not report why it could not open a device.
    var advice = "sudo gpsdctl add \(path); "
    advice += "gpsd runs as user gpsd of group dialout; \(path) belongs to \(file.ownership)"
    if confinement.contains(where: { FileAccess($0).exists }) {
      advice += "; AppArmor confines gpsd to usual device names: journalctl -k | grep DENIED"
    }
    return advice
  }

  /// Where AppArmor's profile for gpsd can be.
  private static let confinement = ["/etc/apparmor.d/usr.sbin.gpsd", "/etc/apparmor.d/gpsd"]
}
