import LocationPOSIX

/// An open file descriptor that closes when its last reference goes away.
///
/// The number is valid as long as the object lives. A system call on the number must therefore keep
/// the object alive: the number could otherwise already name another file.
package final class OwnedDescriptor: Sendable {
  /// The descriptor, 0 or greater.
  package let number: Int32

  /// Takes over an open descriptor. Nothing else may close it.
  package init(_ number: Int32) { self.number = number }

  /// Takes over the descriptor that a system call returned.
  ///
  /// - Throws: the call's error if it returned −1. The call must be the last one on this thread.
  package convenience init(_ result: Int32, from call: String) throws(SystemError) {
    guard result >= 0 else { throw .last(call) }
    self.init(result)
  }

  deinit { _ = close(number) }
}
