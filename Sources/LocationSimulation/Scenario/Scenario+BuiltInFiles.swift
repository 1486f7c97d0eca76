extension Scenario {
  /// The files of the built-in scenarios, in the order of lists.
  static let builtInFiles: [(name: String, json: String)] = [
    (
      "walk",
      """
      {
        "description": "an hour on foot round a park, on winding ways",
        "duration": 3600,
        "motion": {
          "kind": "walk", "start": [52.5145, 13.3501, 35], "speed": 1.4, "turnRate": 6, "range": 600
        },
        "geoidSeparation": 39.6
      }
      """
    ),
    (
      "drive",
      """
      {
        "description": "a car through town and back, braking for corners and lights",
        "motion": {
          "kind": "route",
          "waypoints": [
            [48.13743, 11.57549, 519], [48.13927, 11.56606, 518], [48.14131, 11.56012, 518],
            [48.14580, 11.56510, 517], [48.14861, 11.57133, 515], [48.15140, 11.58241, 510],
            [48.14250, 11.58720, 512], [48.13650, 11.58320, 516]
          ],
          "speed": [
            {"at": 0, "speed": 13.9}, {"at": 60, "speed": 0}, {"at": 80, "speed": 13.9},
            {"at": 210, "speed": 8.3}, {"at": 270, "speed": 13.9}
          ],
          "acceleration": 1.8, "turnRate": 25, "ending": "loop"
        },
        "duration": 600,
        "geoidSeparation": 45.8
      }
      """
    ),
    (
      "flight",
      """
      {
        "description": "an airliner from Frankfurt to New York on great circles, five positions a second",
        "rate": 5,
        "motion": {
          "kind": "route",
          "waypoints": [
            [50.0333, 8.5706, 110], [50.4, 7.6, 3500], [51.5, 4.0, 10600], [58.0, -30.0, 11300],
            [47.5, -60.0, 11300], [41.2, -72.4, 3000], [40.6398, -73.7789, 4]
          ],
          "speed": [{"at": 0, "speed": 80}, {"at": 60, "speed": 150}, {"at": 600, "speed": 240}],
          "acceleration": 0.8, "turnRate": 1.5
        }
      }
      """
    ),
    (
      "boat",
      """
      {
        "description": "a sailing boat that beats to windward and comes home",
        "motion": {
          "kind": "route",
          "waypoints": [
            [54.3900, 10.2000], [54.4150, 10.2150], [54.4250, 10.1750], [54.4450, 10.2200],
            [54.4600, 10.1850]
          ],
          "speed": 3.1, "acceleration": 0.15, "turnRate": 6, "ending": "return"
        },
        "duration": 7200,
        "geoidSeparation": 40.1
      }
      """
    ),
    (
      "city",
      """
      {
        "description": "on foot between high walls: few satellites, echoes, meters of error",
        "environment": "city",
        "motion": {
          "kind": "route",
          "waypoints": [
            [40.75800, -73.98550, 18], [40.76040, -73.98380, 20], [40.75900, -73.98030, 20],
            [40.75560, -73.98270, 18]
          ],
          "speed": 1.3, "acceleration": 0.8, "turnRate": 60, "ending": "loop"
        },
        "duration": 1800,
        "geoidSeparation": -32.4
      }
      """
    ),
    (
      "tunnel",
      """
      {
        "description": "a motorway with a tunnel: no signal from 1:00 to 1:45, a weak one after it",
        "motion": {
          "kind": "route",
          "waypoints": [
            [46.6610, 8.5890, 1107], [46.6420, 8.5860, 1130], [46.5270, 8.6080, 1146],
            [46.5090, 8.6300, 1130]
          ],
          "speed": 22.2, "acceleration": 1.2, "turnRate": 8
        },
        "duration": 180,
        "geoidSeparation": 50.2,
        "faults": [
          {"kind": "dropout", "at": 60, "for": 45},
          {"kind": "few-satellites", "at": 105, "for": 10, "count": 4}
        ]
      }
      """
    ),
    (
      "cold-start",
      """
      {
        "description": "a receiver switched on after months: the first fix after 45 s",
        "motion": {"kind": "standing", "at": [47.3769, 8.5417, 408]},
        "duration": 120,
        "geoidSeparation": 47.6,
        "faults": [{"kind": "cold-start", "for": 45}]
      }
      """
    ),
    (
      "flaky",
      """
      {
        "description": "a bad cable: damaged sentences, garbage, silence, a repeating receiver",
        "motion": {
          "kind": "circle", "center": [51.4779, -0.0015, 46], "radius": 120, "speed": 5
        },
        "duration": 300,
        "geoidSeparation": 45.7,
        "faults": [
          {"kind": "bad-checksum", "at": 20, "for": 40, "share": 0.3},
          {"kind": "truncated", "at": 60, "for": 40, "share": 0.2},
          {"kind": "interleaved", "at": 100, "for": 40, "share": 0.2},
          {"kind": "garbage", "at": 140, "for": 40, "bytes": 200},
          {"kind": "silence", "at": 190, "for": 15},
          {"kind": "stale-repeats", "at": 220, "for": 20},
          {"kind": "no-fix", "at": 250, "for": 5},
          {"kind": "no-fix", "at": 260, "for": 5}
        ]
      }
      """
    ),
    (
      "jammed",
      """
      {
        "description": "jammed, then led astray: satellites fade, the position drifts and jumps",
        "motion": {"kind": "standing", "at": [60.1699, 24.9384, 12]},
        "duration": 300,
        "geoidSeparation": 17.9,
        "faults": [
          {"kind": "satellite-loss", "at": 30, "for": 90, "every": 2},
          {"kind": "drift", "at": 150, "for": 60, "speed": 2, "bearing": 45},
          {"kind": "jump", "at": 220, "for": 30, "meters": 5000, "bearing": 270},
          {"kind": "time-step", "at": 220, "for": 30, "seconds": -40},
          {"kind": "stuck", "at": 260, "for": 20}
        ]
      }
      """
    ),
  ]
}
