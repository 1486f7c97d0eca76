import LocationCore
import LocationText

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What a client of gpsd's protocol asks for (gpsd_json(5), "Core protocol commands").
package enum GPSDRequest: Equatable {
  case version
  case devices
  /// About a device; its path if one is named. What else is to be set there is not ours to set.
  case device(path: String?)
  case watch(WatchChange?)
  case poll
  /// Something that cannot be answered, and why.
  case bad(String)
}

/// The members of a `WATCH` object that a client sent; `nil` is what it left out.
package struct WatchChange: Equatable, Decodable {
  package var enable, json, nmea, scaled, timing, split24, pps: Bool?
  package var raw: Int?
  package var device: String?

  private enum Key: String, CodingKey {
    case enable, json, nmea, raw, scaled, timing, split24, pps, device
  }

  package init() {}

  package init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: Key.self)
    enable = try Self.number(.enable, of: object).map { $0 != 0 }
    json = try Self.number(.json, of: object).map { $0 != 0 }
    nmea = try Self.number(.nmea, of: object).map { $0 != 0 }
    scaled = try Self.number(.scaled, of: object).map { $0 != 0 }
    timing = try Self.number(.timing, of: object).map { $0 != 0 }
    split24 = try Self.number(.split24, of: object).map { $0 != 0 }
    pps = try Self.number(.pps, of: object).map { $0 != 0 }
    raw = try Self.number(.raw, of: object)
    device = try object.decodeIfPresent(String.self, forKey: .device)
  }

  /// gpsd's clients write truth values as 1 and levels as `true`.
  private static func number(
    _ key: Key, of object: KeyedDecodingContainer<Key>
  ) throws -> Int? {
    guard object.contains(key) else { return nil }
    if let truth = try? object.decode(Bool.self, forKey: key) { return truth ? 1 : 0 }
    return try object.decode(Int.self, forKey: key)
  }
}

/// The members of a `DEVICE` object that matter here.
private struct DeviceQuestion: Decodable {
  var path: String?
}

extension GPSDRequest {
  /// Reads a request.
  ///
  /// - Parameters:
  ///   - name: what stands between `?` and `;` or `=`.
  ///   - argument: the JSON object after `=`, if there is one.
  package init(name: String, argument: ArraySlice<UInt8>?) {
    switch (name, argument) {
    case ("VERSION", nil): self = .version
    case ("DEVICES", nil): self = .devices
    case ("POLL", nil): self = .poll
    case ("DEVICE", nil): self = .device(path: nil)
    case ("WATCH", nil): self = .watch(nil)
    case ("DEVICE", let argument?):
      self = Self.decoded(argument, of: name) { (question: DeviceQuestion) in
        .device(path: question.path)
      }
    case ("WATCH", let argument?):
      self = Self.decoded(argument, of: name) { (change: WatchChange) in .watch(change) }
    default: self = .bad("Unrecognized request '?\(name.prefix(40))'")
    }
  }

  private static func decoded<Value: Decodable>(
    _ json: ArraySlice<UInt8>, of name: String, _ request: (Value) -> GPSDRequest
  ) -> GPSDRequest {
    do {
      return request(try JSONDecoder().decode(Value.self, from: Data(json)))
    } catch DecodingError.typeMismatch(_, let context) {
      let path = context.codingPath.map(\.stringValue).joined(separator: ".")
      return .bad("Invalid \(name): the value of '\(path)' is of another type than it should be")
    } catch {
      return .bad("Invalid \(name): it is not a JSON object")
    }
  }
}
