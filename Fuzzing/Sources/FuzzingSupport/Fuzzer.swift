import LibFuzzer

/// Has libFuzzer call `test` with one input after the other, as the program's arguments ask.
///
/// Each target's main is a function with C's name `TARGET_main`, which is what the package manager
/// makes the program's entry: libFuzzer's own main could not be told of a Swift function.
public func fuzz(_ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt) -> CInt {
  var count = CommandLine.argc
  var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
  return LLVMFuzzerRunDriver(&count, &arguments, test)
}

/// Ends the process, for libFuzzer to keep the input, unless a property holds.
@inlinable
public func expect(
  _ holds: Bool, _ what: @autoclosure () -> String, file: StaticString = #file,
  line: UInt = #line
) {
  // Also in an optimized build, and with its words.
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
