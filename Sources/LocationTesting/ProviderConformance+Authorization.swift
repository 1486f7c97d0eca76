import LocationCore

extension ProviderConformance {
  func checkAuthorization(_ provider: any LocationProvider) async -> [Violation] {
    let status = provider.authorizationStatus
    var found: [Violation] = []
    if provider.isUserAuthorized != status.isAuthorized {
      found.append(
        Violation(
          .consistentAuthorization,
          "isUserAuthorized is \(provider.isUserAuthorized) while the status is \(status)"))
    }
    guard let answer = await within(limit, { await provider.requestWhenInUseAuthorization() })
    else {
      found.append(
        Violation(.answersRequests, "no answer within \(limit) while the status was \(status)"))
      return found
    }
    let newStatus = provider.authorizationStatus
    if answer.isAuthorized != newStatus.isAuthorized {
      found.append(
        Violation(
          .consistentAuthorization, "a request said \(answer), but the status is \(newStatus)"))
    }
    return found
  }

  func checkDenial(_ provider: any LocationProvider) async -> [Violation] {
    var found: [Violation] = []
    let answer = await within(limit) { await provider.requestWhenInUseAuthorization() }
    if answer?.isAuthorized != false {
      found.append(
        Violation(.reportsDenial, "a request said \(answer.map { "\($0)" } ?? "nothing")"))
    }
    if provider.isUserAuthorized {
      found.append(Violation(.reportsDenial, "isUserAuthorized is true after a refusal"))
    }
    switch await within(limit, { await provider.firstOutcome() }) {
    case .failure(let error)? where error.code == .notAuthorized: break
    case let other:
      found.append(
        Violation(.reportsDenial, "a subscription began with \(other.map { "\($0)" } ?? "nothing")")
      )
    }
    return found
  }
}
