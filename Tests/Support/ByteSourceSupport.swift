private import Foundation
package import LocationCore
package import LocationIO
private import Synchronization

/// What reading gave.
package enum Reading: Hashable, Sendable {
  case text(String)
  case silence
  case end
  case failure(UserLocationError.Code, String)

  package var code: UserLocationError.Code? {
    if case .failure(let code, _) = self { code } else { nil }
  }

  package var detail: String {
    if case .failure(_, let detail) = self { detail } else { "" }
  }
}

extension ByteStream {
  /// Reads once; blocks.
  package func readText(upTo size: Int = 4096, timeout: Duration? = nil) -> Reading {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 1)
    defer { buffer.deallocate() }
    do throws(UserLocationError) {
      guard let count = try read(into: buffer, timeout: timeout) else { return .silence }
      return count == 0 ? .end : .text(String(decoding: buffer[..<count], as: UTF8.self))
    } catch {
      return .failure(error.code, error.description)
    }
  }

  /// Reads until so many bytes have come, or something else than bytes; blocks.
  package func readText(atLeast size: Int) -> Reading {
    var text = ""
    while text.utf8.count < size {
      guard case .text(let more) = readText() else { break }
      text += more
    }
    return .text(text)
  }

  /// Reads to the end, in pieces of `size`; blocks.
  package func readAll(size: Int = 4096) -> Reading {
    var text = ""
    while true {
      switch readText(upTo: size) {
      case .text(let more): text += more
      case .end: return .text(text)
      case let other: return other
      }
    }
  }
}

extension ByteSource {
  /// Opens, or says why not.
  package func tryOpen() -> Result<any ByteStream, UserLocationError> {
    do throws(UserLocationError) {
      return .success(try open())
    } catch {
      return .failure(error)
    }
  }

  /// Why it does not open; `nil` when it does.
  package func openingError() -> UserLocationError? {
    switch tryOpen() {
    case .success(let stream):
      stream.close()
      return nil
    case .failure(let error): return error
    }
  }
}

/// Runs `work` on a thread that has nobody's rights over files; `nil` where that can not be done.
///
/// Root is refused nothing, and changing the process's user would change it for every test that
/// runs meanwhile; Linux's `setfsuid` is a thread's own.
package func withoutPrivileges<T: Sendable>(_ work: @escaping @Sendable () -> T) async throws -> T?
{
  guard getuid() == 0 else { return try await onThread(work) }
  #if os(Linux)
    typealias SetID = @convention(c) (UInt32) -> Int32
    guard let user = dlsym(dlopen(nil, RTLD_NOW), "setfsuid"),
      let group = dlsym(dlopen(nil, RTLD_NOW), "setfsgid")
    else { return nil }
    let setUser = unsafeBitCast(user, to: SetID.self)
    let setGroup = unsafeBitCast(group, to: SetID.self)
    return try await onThread {
      _ = setGroup(65534)
      _ = setUser(65534)
      // The call reports no failure, but the previous id.
      return setUser(65534) == 65534 ? work() : nil
    }
  #else
    return nil
  #endif
}
