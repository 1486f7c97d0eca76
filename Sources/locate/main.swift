import LocateCommands
import LocationPOSIX

// This blocks the signals for all threads that start later, so it must come first.
let interrupts = SignalInterrupts()
let environment = LocateEnvironment.process(
  arguments: CommandLine.arguments, interrupts: interrupts)
let arguments = Array(CommandLine.arguments.dropFirst())
if let code = LocateCommand.answer(arguments, in: environment) { exit(code) }
Task.detached { [environment, arguments] in
  exit(await LocateCommand.run(arguments: arguments, in: environment))
}
interrupts.waitForever()
