/// Lines as gpsd writes them.
enum GPSDText {
  static let version =
    #"{"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}"# + "\r\n"

  static let watching = #"{"class":"WATCH","enable":true,"json":true}"# + "\r\n"

  /// gpsd's answers to a new client that watches.
  static let greeting = greeting(["/dev/gps0"])

  static func greeting(_ paths: [String]) -> String { version + devices(paths) + watching }

  static func devices(_ paths: [String]) -> String {
    let list = paths.map {
      #"{"class":"DEVICE","path":"\#($0)","driver":"NMEA0183","#
        + #""activated":"2024-07-04T11:59:59.000Z","flags":1,"native":0,"bps":9600}"#
    }
    return #"{"class":"DEVICES","devices":[\#(list.joined(separator: ","))]}"# + "\r\n"
  }

  static func device(_ path: String, isActive: Bool) -> String {
    let activated = isActive ? #""2024-07-04T12:00:00.000Z""# : "0"
    return #"{"class":"DEVICE","path":"\#(path)","activated":\#(activated)}"# + "\r\n"
  }

  /// A fix `second` seconds after 2024-07-04 12:00:00 UTC.
  static func fix(_ second: Int, device: String = "/dev/gps0") -> String {
    let time = "2024-07-04T12:\(two(second / 60)):\(two(second % 60)).000Z"
    return #"{"class":"TPV","device":"\#(device)","mode":3,"time":"\#(time)","ept":0.005,"#
      + #""lat":48.117312345,"lon":-11.516698765,"altHAE":592.3000,"altMSL":545.4000,"#
      + #""speed":11.524,"track":84.4000,"eph":17.100,"epv":29.900}"# + "\r\n"
  }

  /// A fix whose receiver does not know the time.
  static func fixWithoutTime(device: String = "/dev/gps0") -> String {
    #"{"class":"TPV","device":"\#(device)","mode":2,"lat":48.117312345,"lon":-11.516698765}"#
      + "\r\n"
  }

  static func lost(_ second: Int) -> String {
    #"{"class":"TPV","device":"/dev/gps0","mode":1,"time":"2024-07-04T12:00:\#(two(second)).000Z"}"#
      + "\r\n"
  }

  static func sky(_ count: Int) -> String {
    let list = (0..<count).map {
      #"{"PRN":\#($0 % 400 + 1),"el":45.0,"az":120.0,"ss":40.0,"used":true,"gnssid":0,"svid":\#($0 % 32 + 1)}"#
    }
    return #"{"class":"SKY","device":"/dev/gps0","hdop":0.90,"nSat":\#(count),"satellites":["#
      + list.joined(separator: ",") + "]}\r\n"
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
