extension LocationUpdates {
  /// The same sequence with each update changed, or left out where `change` says `nil`. What
  /// `change` remembers it has to guard itself.
  package func changed(
    by change: @escaping @Sendable (LocationUpdate) -> LocationUpdate?
  ) -> LocationUpdates {
    LocationUpdates(
      pulling: { () async throws(UserLocationError) in
        // All iterators of one sequence share its one subscription.
        var iterator = self.makeAsyncIterator()
        while let update = try await iterator.next() {
          if let changed = change(update) { return changed }
        }
        return nil
      }, onLeavingOut: { self.leaveOut($0) })
  }
}
