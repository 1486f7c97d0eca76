import LocationPOSIX

/// An open SQLite database and its prepared statements. One thread at a time uses it.
///
/// SQLite is loaded when the first database is opened. An error is one of the database's owner.
package struct SQLiteDatabase<Failure: Error>: ~Copyable {
  /// A value that a statement takes.
  package enum Value {
    case null
    case integer(Int64)
    case number(Double)
    case text(String)
  }

  /// The row that a query found.
  package struct Row {
    fileprivate let library: SQLite
    fileprivate let statement: SQLite.Statement

    package func text(_ column: Int) -> String? {
      guard let start = library.columnText(statement, CInt(column)) else { return nil }
      let count = Int(library.columnBytes(statement, CInt(column)))
      return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    /// The bytes of a value; `nil` if there are none.
    package func bytes(_ column: Int) -> [UInt8]? {
      guard let start = library.columnBlob(statement, CInt(column)) else { return nil }
      let count = Int(library.columnBytes(statement, CInt(column)))
      return Array(UnsafeRawBufferPointer(start: start, count: count))
    }

    package func number(_ column: Int) -> Double? {
      guard library.columnType(statement, CInt(column)) != SQLite.null else { return nil }
      return library.columnDouble(statement, CInt(column))
    }

    package func integer(_ column: Int) -> Int64 { library.columnInteger(statement, CInt(column)) }
  }

  /// Another process may hold the lock while it writes. This is the longest wait for it.
  private static var patience: Duration { .seconds(60) }
  /// Somebody waits for what is only read.
  private static var readingPatience: Duration { .seconds(1) }

  private let library: SQLite
  private let handle: SQLite.Database
  private let failure: @Sendable (SQLiteError) -> Failure
  /// Each statement is prepared once.
  private var statements: [String: SQLite.Statement] = [:]
  private let limits: SQLiteLimits?

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - isReadOnly: whether nothing is changed. Otherwise a missing file is created.
  ///   - limits: what a query may cost; `nil` for a file of this program.
  ///   - failure: makes the error of a function of SQLite that failed.
  package init(
    path: String, isReadOnly: Bool = false, limits: SQLiteLimits? = nil,
    failure: @escaping @Sendable (SQLiteError) -> Failure
  ) throws(Failure) {
    let library: SQLite
    do throws(SystemLibraryError) {
      library = try SQLite.shared.get()
    } catch {
      throw failure(.missing(error))
    }
    // SQLite lets others read a new file, which has locations in it. Its logs get the permissions of the file.
    if !isReadOnly {
      _ = try? OwnedDescriptor(open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600), from: "open")
    }
    var handle: SQLite.Database?
    let flags = isReadOnly ? SQLite.readingFlags : SQLite.openFlags
    let code = path.withPath { library.open($0, &handle, flags, nil) }
    guard code == SQLite.ok, let handle else {
      let error = Self.error(library, handle, code)
      _ = library.close(handle)
      throw failure(error)
    }
    self.library = library
    self.handle = handle
    self.failure = failure
    self.limits = limits
    limits?.apply(library, handle)
    let patience = isReadOnly ? Self.readingPatience : Self.patience
    _ = library.busyTimeout(handle, Deadline(after: patience).milliseconds)
  }

  deinit {
    for statement in statements.values { _ = library.finalize(statement) }
    _ = library.close(handle)
  }

  // MARK: Statements

  /// Keeps changes in a write-ahead log.
  ///
  /// If other processes open or close the file at the same moment, SQLite refuses the change at once: it does
  /// not wait as it does elsewhere, and offers nothing to wait for. So this tries again each millisecond.
  package mutating func useWriteAheadLog() throws(Failure) {
    let statement = try statement("PRAGMA journal_mode = WAL")
    defer { _ = library.reset(statement) }
    let deadline = Deadline(after: Self.patience)
    while true {
      let code = library.step(statement)
      if code == SQLite.row { return }
      guard code & 0xFF == SQLite.busy, !deadline.isPassed else { throw error(code) }
      _ = library.reset(statement)
      usleep(1_000)
    }
  }

  /// Runs a statement, and returns the number of rows that it changed.
  @discardableResult
  package mutating func run(_ sql: String, _ values: [Value] = []) throws(Failure) -> Int {
    _ = try query(sql, values) { _ in }
    return Int(library.changes(handle))
  }

  /// The values that `read` makes of each row.
  package mutating func query<T>(
    _ sql: String, _ values: [Value] = [], _ read: (Row) throws(Failure) -> T
  ) throws(Failure) -> [T] {
    let statement = try statement(sql)
    defer { _ = library.reset(statement) }
    limits?.beginQuery()
    for (index, value) in values.enumerated() { try bind(value, CInt(index + 1), statement) }
    var results: [T] = []
    while true {
      let code = library.step(statement)
      switch code {
      case SQLite.row: results.append(try read(Row(library: library, statement: statement)))
      case SQLite.done: return results
      default: throw error(code)
      }
    }
  }

  /// The number of the row that was inserted last.
  package var lastRow: Int64 { library.lastRowID(handle) }

  /// Runs a transaction. An error in it undoes all of it.
  package mutating func transaction(
    _ body: (inout Self) throws(Failure) -> Void
  ) throws(Failure) {
    // A transaction that begins by reading fails if another process writes before it does.
    try run("BEGIN IMMEDIATE")
    do throws(Failure) {
      try body(&self)
      try run("COMMIT")
    } catch {
      // It fails if SQLite has undone the transaction itself.
      _ = try? run("ROLLBACK")
      throw error
    }
  }

  private mutating func statement(_ sql: String) throws(Failure) -> SQLite.Statement {
    if let statement = statements[sql] { return statement }
    var statement: SQLite.Statement?
    let code = library.prepare(handle, sql, -1, &statement, nil)
    guard code == SQLite.ok, let statement else { throw error(code) }
    statements[sql] = statement
    return statement
  }

  private func bind(
    _ value: Value, _ index: CInt, _ statement: SQLite.Statement
  ) throws(Failure) {
    let code =
      switch value {
      case .null: library.bindNull(statement, index)
      case .integer(let value): library.bindInteger(statement, index, value)
      case .number(let value): library.bindDouble(statement, index, value)
      case .text(let text):
        // SQLITE_TRANSIENT: SQLite makes a copy.
        library.bindText(
          statement, index, text, CInt(text.utf8.count), UnsafeRawPointer(bitPattern: -1))
      }
    guard code == SQLite.ok else { throw error(code) }
  }

  // MARK: Errors

  private func error(_ code: CInt) -> Failure { failure(Self.error(library, handle, code)) }

  private static func error(
    _ library: SQLite, _ handle: SQLite.Database?, _ code: CInt
  ) -> SQLiteError {
    .failed(code, library.errorMessage(handle).map { String(cString: $0) } ?? "error \(code)")
  }
}

/// Why SQLite cannot be used.
package enum SQLiteError: Error {
  /// It is not installed.
  case missing(SystemLibraryError)
  /// One of its functions failed: the result code, and SQLite's text.
  case failed(CInt, String)

  /// What is wrong, in words.
  package var detail: String {
    switch self {
    case .missing(let error): error.description
    case .failed(_, let message): message
    }
  }

  /// Whether the file is damaged, or no database.
  package var isDamage: Bool { kind == SQLite.corrupt || kind == SQLite.notADatabase }

  /// Whether a row would break a rule of its table.
  package var isConstraint: Bool { kind == SQLite.constraint }

  /// Whether a query cost more than it may.
  package var isOverLimit: Bool { kind == SQLite.interrupted || kind == SQLite.tooLarge }

  /// The lowest byte of a result code is the kind of error.
  private var kind: CInt? {
    switch self {
    case .missing: nil
    case .failed(let code, _): code & 0xFF
    }
  }
}
