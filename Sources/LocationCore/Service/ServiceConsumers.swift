/// One call of ``UserLocationService/findUserLocation(matching:then:)`` that is not answered yet.
struct ServiceRequest: Sendable {
  typealias ID = Int
  typealias Answer = @Sendable (Result<Fix, UserLocationError>) -> Void

  let id: ID
  let criteria: LocationCriteria
  /// When the request times out, on the service's clock.
  let deadline: Duration?
  /// Waits for the deadline.
  let timer = TaskSlot()
  let answer: Answer
  /// The most accurate fix so far; none of them met the criteria.
  var best: Fix?
  /// How many fixes came.
  var fixCount = 0

  init(id: ID, criteria: LocationCriteria, at now: Duration, answer: @escaping Answer) {
    self.id = id
    self.criteria = criteria
    self.answer = answer
    deadline = criteria.timeout.map { now + $0 }
  }

  /// The request's answer if it ends without a suitable fix.
  ///
  /// - Parameter loss: why the source has no fix, if it said so since its last fix.
  func failing(_ error: UserLocationError, _ loss: FixLoss.Reason? = nil) -> ServiceReply {
    var error = error
    error.bestFix = best
    if error == .timedOut || error == .sourceEnded { error.observation = observation(loss) }
    return ServiceReply(request: self, result: .failure(error))
  }

  /// What came instead of a suitable fix; `nil` if nothing came.
  private func observation(_ loss: FixLoss.Reason?) -> String? {
    guard fixCount > 0, let accuracy = criteria.accuracy else {
      return loss.map { "the source reported \"\($0)\"" }
    }
    let fixes = fixCount == 1 ? "1 fix" : "\(fixCount) fixes"
    let demand = "an accuracy of \(accuracy) m was demanded"
    guard let error = best?.horizontalAccuracy else {
      return "\(fixes) came without a stated error, and \(demand); demand none, "
        + "or let the receiver state its error (NMEA: GST)"
    }
    return "\(fixes) came, the best with an error of \(error) m, and \(demand)"
  }
}

/// The answer to a request, to be given outside the lock.
struct ServiceReply: Sendable {
  let request: ServiceRequest
  let result: Result<Fix, UserLocationError>

  /// Gives the answer, and stops the request's timer.
  func send() {
    request.timer.cancel()
    request.answer(result)
  }
}

/// One sequence or observation of the service that has not ended yet.
struct ServiceStream: Sendable {
  typealias ID = Int

  let id: ID
  let buffer: UpdateBuffer
  /// Whether the stream reports fixes only: then nothing else wakes its consumer.
  let isOfFixesOnly: Bool
  /// Drops fixes; `nil` for none.
  private var selection: UpdateSelection?

  init(id: ID, buffer: UpdateBuffer, filter: LocationFilter, isOfFixesOnly: Bool) {
    self.id = id
    self.buffer = buffer
    self.isOfFixesOnly = isOfFixesOnly
    selection = filter == LocationFilter() ? nil : UpdateSelection(filter)
  }

  /// The updates to report, in order.
  mutating func reported(_ updates: [LocationUpdate]) -> [LocationUpdate] {
    let wantsSkies = !isOfFixesOnly && buffer.interests.current.contains(.satellites)
    return updates.filter { update in
      switch update {
      case .fix: break
      case .sky where wantsSkies: break
      case .sky: return false
      case .fixLost, .authorization: return !isOfFixesOnly
      }
      return selection?.passes(update) ?? true
    }
  }
}

/// The service's one subscription to its source.
struct ServiceSubscription: Sendable {
  typealias ID = Int

  let id: ID
  /// Dropping it ends the subscription.
  let updates: LocationUpdates
  /// Takes the updates of a source that is pulled.
  let pump = TaskSlot()

  /// Ends the subscription; called outside the lock.
  func stop() { pump.cancel() }
}
