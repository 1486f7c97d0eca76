import LocationIO
import LocationPOSIX

/// An open SQLite database and its prepared statements. One thread at a time uses it.
struct SQLiteDatabase: ~Copyable {
  /// A value that a statement takes.
  enum Value {
    case null
    case integer(Int64)
    case number(Double)
    case text(String)
  }

  /// The row that a query found.
  struct Row {
    fileprivate let library: SQLite
    fileprivate let statement: SQLite.Statement

    func text(_ column: Int) -> String? {
      guard let start = library.columnText(statement, CInt(column)) else { return nil }
      let count = Int(library.columnBytes(statement, CInt(column)))
      return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    func number(_ column: Int) -> Double? {
      guard library.columnType(statement, CInt(column)) != SQLite.null else { return nil }
      return library.columnDouble(statement, CInt(column))
    }

    func integer(_ column: Int) -> Int64 { library.columnInteger(statement, CInt(column)) }
  }

  /// Another process may hold the lock while it writes. This is the longest wait for it.
  private static let patience = Duration.seconds(60)

  private let library: SQLite
  private let handle: SQLite.Database
  private let path: String
  /// Each statement is prepared once.
  private var statements: [String: SQLite.Statement] = [:]

  /// Opens a file, or creates it.
  init(path: String) throws(PlaceError) {
    let library: SQLite
    do throws(SystemLibraryError) {
      library = try SQLite.shared.get()
    } catch {
      throw PlaceError(.storeUnavailable, detail: error.description, cause: error)
    }
    var handle: SQLite.Database?
    let code = path.withPath { library.open($0, &handle, SQLite.openFlags, nil) }
    guard code == SQLite.ok, let handle else {
      let error = Self.error(library, handle, code, path)
      _ = library.close(handle)
      throw error
    }
    self.library = library
    self.handle = handle
    self.path = path
    _ = library.busyTimeout(handle, Deadline(after: Self.patience).milliseconds)
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
  mutating func useWriteAheadLog() throws(PlaceError) {
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
  mutating func run(_ sql: String, _ values: [Value] = []) throws(PlaceError) -> Int {
    _ = try query(sql, values) { _ in }
    return Int(library.changes(handle))
  }

  /// The values that `read` makes of each row.
  mutating func query<T>(
    _ sql: String, _ values: [Value] = [], _ read: (Row) throws(PlaceError) -> T
  ) throws(PlaceError) -> [T] {
    let statement = try statement(sql)
    defer { _ = library.reset(statement) }
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
  var lastRow: Int64 { library.lastRowID(handle) }

  /// Runs a transaction. An error in it undoes all of it.
  mutating func transaction(
    _ body: (inout SQLiteDatabase) throws(PlaceError) -> Void
  ) throws(PlaceError) {
    // A transaction that begins by reading fails if another process writes before it does.
    try run("BEGIN IMMEDIATE")
    do throws(PlaceError) {
      try body(&self)
      try run("COMMIT")
    } catch {
      // It fails if SQLite has undone the transaction itself.
      _ = try? run("ROLLBACK")
      throw error
    }
  }

  private mutating func statement(_ sql: String) throws(PlaceError) -> SQLite.Statement {
    if let statement = statements[sql] { return statement }
    var statement: SQLite.Statement?
    let code = library.prepare(handle, sql, -1, &statement, nil)
    guard code == SQLite.ok, let statement else { throw error(code) }
    statements[sql] = statement
    return statement
  }

  private func bind(
    _ value: Value, _ index: CInt, _ statement: SQLite.Statement
  ) throws(PlaceError) {
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

  private func error(_ code: CInt) -> PlaceError { Self.error(library, handle, code, path) }

  private static func error(
    _ library: SQLite, _ handle: SQLite.Database?, _ code: CInt, _ path: String
  ) -> PlaceError {
    let message = library.errorMessage(handle).map { String(cString: $0) } ?? "error \(code)"
    // The lowest byte is the kind of error.
    switch code & 0xFF {
    case SQLite.corrupt, SQLite.notADatabase:
      return PlaceError(
        .damagedStore,
        detail: "\(path.printablePath): \(message); repair or remove the file, nothing was changed")
    case SQLite.constraint where message.contains("places.name_key"):
      return PlaceError(.duplicateName, detail: "there is another place with this name")
    case SQLite.constraint where message.contains("places.id"):
      return PlaceError(.duplicateID, detail: "there is another place with this id")
    default: return PlaceError(.storeUnavailable, detail: "\(path.printablePath): \(message)")
    }
  }
}
