/// A file in the folder of the test that uses it, such as a recorded failure.
///
/// ```swift
/// let provider = TrackReplayProvider(path: TestFile.path("unplugged.updates"), clock: clock)
/// ```
public enum TestFile {
  /// The path of a file beside the calling test.
  ///
  /// - Parameters:
  ///   - name: the name of the file, or its path from the folder of the test.
  ///   - test: the path of the test's source.
  public static func path(_ name: String, beside test: String = #filePath) -> String {
    test.lastIndex(of: "/").map { test[...$0] + name } ?? name
  }
}
