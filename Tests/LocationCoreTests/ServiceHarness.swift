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

/// Collects the answers of callbacks and lets a test await them.
final class Answers: Sendable {
  typealias Answer = Result<any UserLocation, UserLocationError>
  private let stream: AsyncStream<Answer>
  private let continuation: AsyncStream<Answer>.Continuation

  init() { (stream, continuation) = AsyncStream.makeStream() }

  var block: UserLocationCompletionBlock {
    { [continuation] in continuation.yield($0) }
  }

  /// The next answer.
  func next() async -> Answer? {
    for await answer in stream { return answer }
    return nil
  }

  /// The remaining answers, after all pending tasks very likely ran. Later answers are lost.
  func rest() async -> [Answer] {
    for _ in 0..<100 { await Task.yield() }
    continuation.finish()
    var all: [Answer] = []
    for await answer in stream { all.append(answer) }
    return all
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
