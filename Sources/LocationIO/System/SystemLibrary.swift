import LocationPOSIX

/// A C library that is loaded when the program first uses it.
///
/// A build needs no header of the library, a program that never uses it does not load it, and a
/// library that is not installed is an error that names the package to install.
///
/// A type with one stored property per C function describes the library. Its initializer looks the
/// functions up, and a lazy `static let` loads the library once:
///
///     struct Zlib: Sendable {
///       static let shared = Result { () throws(SystemLibraryError) in try Zlib() }
///
///       let version: @Sendable @convention(c) () -> UnsafePointer<CChar>?
///
///       private init() throws(SystemLibraryError) {
///         let library = try SystemLibrary("zlib", sonames: ["libz.so.1"], package: "zlib1g")
///         version = try library.function("zlibVersion")
///       }
///     }
///
/// A loaded library stays loaded, so its functions remain valid. Variadic C functions can not be
/// called this way.
public struct SystemLibrary {
  private let handle: UnsafeMutableRawPointer
  private let name: String
  private let package: String

  /// Loads a library.
  ///
  /// - Parameters:
  ///   - name: what users call the library: "Expat".
  ///   - sonames: the library's file names, each with the version of its ABI: "libexpat.so.1". The
  ///     first one that can be loaded is used. With an empty array, no library is found.
  ///   - package: the Debian package that installs the library: "libexpat1".
  public init(
    _ name: String, sonames: [String], package: String
  ) throws(SystemLibraryError) {
    var reason: String?
    for soname in sonames {
      if let handle = dlopen(soname, RTLD_NOW | RTLD_LOCAL) {
        self.handle = handle
        self.name = name
        self.package = package
        return
      }
      if reason == nil { reason = Self.lastFailure }
    }
    throw SystemLibraryError(library: name, package: package, reason: reason ?? "no soname")
  }

  /// Finds a C function of the library. The caller states the function's type, which is the signature
  /// in the library's header as a `@convention(c)` type.
  ///
  /// - Throws: an error that names the function, if the installed library does not have it.
  public func function<Signature>(
    _ symbol: String, as signature: Signature.Type = Signature.self
  ) throws(SystemLibraryError) -> Signature {
    // A Swift closure is two words. Reading one from a symbol would call an arbitrary address.
    precondition(
      MemoryLayout<Signature>.size == MemoryLayout<UnsafeMutableRawPointer>.size,
      "\(symbol) needs a @convention(c) type")
    guard let address = dlsym(handle, symbol) else {
      throw SystemLibraryError(library: name, package: package, reason: Self.lastFailure)
    }
    return unsafeBitCast(address, to: Signature.self)
  }

  /// The text of this thread's last failure in `dlopen` or `dlsym`.
  private static var lastFailure: String {
    dlerror().map { String(cString: $0) } ?? "unknown reason"
  }
}
