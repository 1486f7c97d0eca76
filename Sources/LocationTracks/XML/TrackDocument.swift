import LocationReplay

/// Makes items of the elements of a track file in an XML format.
protocol TrackDocument: XMLEvents {
  /// The items that are complete and not taken yet.
  var items: ParsedItems { get set }

  /// The document whose elements the items carry; `nil` if they carry none.
  var original: OriginalDocument? { get }

  /// Completes the items that wait for a later element. No event follows: the document is complete, or it
  /// is broken here.
  func finish()

  /// Whether ``makeItems(upTo:)`` has more items to make.
  var isWaiting: Bool { get }

  /// Makes some of the items that the events so far complete, if the document makes items in portions.
  func makeItems(upTo limit: Int)
}

extension TrackDocument {
  /// `nil`: no elements are kept.
  var original: OriginalDocument? { nil }

  /// Does nothing: no item waits.
  func finish() {}

  /// False: the events make the items.
  var isWaiting: Bool { false }

  /// Does nothing: the events make the items.
  func makeItems(upTo limit: Int) {}
}
