import LocationCore
import LocationTesting
import Testing

extension Fix {
  /// A fix in Munich or north of it.
  static func munich(northBy degrees: Double = 0, accuracy: Double? = nil) throws -> Fix {
    var fix = Fix(
      coordinate: try Coordinate(latitude: 48.1173 + degrees, longitude: 11.5167), mode: .threeD,
      source: FixSource(kind: .live, name: "mock"))
    fix.errors.horizontal = accuracy
    return fix
  }
}

/// The answers of callbacks.
typealias Answers = RecordedCalls<Result<any UserLocation, UserLocationError>>

extension RecordedCalls where Value == Result<any UserLocation, UserLocationError> {
  var block: UserLocationCompletionBlock { { self.record($0) } }

  /// The first answer.
  func first() async -> Value? { await waitForCalls().first }

  /// All answers, after all pending tasks very likely ran.
  func settled() async -> [Value] {
    for _ in 0..<100 { await Task.yield() }
    return values
  }
}

extension Result where Success == any UserLocation, Failure == UserLocationError {
  var fix: Fix? { (try? get()) as? Fix }
  var code: UserLocationError.Code? {
    if case .failure(let error) = self { return error.code }
    return nil
  }
}

/// The result of a request made with `await`.
func outcome(
  _ service: UserLocationService, _ criteria: LocationCriteria = LocationCriteria()
) async -> Result<Fix, UserLocationError> {
  do throws(UserLocationError) {
    return .success(try await service.userLocation(matching: criteria))
  } catch {
    return .failure(error)
  }
}

extension Result where Failure == UserLocationError {
  var failure: UserLocationError? {
    if case .failure(let error) = self { return error }
    return nil
  }
}
