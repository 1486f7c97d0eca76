import LocateCommands
import LocationPOSIX

// The web server is a program of its own, so that this one starts fast.
WebProgram.takeOver(CommandLine.argc, CommandLine.unsafeArgv)
// This blocks the signals for all threads that start later, so it must come first.
let interrupts = SignalInterrupts()
// `CommandLine.arguments` replaces bytes that are not UTF-8, but paths may have such bytes.
let words = UnsafeBufferPointer(start: CommandLine.unsafeArgv, count: Int(CommandLine.argc))
  .compactMap { $0.map { String(path: $0) } }
let environment = LocateEnvironment.process(arguments: words, interrupts: interrupts)
let arguments = Array(words.dropFirst())
if let code = LocateCommand.answer(arguments, in: environment) { exit(code) }
Task.detached { [environment, arguments] in
  exit(await LocateCommand.run(arguments: arguments, in: environment))
}
interrupts.waitForever()
