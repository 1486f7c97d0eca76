#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Whether the thread that something happens on lends itself to who waits for that; see
/// ``InlineExecutor``.
package enum ThreadLoan {
  private static let key: pthread_key_t? = {
    var key = pthread_key_t()
    return pthread_key_create(&key, nil) == 0 ? key : nil
  }()

  static var isGranted: Bool {
    key.map { pthread_getspecific($0) != nil } ?? false
  }

  /// Lends this thread for as long as `body` runs. For threads of one's own, with no lock held.
  package static func grant(_ body: () -> Void) { set(true, during: body) }

  /// Takes the thread back for as long as `body` runs.
  static func suspend(_ body: () -> Void) { set(false, during: body) }

  private static func set(_ isGranted: Bool, during body: () -> Void) {
    guard let key else { return body() }
    let previous = pthread_getspecific(key)
    // Any address will do: it is never followed.
    pthread_setspecific(key, isGranted ? UnsafeRawPointer(bitPattern: 1) : nil)
    body()
    pthread_setspecific(key, previous)
  }
}
