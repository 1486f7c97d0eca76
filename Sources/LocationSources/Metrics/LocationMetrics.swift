package import LocationCore
package import LocationPublishing
package import LocationText

/// Metrics of sources and of the messages that wait. They contain no position.
package enum LocationMetrics {
  /// The media type of OpenMetrics 1.0.
  package static let mediaType = "application/openmetrics-text; version=1.0.0; charset=utf-8"

  /// The metrics. A value that is not known has no sample.
  ///
  /// - Parameters:
  ///   - sources: a second source with the same name is left out, because samples must differ.
  ///   - queues: the messages that wait.
  ///   - now: the time of the host.
  package static func families(
    of sources: [SourceSnapshot], queues: [QueueSnapshot] = [], at now: Date
  ) -> [MetricFamily] {
    families(of: sources, at: now) + families(of: queues, at: now)
  }

  private static func families(of sources: [SourceSnapshot], at now: Date) -> [MetricFamily] {
    var state = MetricFamily(
      "locate_source_state", .stateSet, help: "What the source is doing.")
    var age = MetricFamily(
      "locate_fix_age_seconds", unit: "seconds",
      help: "The time since the last location, by the clock of this machine.")
    var timestamp = MetricFamily(
      "locate_fix_timestamp_seconds", unit: "seconds",
      help: "When the receiver had the last location, in seconds since 1970.")
    var accuracy = MetricFamily(
      "locate_fix_horizontal_accuracy_meters", unit: "meters",
      help: "The estimated horizontal error of the last location.")
    var used = MetricFamily(
      "locate_satellites_used", help: "The number of satellites that the last location uses.")
    var visible = MetricFamily(
      "locate_satellites_visible", help: "The number of satellites in view.")
    var names: Set<String> = []
    for source in sources {
      // Other machines read the metrics.
      let name = FixSource.publicName(of: source.name)
      guard names.insert(name).inserted else { continue }
      let labels = [MetricFamily.Label("source", name)]
      state.add(
        state: source.state.rawValue, of: SourceSnapshot.State.allCases.map(\.rawValue), labels)
      age.add(source.age(at: now).map(rounded), labels)
      timestamp.add(source.fix?.timestamp?.timeIntervalSince1970, labels)
      accuracy.add(source.fix?.horizontalAccuracy.map(rounded), labels)
      used.add(source.satellitesUsed.map(Double.init), labels)
      visible.add(source.satellitesVisible.map(Double.init), labels)
    }
    return [state, age, timestamp, accuracy, used, visible]
  }

  private static func families(of queues: [QueueSnapshot], at now: Date) -> [MetricFamily] {
    var messages = MetricFamily(
      "locate_publish_queue_messages", help: "The number of messages that wait.")
    var size = MetricFamily(
      "locate_publish_queue_size_bytes", unit: "bytes",
      help: "The size of the messages that wait.")
    var age = MetricFamily(
      "locate_publish_queue_oldest_age_seconds", unit: "seconds",
      help: "The age of the oldest message that waits.")
    var dropped = MetricFamily(
      "locate_publish_queue_dropped", .counter,
      help: "Messages that were dropped because there were too many or because they were too old.")
    for queue in queues {
      var labels = [MetricFamily.Label("queue", queue.name)]
      if let target = queue.target {
        let isFile = !target.contains("://")
        let name = isFile ? target.split(separator: "/").last.map(String.init) ?? target : target
        labels.append(MetricFamily.Label("target", name))
      }
      messages.add(Double(queue.messages), labels)
      size.add(Double(queue.bytes), labels)
      age.add(queue.oldest.map { rounded(now.timeIntervalSince($0)) }, labels)
      dropped.add(Double(queue.dropped), labels)
    }
    return [messages, size, age, dropped]
  }

  /// Digits after the third decimal are noise.
  private static func rounded(_ value: Double) -> Double { (value * 1e3).rounded() / 1e3 }
}
