import LocationText

// Elements of SVG. The class of an element decides its colors.
extension ByteText {
  /// Writes a coordinate of a picture.
  mutating func write(_ number: Double) {
    if let number = FixedPoint(number, places: 1) { write(trimming: number) }
  }

  mutating func line(_ kind: StaticString, _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
    path(kind, [(x1, y1), (x2, y2)])
  }

  mutating func polyline(_ kind: StaticString, _ points: [(x: Double, y: Double)]) {
    // A line of one point is drawn as a dot by its round end.
    path(kind, points.count == 1 ? points + points : points)
  }

  mutating func path(
    _ kind: StaticString, _ points: [(x: Double, y: Double)], isClosed: Bool = false
  ) {
    write(#"<path class=""#)
    write(kind)
    write(#"" d=""#)
    for (index, point) in points.enumerated() {
      write(index == 0 ? "M" : index == 1 ? "L" : " ")
      write(point.x)
      write(" ")
      write(point.y)
    }
    write(isClosed ? "Z\"/>\n" : "\"/>\n")
  }

  mutating func rectangle(
    _ kind: StaticString, _ x: Double, _ y: Double, _ width: Double, _ height: Double
  ) {
    path(
      kind, [(x, y), (x + width, y), (x + width, y + height), (x, y + height)], isClosed: true)
  }

  mutating func circle(_ kind: StaticString, _ center: (x: Double, y: Double), radius: Double) {
    write(#"<circle class=""#)
    write(kind)
    write(#"" cx=""#)
    write(center.x)
    write(#"" cy=""#)
    write(center.y)
    write(#"" r=""#)
    write(radius)
    write("\"/>\n")
  }

  /// Writes a text.
  ///
  /// - Parameter anchor: which part of the text is at `x`: `start`, `middle` or `end`.
  mutating func label(
    _ label: String, x: Double, y: Double, anchor: StaticString = "start",
    kind: StaticString? = nil
  ) {
    write(#"<text x=""#)
    write(x)
    write(#"" y=""#)
    write(y)
    write(#"" text-anchor=""#)
    write(anchor)
    if let kind {
      write(#"" class=""#)
      write(kind)
    }
    write(#"">"#)
    write(xml: label)
    write("</text>\n")
  }
}
