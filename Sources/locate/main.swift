import LocateCommands
import LocationPOSIX

// The signals first: they are blocked here for every thread that is started from now on.
let interrupts = SignalInterrupts()
let environment = LocateEnvironment.process(
  arguments: CommandLine.arguments, interrupts: interrupts)
let arguments = Array(CommandLine.arguments.dropFirst())
if let code = LocateCommand.answer(arguments, in: environment) { exit(code) }
Task.detached { [environment, arguments] in
  exit(await LocateCommand.run(arguments: arguments, in: environment))
}
interrupts.waitForever()
