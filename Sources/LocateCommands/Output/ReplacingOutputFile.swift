import LocationIO

/// The file of `-o`: it gets its name only when it is complete.
package struct ReplacingOutputFile: OutputFile {
  private let path: String
  private let file: ReplacingFile

  /// Creates the file.
  ///
  /// - Throws: `.cannotCreate` with the reason.
  package init(path: String) throws(OutputError) {
    self.path = path
    do throws(SystemError) {
      file = try ReplacingFile(path: path)
    } catch {
      throw .cannotCreate(path: path, reason: error.clause)
    }
  }

  package func write(_ bytes: UnsafeRawBufferPointer) throws(OutputError) {
    do throws(SystemError) {
      try file.write(bytes)
    } catch {
      throw OutputError(error, name: path)
    }
  }

  package func commit() throws(OutputError) {
    do throws(SystemError) {
      try file.commit()
    } catch {
      throw error.call == "rename"
        ? .cannotCreate(path: path, reason: error.clause) : OutputError(error, name: path)
    }
  }

  package func discard() { file.discard() }
}
