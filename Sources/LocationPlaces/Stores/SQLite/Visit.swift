public import LocationCore

/// A time at a place.
public struct Visit: Hashable, Codable, Sendable {
  /// The device behind its source that was there; `nil` for a source without devices.
  public var device: String?
  /// The ``Place/id`` of the place.
  public var place: String
  /// The name of the place at the arrival.
  public var name: String
  /// The arrival, UTC by the receiver's clock.
  public var arrival: Date
  /// The departure; `nil` while the visit lasts.
  public var departure: Date?

  /// Makes a visit.
  public init(
    device: String? = nil, place: String, name: String, arrival: Date, departure: Date? = nil
  ) {
    self.device = device
    self.place = place
    self.name = name
    self.arrival = arrival
    self.departure = departure
  }
}

extension SQLitePlaceStore {
  /// Adds what an event says to the table of visits: an arrival or a departure. Other events change
  /// nothing, and neither does the repetition of an event.
  ///
  /// A device that is at a place when a monitor begins arrives then, unless a visit of it to the place lasts.
  public func record(_ event: PlaceEvent) async throws(PlaceError) {
    let (place, time) = (event.place, event.time.timeIntervalSince1970)
    let device = PlaceDatabase.Value.text(event.device.device ?? "")
    let id = PlaceDatabase.Value.text(place.id)
    switch event.kind {
    case .entered, .initial(isInside: true):
      try await change { database throws(PlaceError) in
        try database.run(
          """
          INSERT OR IGNORE INTO visits (device, place, name, arrival) SELECT ?1, ?2, ?3, ?4
          WHERE NOT EXISTS
            (SELECT 1 FROM visits WHERE device = ?1 AND place = ?2 AND departure IS NULL)
          """, [device, id, .text(place.name), .number(time)])
        return []
      }
    case .left:
      try await change { database throws(PlaceError) in
        try database.run(
          """
          UPDATE visits SET departure = ?3
          WHERE device = ?1 AND place = ?2 AND departure IS NULL AND arrival =
            (SELECT max(arrival) FROM visits WHERE device = ?1 AND place = ?2 AND arrival <= ?3)
          """, [device, id, .number(time)])
        return []
      }
    case .stayed, .initial(isInside: false): break
    }
  }

  /// The visits that have a part in a period, in the order of their arrivals.
  ///
  /// - Parameters:
  ///   - place: the ``Place/id`` of the place; `nil` for all places.
  ///   - start: the start of the period; `nil` for no limit.
  ///   - end: the end of the period; `nil` for no limit.
  public func visits(
    to place: String? = nil, from start: Date? = nil, until end: Date? = nil
  ) async throws(PlaceError) -> [Visit] {
    try await use { database throws(PlaceError) in
      try database.query(
        """
        SELECT device, place, name, arrival, departure FROM visits
        WHERE (?1 IS NULL OR place = ?1) AND arrival <= ?3 AND ifnull(departure, ?3) >= ?2
        ORDER BY arrival, place, device
        """,
        [
          place.map { .text($0) } ?? .null,
          .number(start?.timeIntervalSince1970 ?? -.greatestFiniteMagnitude),
          .number(end?.timeIntervalSince1970 ?? .greatestFiniteMagnitude),
        ]
      ) { row in
        Visit(
          device: row.text(0).flatMap { $0.isEmpty ? nil : $0 }, place: row.text(1) ?? "",
          name: row.text(2) ?? "", arrival: Date(timeIntervalSince1970: row.number(3) ?? 0),
          departure: row.number(4).map { Date(timeIntervalSince1970: $0) })
      }
    }
  }
}
