extension TestTrack {
  /// A drive in Lisbon: 2,834 m in 4 minutes, 241 fixes.
  ///
  /// The car starts, turns left, climbs 12 m, stops for 20 s at a red light, drives at 20 m/s (72 km/h),
  /// turns right, stops and parks.
  public static let drive = TestTrack(
    "drive", from: (latitude: 38.7223, longitude: -9.1393), altitude: 82, geoidSeparation: 53.4,
    legs: [
      .standing(5),
      .moving(10, toward: 70, reaching: 14),
      .moving(20, toward: 70, reaching: 14),
      .moving(4, toward: 70, reaching: 6),
      .moving(2, toward: 40, reaching: 6),
      .moving(2, toward: 10, reaching: 6),
      .moving(2, toward: 340, reaching: 6),
      .moving(8, toward: 340, reaching: 14),
      .moving(30, toward: 340, reaching: 14, climb: 0.4),
      .moving(7, toward: 340, reaching: 0),
      .standing(20),
      .moving(10, toward: 340, reaching: 20),
      .moving(60, toward: 340, reaching: 20, climb: -0.2),
      .moving(7, toward: 340, reaching: 6),
      .moving(2, toward: 10, reaching: 6),
      .moving(2, toward: 40, reaching: 6),
      .moving(2, toward: 70, reaching: 6),
      .moving(4, toward: 70, reaching: 14),
      .moving(23, toward: 70, reaching: 14),
      .moving(10, toward: 70, reaching: 0),
      .standing(10),
    ])

  /// A walk round a pond in Lisbon: 540 m in 7 minutes, 421 fixes.
  ///
  /// The way is a hexagon that ends where it began. The walker rests for 30 s half way. Trees cover the
  /// second and the last side, so errors and dilution are larger there.
  public static let walk = TestTrack(
    "walk", from: (latitude: 38.7278, longitude: -9.1527), altitude: 90, geoidSeparation: 53.4,
    legs: [
      .standing(10),
      .moving(2, toward: 0, reaching: 1.5),
      .moving(58, toward: 0, reaching: 1.5),
      .moving(60, toward: 60, reaching: 1.5, under: .trees),
      .moving(60, toward: 120, reaching: 1.5),
      .moving(2, toward: 120, reaching: 0),
      .standing(30),
      .moving(2, toward: 180, reaching: 1.5),
      .moving(58, toward: 180, reaching: 1.5),
      .moving(60, toward: 240, reaching: 1.5),
      .moving(60, toward: 300, reaching: 1.5, under: .trees),
      .moving(2, toward: 300, reaching: 0, under: .trees),
      .standing(16),
    ])

  /// A boat off Taveuni in Fiji: 2,450 m in 270 s, 271 fixes.
  ///
  /// It crosses the meridian of 180° eastward, turns, and crosses it again westward. So the longitude
  /// jumps from 180 to −180 and back. It moves at 10 m/s.
  public static let antimeridian = TestTrack(
    "antimeridian", from: (latitude: -16.8, longitude: 179.99), altitude: 3, geoidSeparation: 56.1,
    legs: [
      .standing(5),
      .moving(10, toward: 90, reaching: 10),
      .moving(110, toward: 90, reaching: 10),
      .moving(5, toward: 135, reaching: 10),
      .moving(5, toward: 180, reaching: 10),
      .moving(5, toward: 225, reaching: 10),
      .moving(110, toward: 270, reaching: 10),
      .moving(10, toward: 270, reaching: 0),
      .standing(10),
    ])

  /// A drive through a tunnel in Lisbon: 3,000 m in 3 minutes, 136 fixes.
  ///
  /// For 45 s, from second 55 on, the receiver reports `.fixLost` with the reason `.noFix` in place of
  /// a fix. For another 15 s trees hide satellites, so errors and dilution are larger.
  public static let outage = TestTrack(
    "outage", from: (latitude: 38.7403, longitude: -9.1660), altitude: 75, geoidSeparation: 53.4,
    legs: [
      .standing(5),
      .moving(10, toward: 20, reaching: 20),
      .moving(40, toward: 20, reaching: 20),
      .moving(45, toward: 20, reaching: 20, under: .roof),
      .moving(15, toward: 20, reaching: 20, under: .trees),
      .moving(40, toward: 20, reaching: 20),
      .moving(10, toward: 20, reaching: 0),
      .standing(15),
    ])
}
