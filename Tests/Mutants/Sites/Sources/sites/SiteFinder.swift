import SwiftSyntax

/// Finds the sites of a file. A fault compiles in most cases; the others are left out when the compiler reports them.
final class SiteFinder: SyntaxVisitor {
  private(set) var sites: [Site] = []
  private let path: String
  private let lines: SourceLocationConverter

  init(path: String, tree: SourceFileSyntax) {
    self.path = path
    lines = SourceLocationConverter(fileName: path, tree: tree)
    super.init(viewMode: .sourceAccurate)
  }

  // MARK: Conditions and operators

  override func visit(_ node: ConditionElementSyntax) -> SyntaxVisitorContinueKind {
    if case .expression(let condition) = node.condition { negate(condition) }
    return .visitChildren
  }

  override func visit(_ node: TernaryExprSyntax) -> SyntaxVisitorContinueKind {
    negate(node.condition)
    return .visitChildren
  }

  override func visit(_ node: InfixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
    guard let sign = node.operator.as(BinaryOperatorExprSyntax.self)?.operator.text,
      let (other, kind) = Self.others[sign], !hasEffect(node), isOnOneLine(node)
    else { return .visitChildren }
    let (left, right) = (node.leftOperand.trimmedDescription, node.rightOperand.trimmedDescription)
    // Text and lists have no minus.
    if kind == .swappedSum, left.contains("\"") || right.contains("\"") || right.hasPrefix("[") {
      return .visitChildren
    }
    add(kind, node, "(# ? \(left) \(other) \(right) : ", ")")
    return .visitChildren
  }

  private static let others: [String: (String, Site.Kind)] = [
    "<": ("<=", .movedBoundary), "<=": ("<", .movedBoundary),
    ">": (">=", .movedBoundary), ">=": (">", .movedBoundary),
    "&&": ("||", .swappedLogic), "||": ("&&", .swappedLogic),
    "+": ("-", .swappedSum), "-": ("+", .swappedSum),
  ]

  private func negate(_ condition: ExprSyntax) {
    if !hasEffect(condition) { add(.negatedCondition, condition, "(# != (", "))") }
  }

  // MARK: Statements

  override func visit(_ node: CodeBlockItemSyntax) -> SyntaxVisitorContinueKind {
    if let result = soleResult(node), let empty = emptyValue(around: node) {
      add(.emptyResult, result, "if # { return \(empty) }; return ", "")
    } else if let expression = node.item.as(ExprSyntax.self), isRemovable(expression, of: node) {
      add(.removedStatement, expression, "if !# { ", " }")
    }
    return .visitChildren
  }

  override func visit(_ node: ReturnStmtSyntax) -> SyntaxVisitorContinueKind {
    if let value = node.expression, let empty = emptyValue(around: node),
      value.trimmedDescription != empty
    {
      add(.emptyResult, node, "if # { return \(empty) }; ", "")
    }
    return .visitChildren
  }

  override func visit(_ node: DeferStmtSyntax) -> SyntaxVisitorContinueKind {
    add(.removedStatement, node.body.statements, "if !# { ", " }", code: node)
    return .visitChildren
  }

  override func visit(_ node: SwitchCaseSyntax) -> SyntaxVisitorContinueKind {
    let body = node.statements
    let leaves = ["return", "throw", "break", "continue", "fallthrough"]
    if body.count > 1,
      !body.tokens(viewMode: .sourceAccurate).contains(where: { leaves.contains($0.text) })
    {
      add(.skippedCase, body, "if !# { ", " }")
    }
    // The literals of patterns stay.
    walk(body)
    return .skipChildren
  }

  /// Whether a statement can be removed: an assignment, or a call whose result nobody reads.
  private func isRemovable(_ expression: ExprSyntax, of item: CodeBlockItemSyntax) -> Bool {
    if item.parent?.parent?.is(SourceFileSyntax.self) == true { return false }
    let siblings = item.parent?.as(CodeBlockItemListSyntax.self)?.count ?? 0
    // The result of a closure or a getter.
    if siblings == 1, let block = item.parent?.parent {
      if block.is(ClosureExprSyntax.self) || block.is(AccessorBlockSyntax.self) { return false }
      if let function = block.parent?.as(FunctionDeclSyntax.self),
        function.signature.returnClause != nil
      {
        return false
      }
    }
    if let infix = expression.as(InfixOperatorExprSyntax.self) {
      // A property has no value before its assignment in an initializer.
      if ancestor(of: item, InitializerDeclSyntax.self) != nil { return false }
      if infix.leftOperand.is(DiscardAssignmentExprSyntax.self) { return false }
      if infix.operator.is(AssignmentExprSyntax.self) { return true }
      let sign = infix.operator.as(BinaryOperatorExprSyntax.self)?.operator.text ?? ""
      return sign.hasSuffix("=") && !["==", "!=", "<=", ">=", "===", "!=="].contains(sign)
    }
    var call = expression
    while true {
      if let inner = call.as(TryExprSyntax.self) {
        call = inner.expression
      } else if let inner = call.as(AwaitExprSyntax.self) {
        call = inner.expression
      } else {
        break
      }
    }
    guard let called = call.as(FunctionCallExprSyntax.self)?.calledExpression.trimmedDescription
    else { return false }
    return !Self.kept.contains(called) && !called.hasSuffix(".init")
  }

  private static let kept: Set = [
    "precondition", "preconditionFailure", "fatalError", "assert", "assertionFailure",
    "withExtendedLifetime",
  ]

  // MARK: Results

  /// The expression that is the whole body of a function or a getter.
  private func soleResult(_ item: CodeBlockItemSyntax) -> ExprSyntax? {
    guard let list = item.parent?.as(CodeBlockItemListSyntax.self), list.count == 1,
      let block = list.parent, let expression = item.item.as(ExprSyntax.self),
      block.is(AccessorBlockSyntax.self) || block.parent?.is(FunctionDeclSyntax.self) == true
    else { return nil }
    return expression
  }

  /// What a function returns if it finds nothing: for an optional, a list and a condition.
  private func emptyValue(around node: some SyntaxProtocol) -> String? {
    var parent = node.parent
    while let current = parent {
      if current.is(ClosureExprSyntax.self) || current.is(InitializerDeclSyntax.self) { return nil }
      if let accessor = current.as(AccessorDeclSyntax.self),
        accessor.accessorSpecifier.text != "get"
      {
        return nil
      }
      if let function = current.as(FunctionDeclSyntax.self) {
        return emptyValue(of: function.signature.returnClause?.type)
      }
      if let subscripted = current.as(SubscriptDeclSyntax.self) {
        return emptyValue(of: subscripted.returnClause.type)
      }
      if let binding = current.as(PatternBindingSyntax.self), binding.accessorBlock != nil {
        return emptyValue(of: binding.typeAnnotation?.type)
      }
      parent = current.parent
    }
    return nil
  }

  private func emptyValue(of type: TypeSyntax?) -> String? {
    guard let type else { return nil }
    if type.is(OptionalTypeSyntax.self) { return "nil" }
    if type.is(ArrayTypeSyntax.self) { return "[]" }
    return type.trimmedDescription == "Bool" ? "false" : nil
  }

  // MARK: Constants

  override func visit(_ node: IntegerLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    let digits = node.literal.text.replacing("_", with: "")
    if let value = Int(digits), value < Int.max {
      add(.changedConstant, node, "(# ? \(value + 1) : ", ")")
    }
    return .skipChildren
  }

  // MARK: What stays

  override func visit(_ node: ExpressionPatternSyntax) -> SyntaxVisitorContinueKind {
    .skipChildren
  }
  override func visit(_ node: EnumCaseDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: FunctionParameterSyntax) -> SyntaxVisitorContinueKind {
    .skipChildren
  }
  override func visit(_ node: GenericArgumentClauseSyntax) -> SyntaxVisitorContinueKind {
    .skipChildren
  }
  override func visit(_ node: IfConfigClauseSyntax) -> SyntaxVisitorContinueKind {
    if let elements = node.elements { walk(elements) }
    return .skipChildren
  }
  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    isInlined(node.attributes) ? .skipChildren : .visitChildren
  }
  override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind {
    isInlined(node.attributes) ? .skipChildren : .visitChildren
  }
  override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
    isInlined(node.attributes) ? .skipChildren : .visitChildren
  }

  /// Whether a body is compiled in other modules too, which do not have the switch.
  private func isInlined(_ attributes: AttributeListSyntax) -> Bool {
    attributes.contains { ["@inlinable", "@_transparent"].contains($0.trimmedDescription) }
  }

  // MARK: Helpers

  private func add(
    _ kind: Site.Kind, _ node: some SyntaxProtocol, _ before: String, _ after: String,
    code: (some SyntaxProtocol)? = SourceFileSyntax?.none
  ) {
    let start = node.positionAfterSkippingLeadingTrivia
    guard start < node.endPositionBeforeTrailingTrivia else { return }
    let text = (code.map { $0.trimmedDescription } ?? node.trimmedDescription)
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    var insertions = [Site.Insertion(offset: start.utf8Offset, text: before)]
    if !after.isEmpty {
      insertions.append(
        Site.Insertion(offset: node.endPositionBeforeTrailingTrivia.utf8Offset, text: after))
    }
    sites.append(
      Site(
        path: path, line: lines.location(for: start).line, kind: kind, code: text,
        insertions: insertions))
  }

  private func hasEffect(_ node: some SyntaxProtocol) -> Bool {
    node.tokens(viewMode: .sourceAccurate).contains {
      $0.tokenKind == .keyword(.try) || $0.tokenKind == .keyword(.await)
    }
  }

  /// Whether its text can be written a second time in front of it, without moving lines.
  private func isOnOneLine(_ node: some SyntaxProtocol) -> Bool {
    !node.trimmedDescription.contains(where: \.isNewline)
  }

  private func ancestor<T: SyntaxProtocol>(of node: some SyntaxProtocol, _ type: T.Type) -> T? {
    var parent = node.parent
    while let current = parent {
      if let found = current.as(type) { return found }
      parent = current.parent
    }
    return nil
  }
}
