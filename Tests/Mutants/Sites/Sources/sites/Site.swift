/// A place of the code, and the fault that can be switched on there.
struct Site: Encodable {
  enum Kind: String, Encodable {
    case negatedCondition = "condition negated"
    case movedBoundary = "boundary moved"
    case swappedLogic = "and, or swapped"
    case removedStatement = "statement removed"
    case changedConstant = "constant changed"
    case swappedSum = "plus, minus swapped"
    case emptyResult = "empty result"
    case skippedCase = "case skipped"
  }

  /// Text that is written into the file. `#` stands for the condition that the fault is switched on.
  struct Insertion: Encodable {
    /// Bytes before it in the file.
    let offset: Int
    let text: String
  }

  let path: String
  let line: Int
  let kind: Kind
  /// The code that is changed, on one line.
  let code: String
  let insertions: [Insertion]
}
