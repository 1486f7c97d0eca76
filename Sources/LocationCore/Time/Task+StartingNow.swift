extension Task where Success == Void, Failure == Never {
  /// Starts a task that runs on the caller's thread until it first waits, so that what it does until
  /// then has happened when this method returns. Older systems of Apple start it soon instead.
  @discardableResult
  static func startingNow(
    @_inheritActorContext @_implicitSelfCapture _ operation:
      sending @escaping @isolated(any) () async -> Void
  ) -> Task {
    if #available(macOS 26, iOS 26, watchOS 26, tvOS 26, visionOS 26, *) {
      Task.immediate(operation: operation)
    } else {
      Task(operation: operation)
    }
  }
}
