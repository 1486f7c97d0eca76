import LocationCore
import LocationIO
internal import LocationText

/// Home Assistant's discovery of MQTT device trackers: a message that the broker keeps, one for each topic of locations.
/// It says how Home Assistant finds the position in the messages of the topic.
///
/// https://www.home-assistant.io/integrations/device_tracker.mqtt/
public struct HomeAssistantDiscovery: Sendable {
  /// The first level of the topics in which Home Assistant looks.
  private static let prefix = "homeassistant"

  private let template: String

  /// - Parameter format: the format of the messages; `nil` is returned for one that is not JSON.
  public init?(of format: any PayloadFormat) {
    guard let error = format.horizontalErrorMember else { return nil }
    // A message without a location, such as OwnTracks' lwt, has no attributes.
    template = """
      {% if value_json.lat is defined %}\
      {"latitude": {{ value_json.lat }}, "longitude": {{ value_json.lon }}\
      {% if value_json.\(error) is defined %}, "gps_accuracy": {{ value_json.\(error) }}{% endif %}}\
      {% else %}{}{% endif %}
      """
  }

  /// The message for a topic. Its name is the topic, and its identifier the hash of the topic.
  func message(for topic: String) -> MQTTMessage {
    let identifier = "locate_" + StableHash.text(topic)
    var text = ByteText()
    text.member(#"{"name":"#, string: topic)
    text.member(#","unique_id":"#, string: identifier)
    text.member(#","source_type":"#, string: "gps")
    text.member(#","json_attributes_topic":"#, string: topic)
    text.member(#","json_attributes_template":"#, string: template)
    text.write("}")
    return MQTTMessage(
      topic: "\(Self.prefix)/device_tracker/\(identifier)/config", payload: text.bytes,
      isRetained: true)
  }
}
