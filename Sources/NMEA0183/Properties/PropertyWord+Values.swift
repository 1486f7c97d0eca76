extension DataStatus: PropertyWord {
  package var word: StaticString {
    switch self {
    case .active: "active"
    case .void: "void"
    }
  }
}

extension FixQuality: PropertyWord {
  package var word: StaticString {
    switch self {
    case .invalid: "invalid"
    case .autonomous: "autonomous"
    case .differential: "differential"
    case .precise: "precise"
    case .rtkFixed: "rtkFixed"
    case .rtkFloat: "rtkFloat"
    case .estimated: "estimated"
    case .manual: "manual"
    case .simulator: "simulator"
    case .sbas: "sbas"
    }
  }
}

extension PositioningMode: PropertyWord {
  package var word: StaticString {
    switch self {
    case .autonomous: "autonomous"
    case .differential: "differential"
    case .estimated: "estimated"
    case .rtkFloat: "rtkFloat"
    case .manual: "manual"
    case .invalid: "invalid"
    case .precise: "precise"
    case .rtkFixed: "rtkFixed"
    case .simulator: "simulator"
    }
  }
}

extension NavigationStatus: PropertyWord {
  package var word: StaticString {
    switch self {
    case .safe: "safe"
    case .caution: "caution"
    case .unsafe: "unsafe"
    case .notProvided: "notProvided"
    }
  }
}

extension FixDimension: PropertyWord {
  package var word: StaticString {
    switch self {
    case .none: "none"
    case .two: "two"
    case .three: "three"
    }
  }
}

extension DimensionSelection: PropertyWord {
  package var word: StaticString {
    switch self {
    case .automatic: "automatic"
    case .manual: "manual"
    }
  }
}

extension THS.HeadingMode: PropertyWord {
  package var word: StaticString {
    switch self {
    case .autonomous: "autonomous"
    case .estimated: "estimated"
    case .manual: "manual"
    case .simulator: "simulator"
    case .invalid: "invalid"
    }
  }
}

extension MWV.Reference: PropertyWord {
  package var word: StaticString {
    switch self {
    case .relative: "relative"
    case .theoretical: "theoretical"
    }
  }
}

extension MWV.SpeedUnit: PropertyWord {
  package var word: StaticString {
    switch self {
    case .kilometersPerHour: "kilometersPerHour"
    case .metersPerSecond: "metersPerSecond"
    case .knots: "knots"
    case .statuteMilesPerHour: "statuteMilesPerHour"
    }
  }
}

extension Side: PropertyWord {
  package var word: StaticString {
    switch self {
    case .left: "left"
    case .right: "right"
    }
  }
}

extension RTE.Kind: PropertyWord {
  package var word: StaticString {
    switch self {
    case .complete: "complete"
    case .working: "working"
    }
  }
}

extension PUBX00.Status: PropertyWord {
  package var word: StaticString {
    switch self {
    case .noFix: "noFix"
    case .deadReckoning: "deadReckoning"
    case .two: "two"
    case .three: "three"
    case .differentialTwo: "differentialTwo"
    case .differentialThree: "differentialThree"
    case .combined: "combined"
    case .timeOnly: "timeOnly"
    }
  }
}

extension UBloxSatellite.Use: PropertyWord {
  package var word: StaticString {
    switch self {
    case .unused: "unused"
    case .used: "used"
    case .available: "available"
    }
  }
}
