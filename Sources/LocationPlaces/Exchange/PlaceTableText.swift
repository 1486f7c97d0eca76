import LocationCore
import LocationText

/// Places as a table of comma-separated values (RFC 4180).
enum PlaceTableText {
  private static let columns = [
    "name", "latitude", "longitude", "radius", "tags", "note", "private", "privacyzone",
  ]
  /// Other names of the columns, as other programs write them.
  private static let synonyms = ["lat": "latitude", "lon": "longitude", "lng": "longitude"]

  // MARK: Writing

  static func text(of places: [Place]) throws(PlaceError) -> [UInt8] {
    var text = ByteText()
    text.write(text: columns.joined(separator: ","))
    text.write("\r\n")
    for place in places {
      guard case .circle(let circle) = place.region else {
        throw .notACircle(place, format: "CSV")
      }
      text.write(csv: place.name)
      text.write(text: ",\(circle.center.latitude),\(circle.center.longitude),\(circle.radius),")
      text.write(csv: place.tags.joined(separator: ";"))
      text.write(",")
      text.write(csv: place.note ?? "")
      text.write(text: place.isPrivate ? ",true," : ",,")
      text.write(csv: place.privacyZone?.text ?? "")
      text.write("\r\n")
    }
    return text.bytes
  }

  // MARK: Reading

  static func places(
    from text: [UInt8], defaultRadius: Double?
  ) throws(PlaceError) -> [Place] {
    guard String(validating: text, as: UTF8.self) != nil else {
      throw PlaceError(.badData, detail: "the table is not UTF-8")
    }
    var table = CSVRows(text)
    guard let header = try table.next() else {
      throw PlaceError(.badData, detail: "the table is empty")
    }
    let names = header.map { name in
      let name = name.lowercased().filter { !$0.isWhitespace }
      return synonyms[name] ?? name
    }
    guard Set(names).isSuperset(of: ["name", "latitude", "longitude"]) else {
      throw PlaceError(
        .badData, detail: "line 1: expected the columns name, latitude and longitude")
    }
    var places: [Place] = []
    while true {
      do throws(PlaceError) {
        guard let values = try table.next() else { return places }
        let row = Array(zip(names, values.map(CSVText.read)))
        places.append(try place(row, defaultRadius))
      } catch {
        throw error.located("line \(table.rowLine)")
      }
    }
  }

  private static func place(
    _ cells: [(name: String, value: String)], _ defaultRadius: Double?
  ) throws(PlaceError) -> Place {
    let row = Dictionary(cells, uniquingKeysWith: { first, _ in first })
    let name = row["name"] ?? ""
    let latitude = try number(row, "latitude")
    let longitude = try number(row, "longitude")
    guard let latitude, let longitude else {
      throw PlaceError(.badData, subject: name, detail: "latitude or longitude is missing")
    }
    let circle = try Place.circle(
      name, latitude, longitude, try number(row, "radius") ?? defaultRadius)
    let privacy = PlacePrivacy(cells.map { ($0.name, $0.value) })
    return try Place(
      name: name, region: circle.region,
      tags: (row["tags"] ?? "").split(separator: ";").map(String.init), note: row["note"],
      isPrivate: privacy.isPrivate, privacyZone: try PrivacyZone(text: privacy.zone))
  }

  private static func number(
    _ row: [String: String], _ column: String
  ) throws(PlaceError) -> Double? {
    let text = (row[column] ?? "").filter { !$0.isWhitespace }
    if text.isEmpty { return nil }
    guard let value = Double(text) else {
      throw PlaceError(.badData, detail: "\(column) is not a number but \(text)")
    }
    return value
  }
}

/// The rows of comma-separated values. A quoted value may have several lines.
struct CSVRows {
  private let text: [UInt8]
  private var index = 0
  /// The line in which the last row begins, from 1.
  private(set) var rowLine = 1
  private var line = 1

  init(_ text: [UInt8]) {
    self.text = text
    // Spreadsheets write a byte order mark.
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
  }

  /// The values of the next row that is not empty; `nil` at the end.
  mutating func next() throws(PlaceError) -> [String]? {
    while index < text.count, text[index] == 0x0A || text[index] == 0x0D { skip() }
    guard index < text.count else { return nil }
    rowLine = line
    var values: [String] = []
    while true {
      values.append(try value())
      guard index < text.count, text[index] == UInt8(ascii: ",") else { break }
      index += 1
    }
    return values
  }

  private mutating func skip() {
    if text[index] == 0x0A { line += 1 }
    index += 1
  }

  private mutating func value() throws(PlaceError) -> String {
    var bytes: [UInt8] = []
    guard index < text.count, text[index] == UInt8(ascii: "\"") else {
      while index < text.count, ![0x0A, 0x0D, UInt8(ascii: ",")].contains(text[index]) {
        bytes.append(text[index])
        index += 1
      }
      return String(decoding: bytes, as: UTF8.self)
    }
    index += 1
    while index < text.count {
      if text[index] == UInt8(ascii: "\"") {
        index += 1
        guard index < text.count, text[index] == UInt8(ascii: "\"") else {
          return String(decoding: bytes, as: UTF8.self)
        }
      }
      bytes.append(text[index])
      skip()
    }
    throw PlaceError(.badData, detail: "a quoted value has no end")
  }
}
