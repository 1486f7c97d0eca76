import LocationCore
import LocationIO
import TestTurns
import Testing

@Suite(.inTurn) struct SystemLibraryTests {
  private typealias Square = @convention(c) (Double) -> Double

  /// The mathematical part of the C library, which every Linux and macOS has.
  private static func mathematics() throws(SystemLibraryError) -> SystemLibrary {
    try SystemLibrary(
      "libm", sonames: ["libm.so.6", "libc.so", "/usr/lib/libSystem.dylib"], package: "libc6")
  }

  @Test func aFunctionOfTheLibraryCanBeCalled() throws {
    let squareRoot: Square = try Self.mathematics().function("sqrt")
    #expect(squareRoot(9) == 3)
  }

  @Test func aLaterSonameIsUsedIfTheFirstIsMissing() throws {
    let library = try SystemLibrary(
      "libm", sonames: ["libmissing.so.1", "libm.so.6", "libc.so", "/usr/lib/libSystem.dylib"],
      package: "libc6")
    #expect(try library.function("sqrt", as: Square.self)(16) == 4)
  }

  @Test func aMissingLibraryIsAnErrorThatNamesItsPackage() {
    let error = #expect(throws: SystemLibraryError.self) {
      try SystemLibrary("Missing", sonames: ["libmissing.so.7"], package: "libmissing7")
    }
    #expect(error?.description.contains("apt-get install libmissing7") == true)
    #expect(error?.reason.contains("libmissing.so.7") == true)
  }

  @Test func aMissingFunctionIsAnErrorThatNamesIt() {
    let error = #expect(throws: SystemLibraryError.self) {
      try Self.mathematics().function("no_such_function", as: Square.self)
    }
    #expect(error?.package == "libc6")
    #expect(error?.reason.contains("no_such_function") == true)
  }

  @Test func theErrorBecomesAnUnavailableSource() throws {
    let cause = try #require(
      #expect(throws: SystemLibraryError.self) {
        try SystemLibrary("Missing", sonames: ["libmissing.so.7"], package: "libmissing7")
      })
    let error = UserLocationError(cause, source: "missing://")
    #expect(error.code == .sourceUnavailable)
    #expect(error.source == "missing://")
    #expect(error.detail.contains("libmissing7"))
    #expect(error.cause as? SystemLibraryError == cause)
  }

  #if os(Linux) || os(macOS)
    @Test func aSwiftClosureTypeIsRefused() async {
      await #expect(processExitsWith: .failure) {
        let library = try SystemLibrary(
          "libm", sonames: ["libm.so.6", "libc.so", "/usr/lib/libSystem.dylib"], package: "libc6")
        _ = try library.function("sqrt", as: ((Double) -> Double).self)
      }
    }
  #endif
}
