import LocationCore

extension LocationProvider {
  /// The first fix of a new subscription.
  func firstFix() async throws -> Fix {
    var updates = startUpdatingLocation().makeAsyncIterator()
    return try await updates.next { $0.fix }
  }

  /// The error that ends a new subscription; `nil` if it yields an update or ends without an error.
  func failure() async -> UserLocationError? {
    do throws(UserLocationError) {
      var updates = startUpdatingLocation().makeAsyncIterator()
      _ = try await updates.next()
      return nil
    } catch {
      return error
    }
  }
}

extension LocationUpdates.Iterator {
  /// The next update of one kind; other updates are skipped.
  mutating func next<Kind>(_ kind: (LocationUpdate) -> Kind?) async throws -> Kind {
    while let update = try await next() {
      if let found = kind(update) { return found }
    }
    throw UserLocationError.sourceEnded
  }
}

extension LocationUpdate {
  var fix: Fix? { if case .fix(let fix) = self { fix } else { nil } }
  var loss: FixLoss? { if case .fixLost(let loss) = self { loss } else { nil } }
  var authorization: AuthorizationStatus? {
    if case .authorization(let status) = self { status } else { nil }
  }
}
