import Synchronization

/// A made-up vendor's API, which reports to a delegate. Any thread may use it.
public final class VendorManager: Sendable {
  /// Whether the program may use the receiver.
  public enum Permission: Sendable { case unknown, granted, refused }

  /// A place in degrees, with its error in meters; a negative error means that it is not known.
  public typealias Place = (latitude: Double, longitude: Double, error: Double)

  private struct State {
    weak var delegate: (any VendorManagerDelegate)?
    var permission: Permission
    var startCount = 0
    var askCount = 0
    var reporting: Task<Void, Never>?
  }

  private let state: Mutex<State>
  private let answer: Permission?
  private let places: [Place]

  /// Makes a receiver that reports its places again and again.
  ///
  /// - Parameters:
  ///   - permission: the permission before the user was asked.
  ///   - answer: the user's answer; `nil` if ``user(answers:)`` gives it.
  ///   - places: what it reports while it runs.
  public init(
    permission: Permission = .granted, answer: Permission? = nil, places: [Place] = []
  ) {
    state = Mutex(State(permission: permission))
    self.answer = answer
    self.places = places
  }

  /// Sets the object to report to. The manager does not keep it alive.
  public func setDelegate(_ delegate: any VendorManagerDelegate) {
    state.withLock { $0.delegate = delegate }
  }

  /// The present permission.
  public var permission: Permission { state.withLock { $0.permission } }
  /// How often the user was asked.
  public var askCount: Int { state.withLock { $0.askCount } }
  /// How often the receiver was started.
  public var startCount: Int { state.withLock { $0.startCount } }
  /// Whether the receiver runs.
  public var isRunning: Bool { state.withLock { $0.reporting != nil } }

  /// Asks the user. The delegate gets the answer.
  public func askPermission() {
    state.withLock { $0.askCount += 1 }
    if let answer { user(answers: answer) }
  }

  /// Starts the receiver.
  public func start() {
    state.withLock { state in
      state.startCount += 1
      state.reporting = Task {
        while !places.isEmpty {
          for place in places {
            if Task.isCancelled { return }
            delegate?.vendorManager(self, didFind: place)
            await Task.yield()
          }
        }
      }
    }
  }

  /// Stops the receiver.
  public func stop() { state.withLock { $0.reporting.take() }?.cancel() }

  /// The user answers, or changes the permission in the settings.
  public func user(answers permission: Permission) {
    state.withLock { $0.permission = permission }
    delegate?.vendorManagerDidChangePermission(self)
  }

  /// The receiver breaks.
  public func breakDown(_ error: any Error) { delegate?.vendorManager(self, didFailWith: error) }

  private var delegate: (any VendorManagerDelegate)? { state.withLock { $0.delegate } }
}

/// The object that a ``VendorManager`` reports to. Its methods run on any thread.
public protocol VendorManagerDelegate: AnyObject, Sendable {
  /// The receiver found a place.
  func vendorManager(_ manager: VendorManager, didFind place: VendorManager.Place)
  /// The permission changed.
  func vendorManagerDidChangePermission(_ manager: VendorManager)
  /// The receiver broke.
  func vendorManager(_ manager: VendorManager, didFailWith error: any Error)
}
