import LibFuzzer

/// Makes libFuzzer call `test` with one input after the other, according to the program's arguments.
///
/// Each target has a function with the C name `TARGET_main`, which the package manager uses as the
/// program's entry. libFuzzer's own main cannot call a Swift function.
public func fuzz(_ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt) -> CInt {
  var count = CommandLine.argc
  var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
  return LLVMFuzzerRunDriver(&count, &arguments, test)
}

/// Ends the process if a property does not hold. libFuzzer then keeps the input.
@inlinable
public func expect(
  _ holds: Bool, _ what: @autoclosure () -> String, file: StaticString = #file,
  line: UInt = #line
) {
  // This also works in an optimized build, and prints its text.
  if !holds { fatalError(what(), file: file, line: line) }
}

/// Ends the process unless both are the same.
@inlinable
public func expectSame<Value: Equatable>(
  _ one: Value, _ other: Value, _ what: @autoclosure () -> String, file: StaticString = #file,
  line: UInt = #line
) {
  expect(one == other, "\(what()):\n\(one)\n\(other)", file: file, line: line)
}
