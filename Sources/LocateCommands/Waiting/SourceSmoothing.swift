import LocationCore
import Synchronization

/// Smooths the locations of a run, and counts the refused ones.
final class SourceSmoothing: Sendable {
  private let horizon: Duration?
  private let refused = Mutex<[RefusedFix.Reason: Int]>([:])

  /// - Parameter horizon: how long locations are predicted; `nil` for none.
  init(predict horizon: Duration?) { self.horizon = horizon }

  /// The same provider with smoother fixes.
  func smoothing(_ provider: any LocationProvider) -> any LocationProvider {
    provider.smoothed(predict: horizon) { [self] refusal in
      refused.withLock { $0[refusal.reason, default: 0] += 1 }
    }
  }

  /// What was refused, for people; `nil` if nothing was.
  var report: String? { RefusedFix.report(refused.withLock { $0 }) }
}

extension RefusedFix {
  /// "refused: 3 jumps, 12 places that stay while the receiver moves"; `nil` if nothing was.
  static func report(_ counts: [Reason: Int]) -> String? {
    let parts = Reason.allCases.compactMap { reason -> String? in
      guard let count = counts[reason], count > 0 else { return nil }
      return switch reason {
      case .jump: HelpText.count(count, "jump")
      case .stuck:
        "\(HelpText.count(count, "place")) that stay\(count == 1 ? "s" : "") while the receiver moves"
      }
    }
    return parts.isEmpty ? nil : "refused: " + parts.joined(separator: ", ")
  }
}
