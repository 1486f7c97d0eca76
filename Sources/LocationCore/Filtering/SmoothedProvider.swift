import Synchronization

extension LocationProvider {
  /// The same provider with smoother fixes, without a delay; see ``SmoothingFilter``.
  ///
  ///     let provider = receiver.smoothed()
  ///
  /// A refused fix is left out and reported. Each subscription begins anew. The delivery stays the same.
  ///
  /// - Parameters:
  ///   - horizon: bridges the loss of a fix for this long, such as 10 s. Each report of the loss becomes a fix where the
  ///     receiver is if it goes on as before, with an error that grows. ``Fix/isPredicted`` marks it, and its
  ///     ``Fix/status`` is ``FixStatus/deadReckoning``, unless a simulator made it. `nil`, the default, predicts nothing.
  ///   - report: receives each refused fix, on the thread that reads the source.
  public func smoothed(
    predict horizon: Duration? = nil,
    report: @escaping @Sendable (RefusedFix) -> Void = { _ in }
  ) -> some LocationProvider {
    ChangedProvider(base: self) { $0.smoothed(predict: horizon, report: report) }
  }
}

extension LocationUpdates {
  /// The same sequence with smoother fixes; see ``LocationProvider/smoothed(predict:report:)``.
  public func smoothed(
    predict horizon: Duration? = nil,
    report: @escaping @Sendable (RefusedFix) -> Void = { _ in }
  ) -> LocationUpdates {
    let filter = SharedSmoothing(horizon)
    return changed { filter.smoothed($0, report) }
  }
}

/// The filter of one sequence.
private final class SharedSmoothing: Sendable {
  private let filter: Mutex<SmoothingFilter>

  init(_ horizon: Duration?) { filter = Mutex(SmoothingFilter(predict: horizon)) }

  func smoothed(
    _ update: LocationUpdate, _ report: @Sendable (RefusedFix) -> Void
  ) -> LocationUpdate? {
    switch update {
    case .fix(let fix):
      switch filter.withLock({ $0.judge(fix) }) {
      case .success(let fix): return .fix(fix)
      case .failure(let refusal):
        report(refusal)
        return nil
      }
    case .fixLost(let loss):
      return filter.withLock { $0.predicted(loss) }.map { .fix($0) } ?? update
    case .sky, .authorization: return update
    }
  }
}
