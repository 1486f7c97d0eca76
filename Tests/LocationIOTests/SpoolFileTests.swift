import TestTurns
import Testing

@testable import LocationIO

@Suite(.inTurn) struct SpoolFileTests {
  @Test func theBytesComeBackInTheirOrder() throws {
    let file = try SpoolFile()
    let lines = (0..<1000).map { Array("line \($0)\n".utf8) }
    for line in lines { try line.withUnsafeBytes { try file.write($0) } }
    var read: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 777)
    while true {
      let count = try buffer.withUnsafeMutableBytes { try file.read(into: $0) }
      guard count > 0 else { break }
      read += buffer[..<count]
    }
    #expect(read == lines.flatMap { $0 })
  }
}
