/// The topics of a subscription, with the wildcards `+` for one level and `#` for all that follow.
struct MQTTTopicFilter: Hashable, Sendable {
  let text: String

  /// The levels of a topic that the wildcards match, which name the device: `anna/phone` for `owntracks/+/+` and
  /// `owntracks/anna/phone`. `nil` without a wildcard, because then the topic is that of one device.
  func device(of topic: String) -> String? {
    let levels = topic.split(separator: "/", omittingEmptySubsequences: false)
    var matched: [Substring] = []
    var hasWildcard = false
    for (index, level) in text.split(separator: "/", omittingEmptySubsequences: false).enumerated()
    {
      guard level == "+" || level == "#" else { continue }
      hasWildcard = true
      matched += level == "#" ? levels.dropFirst(index) : levels.dropFirst(index).prefix(1)
    }
    return hasWildcard ? matched.joined(separator: "/") : nil
  }
}
