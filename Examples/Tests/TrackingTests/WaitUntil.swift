/// Returns as soon as a condition holds. Throws when the test exceeds its time limit.
func waitUntil(_ isTrue: () -> Bool) async throws {
  while !isTrue() {
    try Task.checkCancellation()
    await Task.yield()
  }
}
