import Synchronization

/// The functions of SQLite (https://sqlite.org) that ``SQLiteDatabase`` needs, with the signatures of sqlite3.h.
struct SQLite: Sendable {
  typealias Database = OpaquePointer
  typealias Statement = OpaquePointer

  /// The result codes that matter here.
  static let ok: CInt = 0
  static let busy: CInt = 5
  static let interrupted: CInt = 9
  static let corrupt: CInt = 11
  static let tooLarge: CInt = 18
  static let constraint: CInt = 19
  static let notADatabase: CInt = 26
  static let row: CInt = 100
  static let done: CInt = 101
  /// Opens for reading and writing, creates a missing file, and leaves locking to the caller.
  static let openFlags: CInt = 0x2 | 0x4 | 0x8000
  /// Opens a file that exists for reading, and leaves locking to the caller.
  static let readingFlags: CInt = 0x1 | 0x8000
  /// The type of a column without a value.
  static let null: CInt = 5

  /// SQLITE_LIMIT_LENGTH: the greatest size of a text, a blob or a row.
  static let lengthLimit: CInt = 0

  /// The installed library. The first use loads it.
  static let shared = Result { () throws(SystemLibraryError) in try SQLite() }

  let open:
    @Sendable @convention(c) (
      UnsafePointer<CChar>, UnsafeMutablePointer<Database?>, CInt, UnsafePointer<CChar>?
    ) -> CInt
  let close: @Sendable @convention(c) (Database?) -> CInt
  let busyTimeout: @Sendable @convention(c) (Database, CInt) -> CInt
  let setLimit: @Sendable @convention(c) (Database, CInt, CInt) -> CInt
  /// The callback is called after each so many steps of a statement, and ends it unless it returns 0.
  let onProgress:
    @Sendable @convention(c) (
      Database, CInt, @convention(c) (UnsafeMutableRawPointer?) -> CInt, UnsafeMutableRawPointer?
    ) -> Void
  let errorMessage: @Sendable @convention(c) (Database?) -> UnsafePointer<CChar>?
  let changes: @Sendable @convention(c) (Database) -> CInt
  let lastRowID: @Sendable @convention(c) (Database) -> Int64
  let prepare:
    @Sendable @convention(c) (
      Database, UnsafePointer<CChar>, CInt, UnsafeMutablePointer<Statement?>,
      UnsafeMutablePointer<UnsafePointer<CChar>?>?
    ) -> CInt
  let step: @Sendable @convention(c) (Statement) -> CInt
  let reset: @Sendable @convention(c) (Statement) -> CInt
  let finalize: @Sendable @convention(c) (Statement?) -> CInt
  let bindText:
    @Sendable @convention(c) (
      Statement, CInt, UnsafePointer<CChar>, CInt, UnsafeRawPointer?
    ) -> CInt
  let bindDouble: @Sendable @convention(c) (Statement, CInt, Double) -> CInt
  let bindInteger: @Sendable @convention(c) (Statement, CInt, Int64) -> CInt
  let bindNull: @Sendable @convention(c) (Statement, CInt) -> CInt
  let columnType: @Sendable @convention(c) (Statement, CInt) -> CInt
  let columnText: @Sendable @convention(c) (Statement, CInt) -> UnsafePointer<UInt8>?
  let columnBlob: @Sendable @convention(c) (Statement, CInt) -> UnsafeRawPointer?
  let columnBytes: @Sendable @convention(c) (Statement, CInt) -> CInt
  let columnDouble: @Sendable @convention(c) (Statement, CInt) -> Double
  let columnInteger: @Sendable @convention(c) (Statement, CInt) -> Int64

  private init() throws(SystemLibraryError) {
    let library = try SystemLibrary(
      "SQLite", sonames: ["libsqlite3.so.0", "/usr/lib/libsqlite3.dylib"],
      package: "libsqlite3-0")
    open = try library.function("sqlite3_open_v2")
    close = try library.function("sqlite3_close_v2")
    busyTimeout = try library.function("sqlite3_busy_timeout")
    setLimit = try library.function("sqlite3_limit")
    onProgress = try library.function("sqlite3_progress_handler")
    errorMessage = try library.function("sqlite3_errmsg")
    changes = try library.function("sqlite3_changes")
    lastRowID = try library.function("sqlite3_last_insert_rowid")
    prepare = try library.function("sqlite3_prepare_v2")
    step = try library.function("sqlite3_step")
    reset = try library.function("sqlite3_reset")
    finalize = try library.function("sqlite3_finalize")
    bindText = try library.function("sqlite3_bind_text")
    bindDouble = try library.function("sqlite3_bind_double")
    bindInteger = try library.function("sqlite3_bind_int64")
    bindNull = try library.function("sqlite3_bind_null")
    columnType = try library.function("sqlite3_column_type")
    columnText = try library.function("sqlite3_column_text")
    columnBlob = try library.function("sqlite3_column_blob")
    columnBytes = try library.function("sqlite3_column_bytes")
    columnDouble = try library.function("sqlite3_column_double")
    columnInteger = try library.function("sqlite3_column_int64")
  }
}

/// What a query of a database may cost that may be anybody's. The database owns it.
package final class SQLiteLimits: Sendable {
  private let length: Int
  private let time: Duration
  /// When the query that runs must be over.
  private let deadline = Mutex<Deadline?>(nil)

  /// - Parameters:
  ///   - length: the greatest size of a value in bytes.
  ///   - time: how long a query may take.
  package init(length: Int, time: Duration) {
    self.length = length
    self.time = time
  }

  func apply(_ library: SQLite, _ database: SQLite.Database) {
    _ = library.setLimit(database, SQLite.lengthLimit, CInt(clamping: length))
    library.onProgress(
      database, 1_000,
      { context in
        guard let context else { return 0 }
        let limits = Unmanaged<SQLiteLimits>.fromOpaque(context).takeUnretainedValue()
        return limits.deadline.withLock { $0?.isPassed == true } ? 1 : 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  func beginQuery() { deadline.withLock { $0 = Deadline(after: time) } }
}
