import LocationCore
import LocationPOSIX
import LocationPublishing

/// Adds messages to a journal, delivers every second one, and writes a line with the number of each one when
/// the journal has it. Tests run it, and kill it.
///
///     journal-writer FILE FIRST
@main
struct JournalWriter {
  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 3, let first = Int(arguments[2]) else { exit(64) }
    var journal = try PublishingJournal(path: arguments[1])
    for number in first..<first + 50_000 {
      let time = Date(timeIntervalSince1970: Double(number))
      try journal.append(
        PublishedMessage(kind: .location, createdAt: time, payload: Array("\(number)".utf8)))
      let line = Array("\(number)\n".utf8)
      // One write, so that a kill leaves no half of a line.
      guard write(1, line, line.count) == line.count else { exit(74) }
      if number % 2 == 0 { try journal.removeFirst() }
    }
  }
}
