// Embedded Swift has no reflection.
#if !hasFeature(Embedded)
  /// A value of a sentence, for display.
  public indirect enum SentenceValue: Hashable, Sendable {
    /// A number without decimals.
    case integer(Int)
    /// A number.
    case number(Double)
    /// Text: names, times, dates, and the cases of enumerations.
    case text(String)
    /// Yes or no.
    case boolean(Bool)
    /// Several values; `nil` where one of them is not stated.
    case list([SentenceValue?])
    /// Several values, each with its name.
    case object([SentenceProperty])
  }

  /// One thing a sentence says: the library's name of the property, and its value.
  public struct SentenceProperty: Hashable, Sendable {
    /// The property's name, as `geoidSeparation`.
    public var name: String
    /// Its value.
    public var value: SentenceValue

    /// Makes a property.
    public init(name: String, value: SentenceValue) {
      self.name = name
      self.value = value
    }
  }

  extension Sentence {
    /// The values of the sentence with the library's property names, in the order of the fields.
    /// Absent values are left out. This uses reflection and is slow: use it only to display a sentence.
    public var properties: [SentenceProperty] {
      // A payload's one child is the struct of its case.
      guard let said = Mirror(reflecting: payload).children.first?.value else { return [] }
      return Mirror(reflecting: said).children.compactMap { child in
        guard let name = child.label, !Self.hidden.contains(name),
          let value = SentenceValue(reflecting: child.value)
        else { return nil }
        return SentenceProperty(name: name, value: value)
      }
    }

    /// Properties of a sentence's form that carry no information.
    private static let hidden: Set<String> = ["minuteDecimals", "hasSystemID"]
  }

  extension SentenceValue {
    fileprivate init?(reflecting value: Any) {
      switch value {
      case let value as Int: self = .integer(value)
      case let value as UInt8: self = .integer(Int(value))
      case let value as Double: self = .number(value)
      case let value as Bool: self = .boolean(value)
      case let value as any SentenceList:
        guard !value.isEmpty else { return nil }
        self = .list(value.values)
      case let value as ShortText:
        guard value.count > 0 else { return nil }
        self = .text(value.description)
      case let value as any CustomStringConvertible: self = .text(value.description)
      default:
        let mirror = Mirror(reflecting: value)
        if mirror.displayStyle == .optional {
          guard let some = mirror.children.first?.value else { return nil }
          self.init(reflecting: some)
        } else {
          self = .text("\(value)")
        }
      }
    }
  }

  /// A list that a sentence stores in place.
  private protocol SentenceList {
    var isEmpty: Bool { get }
    var values: [SentenceValue?] { get }
  }

  extension ModeList: SentenceList {
    var isEmpty: Bool { count == 0 }
    var values: [SentenceValue?] { (0..<count).map { self[$0].map { .text("\($0)") } } }
  }

  extension ResidualList: SentenceList {
    var isEmpty: Bool { values.isEmpty }
    // An empty slot counts for the position of the next ones. At the end it has no meaning.
    var values: [SentenceValue?] {
      let end = (0..<count).last { self[$0] != nil }.map { $0 + 1 } ?? 0
      return (0..<end).map { self[$0].map { .number($0) } }
    }
  }

  extension SatelliteSlots: SentenceList {
    var isEmpty: Bool { values.isEmpty }
    var values: [SentenceValue?] {
      (0..<count).compactMap { self[$0] == 0 ? nil : .integer(Int(self[$0])) }
    }
  }

  extension UBloxSatelliteList: SentenceList {
    var isEmpty: Bool { count == 0 }
    var values: [SentenceValue?] {
      (0..<count).map { index in
        let satellite = self[index]
        var properties = [
          SentenceProperty(name: "number", value: .integer(Int(satellite.number))),
          SentenceProperty(name: "use", value: .text("\(satellite.use)")),
        ]
        let stated = [
          ("azimuth", satellite.azimuth), ("elevation", satellite.elevation),
          ("signalStrength", satellite.signalStrength),
        ]
        for case (let name, let value?) in stated {
          properties.append(SentenceProperty(name: name, value: .integer(value)))
        }
        return .object(properties)
      }
    }
  }

  extension SatelliteQuartet: SentenceList {
    var isEmpty: Bool { count == 0 }
    var values: [SentenceValue?] {
      (0..<count).map { index in
        let report = self[index]
        var properties = [SentenceProperty(name: "number", value: .integer(Int(report.number)))]
        let stated = [
          ("elevation", report.elevation), ("azimuth", report.azimuth),
          ("signalStrength", report.signalStrength),
        ]
        for case (let name, let value?) in stated {
          properties.append(SentenceProperty(name: name, value: .number(value)))
        }
        return .object(properties)
      }
    }
  }
#endif
