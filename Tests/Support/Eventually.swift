/// Returns true as soon as `condition` holds, or false if it does not hold in time.
///
/// This is the only pause in the tests. The condition comes true in a gpsd process, or on the threads of
/// a provider and its sockets, and these cannot notify a test. Polling without a pause would take the
/// two processors from them. The length of the pause decides only how soon the test continues.
package func eventually(_ condition: () async -> Bool) async -> Bool {
  let deadline = ContinuousClock.now + .seconds(40)
  while ContinuousClock.now < deadline {
    if await condition() { return true }
    try? await Task.sleep(for: .milliseconds(1))
  }
  return await condition()
}
