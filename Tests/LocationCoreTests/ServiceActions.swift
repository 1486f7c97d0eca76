@testable import LocationCore

// What the tests of the state machine read from its actions.

extension FixLoss {
  static let silent = FixLoss(
    reason: .silent, source: FixSource(kind: .live, name: "mock"))
  static let disconnected = FixLoss(
    reason: .disconnected, source: FixSource(kind: .live, name: "mock"))
}

extension ServiceStateMachine.Phase {
  var name: String {
    switch self {
    case .idle: "idle"
    case .asking: "asking"
    case .starting: "starting"
    case .running: "running"
    case .shutDown: "shutDown"
    }
  }
}

extension ServiceStateMachine.SourceAction {
  var isNone: Bool { if case .none = self { true } else { false } }
  var isAsk: Bool { if case .ask = self { true } else { false } }
  var isStart: Bool { if case .start = self { true } else { false } }
}

extension ServiceStateMachine.RequestAction {
  var reply: ServiceReply? { if case .answer(let reply) = self { reply } else { nil } }
  var source: ServiceStateMachine.SourceAction? {
    if case .wait(let action) = self { action } else { nil }
  }
}

extension ServiceStateMachine.StreamAction {
  var source: ServiceStateMachine.SourceAction? {
    if case .wait(let action) = self { action } else { nil }
  }
}

extension ServiceStateMachine.AnswerAction {
  var isNone: Bool { if case .none = self { true } else { false } }
  var isStart: Bool { if case .start = self { true } else { false } }
}

extension ServiceStateMachine.StartAction {
  var subscription: ServiceSubscription? {
    if case .receive(let subscription) = self { subscription } else { nil }
  }
}

extension Result where Success == Fix, Failure == UserLocationError {
  var fix: Fix? { try? get() }
}
