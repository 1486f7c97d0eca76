import LocationCore
import LocationPOSIX

/// The process that started this one, for `--with-parent`.
///
/// Linux can send a signal when the parent ends (`PR_SET_PDEATHSIG`), but it does so when the *thread* that started this
/// process ends, and test runners start processes on threads that end soon. So the parent is looked at again and again.
struct ParentProcess: Sendable {
  private static let interval = Duration.milliseconds(200)

  private let atStart: Int32
  private let isGoneAtStart: Bool
  private let now: @Sendable () -> Int32
  private let onEnd: @Sendable () -> Void

  /// - Parameters:
  ///   - isGoneAtStart: whether the parent ended before this process could look.
  ///   - now: the parent's number, which changes when it ends.
  ///   - onEnd: ends this process.
  init(
    isGoneAtStart: Bool = Self.isOrphan, now: @escaping @Sendable () -> Int32 = { getppid() },
    onEnd: @escaping @Sendable () -> Void = { kill(getpid(), SIGTERM) }
  ) {
    atStart = now()
    self.isGoneAtStart = isGoneAtStart
    self.now = now
    self.onEnd = onEnd
  }

  /// Waits until the parent has ended, and ends this process as SIGTERM does. Returns when the task is canceled.
  func watch(on clock: any LocationClock) async {
    while !isGoneAtStart, now() == atStart {
      guard (try? await clock.sleep(for: Self.interval)) != nil else { return }
    }
    onEnd()
  }

  /// Whether the first process of the system has adopted this one. A process that the first one has started itself is in
  /// its session, as in a container, or in a session of its own, as a service.
  private static var isOrphan: Bool {
    getppid() == 1 && ![getsid(1), getpid()].contains(getsid(0))
  }
}
