/// What a conversion or an operation leaves out, counted, for one message.
public struct TrackLosses: Hashable, Sendable {
  /// The counts by the numbers of ``TrackContent``; empty without a loss.
  private var counts: [Int] = []
  /// What the reader left out.
  private var skipped = SkippedParts()

  /// Starts without a loss.
  public init() {}

  /// Whether nothing was left out.
  public var isEmpty: Bool { counts.isEmpty && skipped.isEmpty }

  /// How often a kind of content was left out.
  package func count(of content: TrackContent) -> Int {
    counts.isEmpty ? 0 : counts[content.rawValue]
  }

  /// Adds a loss, if there is one.
  package mutating func add(_ content: TrackContent, count: Int = 1) {
    guard count > 0 else { return }
    begin()
    counts[content.rawValue] += count
  }

  /// Adds one of each kind.
  package mutating func add(_ contents: TrackContents) {
    if contents.isEmpty { return }
    begin()
    contents.forEachNumber { counts[$0] += 1 }
  }

  /// Adds what a reader left out.
  package mutating func add(_ skipped: SkippedParts) { self.skipped.add(skipped) }

  package mutating func add(_ more: TrackLosses) {
    for content in TrackContent.allCases { add(content, count: more.count(of: content)) }
    add(more.skipped)
  }

  private mutating func begin() {
    if counts.isEmpty { counts = Array(repeating: 0, count: TrackContent.allCases.count) }
  }

  /// The losses in words: `2 waypoints, speeds and courses of 600 points, hr (120)`.
  public var words: String { (contentWords + skipped.names).joined(separator: ", ") }

  /// A part for each count. Values of the same number of points share one.
  private var contentWords: [String] {
    var groups: [(owner: TrackContent.Owner?, count: Int, names: [String])] = []
    for content in TrackContent.allCases where count(of: content) > 0 {
      let (count, words) = (count(of: content), content.words)
      let name = count == 1 ? words.one : words.many
      if let owner = words.owner,
        let index = groups.firstIndex(where: {
          $0.owner?.one == owner.one && $0.count == count
        })
      {
        groups[index].names.append(name)
      } else {
        groups.append((words.owner, count, [name]))
      }
    }
    return groups.map { group in
      guard let owner = group.owner else { return "\(group.count) \(group.names[0])" }
      let names =
        group.names.dropLast().joined(separator: ", ")
        + (group.names.count > 1 ? " and " : "") + (group.names.last ?? "")
      return "\(names) of \(group.count) \(group.count == 1 ? owner.one : owner.many)"
    }
  }
}
