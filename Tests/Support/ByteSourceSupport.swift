private import Foundation
package import LocationCore
package import LocationIO
private import Synchronization

/// The result of reading a stream.
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
  /// Reads once. Blocks the thread.
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

  /// Reads until `size` bytes arrived, or until a read returns no bytes. Blocks the thread.
  package func readText(atLeast size: Int) -> Reading {
    var text = ""
    while text.utf8.count < size {
      guard case .text(let more) = readText() else { break }
      text += more
    }
    return .text(text)
  }

  /// Reads to the end with buffers of `size` bytes. Blocks the thread.
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
  /// Opens the source and returns the stream or the error.
  package func tryOpen() -> Result<any ByteStream, UserLocationError> {
    do throws(UserLocationError) {
      return .success(try open())
    } catch {
      return .failure(error)
    }
  }

  /// The error of opening; `nil` if the source opens.
  package func openingError() -> UserLocationError? {
    switch tryOpen() {
    case .success(let stream):
      stream.close()
      return nil
    case .failure(let error): return error
    }
  }
}

/// Runs `work` on a thread with the file permissions of the user `nobody`; returns `nil` where this is
/// impossible.
///
/// The system refuses root nothing. Changing the user of the process would affect other tests, but Linux's
/// `setfsuid` affects only one thread.
package func withoutPrivileges<T: Sendable>(_ work: @escaping @Sendable () -> T) async throws -> T?
{
  guard getuid() == 0 else { return try await onThread(work) }
  #if os(Linux)
    typealias SetID = @Sendable @convention(c) (UInt32) -> Int32
    let library = try SystemLibrary(
      "the C library", sonames: ["libc.so.6", "libc.so"], package: "libc6")
    let setUser: SetID = try library.function("setfsuid")
    let setGroup: SetID = try library.function("setfsgid")
    return try await onThread {
      _ = setGroup(65534)
      _ = setUser(65534)
      // The call always returns the former id, so a second call shows whether the first succeeded.
      return setUser(65534) == 65534 ? work() : nil
    }
  #else
    return nil
  #endif
}
