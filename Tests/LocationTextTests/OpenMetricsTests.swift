import TestTurns
import Testing

@testable import LocationText

@Suite(.inTurn) struct OpenMetricsTests {
  private func text(_ families: MetricFamily...) -> String {
    var text = ByteText()
    text.write(openMetrics: families)
    return text.string
  }

  @Test func aMetricHasItsTypeUnitHelpAndSamples() {
    var age = MetricFamily("a_age_seconds", unit: "seconds", help: "The age.")
    age.add(1.5)
    age.add(2, [.init("source", "gpsd://localhost:2947"), .init("device", "/dev/ttyACM0")])
    #expect(
      text(age) == """
        # TYPE a_age_seconds gauge
        # UNIT a_age_seconds seconds
        # HELP a_age_seconds The age.
        a_age_seconds 1.5
        a_age_seconds{source="gpsd://localhost:2947",device="/dev/ttyACM0"} 2
        # EOF

        """)
  }

  @Test func theSamplesOfACounterEndWithTotal() {
    var dropped = MetricFamily("dropped", .counter, help: "Dropped.")
    dropped.add(12)
    #expect(
      text(dropped) == """
        # TYPE dropped counter
        # HELP dropped Dropped.
        dropped_total 12
        # EOF

        """)
  }

  @Test func aStateSetHasASampleForEachState() {
    var state = MetricFamily("state", .stateSet, help: "State.")
    state.add(state: "on", of: ["on", "off"], [.init("source", "a")])
    #expect(
      text(state) == """
        # TYPE state stateset
        # HELP state State.
        state{source="a",state="on"} 1
        state{source="a",state="off"} 0
        # EOF

        """)
  }

  @Test func anUnknownValueHasNoSample() {
    var age = MetricFamily("age", help: "Age.")
    age.add(nil)
    #expect(text(age) == "# EOF\n")
  }

  @Test func textIsEscaped() {
    var odd = MetricFamily("odd", help: "a \"b\" \\ c\nd")
    odd.add(0, [.init("source", "é \"b\" \\ c\nd")])
    #expect(
      text(odd) == #"""
        # TYPE odd gauge
        # HELP odd a \"b\" \\ c\nd
        odd{source="é \"b\" \\ c\nd"} 0
        # EOF

        """#)
  }

  @Test(arguments: [
    (Double.nan, "NaN"), (.infinity, "+Inf"), (-.infinity, "-Inf"), (-3, "-3"), (0.25, "0.25"),
    (1_735_689_600.125, "1735689600.125"), (1e-7, "1e-07"),
  ])
  func everyNumberHasAForm(value: Double, expected: String) {
    var number = MetricFamily("n", help: "N.")
    number.add(value)
    #expect(text(number).contains("\nn \(expected)\n"))
  }
}
