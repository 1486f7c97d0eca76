import LocationIO
import TestSupport
import TestTurns
import Testing

@Suite(.inTurn) struct DBusValueTests {
  private static let values: [DBusValue] = [
    .byte(255), .boolean(true), .boolean(false), .int16(.min), .uint16(.max), .int32(.min),
    .uint32(.max), .int64(.min), .uint64(.max), .double(-.greatestFiniteMagnitude),
    .string("Grüße, 位置"), .string(""), .objectPath("/com/example"), .signature("a{sv}"),
    .bytes([0, 1, 255]), .bytes([]), .array([.objectPath("/a"), .objectPath("/b")], of: "o"),
    .array([], of: "s"), .array([.array([.int32(1)], of: "i"), .array([], of: "i")], of: "ai"),
    .structure([.uint64(7), .structure([.string("inner"), .boolean(true)])]),
    .options(["name": .string("Home"), "bytes": .bytes([1]), "level": .uint32(8)]),
    .dictionary([.uint32(1): .bytes([2])], key: "u", value: "ay"),
    .array([.structure([.int32(1), .double(2)])], of: "(id)"),
  ]

  @Test(
    .enabled(if: PrivateBus.hasMocks, "\(PrivateBus.advice)"))
  func everyTypeComesBackAsItWasSent() async throws {
    let bus = try await PrivateBus.start()
    let echo = DBusObject(
      service: "com.example.Echo", path: "/com/example/Echo", interface: "com.example.Echo")
    let service = try await bus.mock(echo)
    for (number, value) in Self.values.enumerated() {
      let answer = try await bus.use { bus throws(DBusError) in
        let type = value.typeSignature
        try bus.addMethod(
          "Echo\(number)", to: echo, takes: type, returns: type, code: "ret = args[0]")
        return try bus.call(echo, "Echo\(number)", [value], timeout: .seconds(10))
      }
      #expect(answer == [value])
    }
    service.stop()
  }

  @Test(
    .enabled(if: PrivateBus.hasMocks, "\(PrivateBus.advice)"))
  func propertiesAreReadSetAndWatched() async throws {
    let bus = try await PrivateBus.start()
    let object = DBusObject(
      service: "com.example.Lamp", path: "/com/example/Lamp", interface: "com.example.Lamp")
    let service = try await bus.mock(object)
    let (properties, changes) = try await bus.use { bus throws(DBusError) in
      try bus.call(
        object.mock, "AddProperty",
        [.string(object.interface), .string("Level"), .variant(.uint32(3))], timeout: .seconds(10))
      try bus.match(object.propertyChanges, timeout: .seconds(10))
      let before = try bus.properties(of: object, timeout: .seconds(10))
      try bus.set("Level", to: .uint32(5), of: object, timeout: .seconds(10))
      while let signal = try bus.nextSignal(until: Deadline(after: .seconds(10))) {
        if let changes = signal.changedProperties(of: object.interface) { return (before, changes) }
      }
      return (before, [:])
    }
    #expect(properties == ["Level": .uint32(3)])
    #expect(changes == ["Level": .uint32(5)])
    service.stop()
  }

  @Test(
    arguments: [
      (DBusValue.byte(200), 200), (.int16(-5), -5), (.uint16(5), 5), (.int32(-7), -7),
      (.uint32(.max), 4_294_967_295), (.int64(.min), .min), (.variant(.uint64(9)), 9),
      (.uint64(.max), nil), (.double(1), nil), (.string("1"), nil),
    ] as [(DBusValue, Int?)])
  func anIntegerIsReadIfItFits(value: DBusValue, integer: Int?) {
    #expect(value.integer == integer)
  }

  @Test func aReadingOfAnotherTypeIsNil() {
    #expect(DBusValue.uint32(1).boolean == nil)
    #expect(DBusValue.uint32(1).double == nil)
    #expect(DBusValue.uint32(1).string == nil)
    #expect(DBusValue.uint32(1).bytes == nil)
    #expect(DBusValue.uint32(1).elements == nil)
    #expect(DBusValue.uint32(1).namedValues == nil)
  }

  @Test func readingsLookIntoVariants() {
    #expect(DBusValue.variant(.variant(.boolean(true))).boolean == true)
    #expect(DBusValue.variant(.double(2)).double == 2)
    #expect(DBusValue.variant(.objectPath("/a")).string == "/a")
    #expect(DBusValue.variant(.bytes([1])).bytes == [1])
    #expect(DBusValue.variant(.array([.byte(1)], of: "y")).elements == [.byte(1)])
    #expect(DBusValue.options(["a": .uint32(1)]).namedValues == ["a": .uint32(1)])
  }
}
