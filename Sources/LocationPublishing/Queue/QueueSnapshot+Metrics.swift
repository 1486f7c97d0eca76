package import LocationCore
package import LocationText

extension QueueSnapshot {
  /// The metrics of the messages that wait. They contain no position.
  ///
  /// - Parameter now: the time of the host.
  package static func metrics(of queues: [QueueSnapshot], at now: Date) -> [MetricFamily] {
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
        // Other machines read the metrics, so they name no local folder.
        let isFile = !target.contains("://")
        let name = isFile ? target.split(separator: "/").last.map(String.init) ?? target : target
        labels.append(MetricFamily.Label("target", name))
      }
      messages.add(Double(queue.messages), labels)
      size.add(Double(queue.bytes), labels)
      age.add(rounded: queue.oldest.map { now.timeIntervalSince($0) }, labels)
      dropped.add(Double(queue.dropped), labels)
    }
    return [messages, size, age, dropped]
  }
}
