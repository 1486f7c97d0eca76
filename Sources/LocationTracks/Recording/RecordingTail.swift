import LocationIO

/// Appends text to a file that ends with a footer, such as `</gpx>`. The file is a complete document after
/// each system call, and also if the process is killed during one.
///
/// The new text and the footer overwrite the old footer in one write. The system may cut such a write only
/// between two pages of the file, so the write must not cross from one page to the next. Before the footer
/// moves to the next page, the file has both footers for a moment, and a processing instruction of XML hides
/// one of them:
///
///     </gpx>‹spaces›│                                   the page is full
///     </gpx>‹spaces›│<?next ‹text›</gpx><?next ?>       the new text is in an instruction
///     </gpx><?next  │<?next ‹text›</gpx><?next ?>       an instruction begins on the first page
///     </gpx><?next  │       ‹text›</gpx><?next ?>       it ends where the other one ended
///     ‹spaces›      │       ‹text›</gpx><?next ?>       the second footer is the only one
///
/// With barriers, the file is on the disk before each step that depends on the one before. Then a power
/// failure leaves a complete document too.
///
/// In a format without a footer the new text is appended as it is. A killed process may leave a part of its last
/// line, which readers drop.
struct RecordingTail {
  /// No page of memory and no sector of a disk is cut by a multiple of this number.
  static let page = 4096

  private static let opening = Array("<?next ".utf8)
  private static let closing = Array("<?next ?>\n".utf8)

  private let file: any WritableFile
  private let hasBarriers: Bool
  /// The offset of the footer, which is the end of the text.
  private(set) var end: Int
  private var footer: [UInt8]
  private var size: Int

  /// - Parameters:
  ///   - end: the offset of the footer, which is the last thing in the file.
  ///   - hasBarriers: whether to keep the file complete if the power fails.
  init(
    _ file: any WritableFile, end: Int, footer: [UInt8], hasBarriers: Bool
  ) {
    self.file = file
    self.end = end
    self.footer = footer
    self.hasBarriers = hasBarriers
    size = end + footer.count
  }

  /// Appends text, and replaces the footer.
  ///
  /// - Throws: the error of a write. The content of the file is then the same as before.
  mutating func append(_ text: [UInt8], footer newFooter: [UInt8]) throws(SystemError) {
    do throws(SystemError) {
      if newFooter.isEmpty {
        try file.write(text, at: end)
        end += text.count
        size = end
      } else {
        try write(text, newFooter)
      }
    } catch {
      // The disk has the bytes of the old end already, so this needs no space.
      try? file.write(footer, at: end)
      try? file.truncate(to: end + footer.count)
      size = end + footer.count
      throw error
    }
  }

  private mutating func write(_ text: [UInt8], _ newFooter: [UInt8]) throws(SystemError) {
    let tail = text + newFooter
    let isWithinPage = end % Self.page + tail.count + Self.opening.count <= Self.page
    let onNewPage = Self.opening + tail + Self.closing
    // The longest names of sources can need more than a page.
    if isWithinPage || onNewPage.count > Self.page {
      // Nothing of the old tail may follow the new one.
      let rest = max(0, size - end - tail.count)
      try file.write(tail + Self.spaces(rest), at: end)
      end += text.count
    } else {
      end = try move(onNewPage) + Self.opening.count + text.count
    }
    footer = newFooter
    size = max(size, end + footer.count)
  }

  /// Moves to the next page. Returns its offset.
  private mutating func move(_ onNewPage: [UInt8]) throws(SystemError) -> Int {
    let footerEnd = end + footer.count
    // A recorder never puts a footer across a border, but another program that made the file may have. Only
    // the first step of such a file can be cut.
    let border = ((footerEnd + Self.opening.count - 1) / Self.page + 1) * Self.page
    try file.write(Self.spaces(border - footerEnd), at: footerEnd)
    try barrier()
    try file.write(onNewPage, at: border)
    size = border + onNewPage.count
    try barrier()
    try file.write(Self.opening, at: footerEnd)
    try barrier()
    try file.write(Self.spaces(Self.opening.count), at: border)
    try barrier()
    try file.write(Self.spaces(footer.count + Self.opening.count), at: end)
    try barrier()
    return border
  }

  private func barrier() throws(SystemError) { if hasBarriers { try file.sync() } }

  private static func spaces(_ count: Int) -> [UInt8] {
    [UInt8](repeating: UInt8(ascii: " "), count: max(0, count))
  }
}
