import LocationText

/// The prefixes of namespaces in the points of a GPX file whose elements are copied.
///
/// A copied point keeps nothing of the elements around it except the declarations of the root. So a prefix that another
/// element declares is declared in the copy. Some programs declare none: a prefix that everybody uses for one namespace gets
/// it, and an element with any other prefix is left out.
struct GPXPrefixes {
  private struct Declaration {
    let prefix: String
    let namespace: String
    /// The number of open elements with the one that declares the prefix. The root is 1.
    let depth: Int
  }

  private var declared: [Declaration] = []
  /// The declarations that the open point lacks.
  private var missing: [Declaration] = []
  /// The part of the open point that is being left out, and the number of open elements with it.
  private var open: (start: Int, depth: Int)?
  private var cuts: [Range<Int>] = []

  /// Begins a point.
  mutating func beginPoint() { (missing, open, cuts) = ([], nil, []) }

  /// Begins an element.
  ///
  /// - Parameters:
  ///   - depth: the number of open elements with it.
  ///   - pointDepth: the same for the open point; `nil` outside a point.
  mutating func begin(_ name: XMLName, _ attributes: XMLAttributes, depth: Int, in pointDepth: Int?)
  {
    var isKnown = true
    attributes.forEachPrefix { prefix, name, value in
      if prefix.elementsEqual("xmlns".utf8) {
        declared.append(Declaration(prefix: name, namespace: value, depth: depth))
      }
    }
    guard let pointDepth, open == nil else { return }
    isKnown = resolve(name.prefix, outside: pointDepth)
    attributes.forEachPrefix { prefix, _, _ in
      if !prefix.elementsEqual("xmlns".utf8), !resolve(prefix, outside: pointDepth) {
        isKnown = false
      }
    }
    if !isKnown { open = (attributes.start, depth) }
  }

  /// Ends an element. Returns whether it is left out of the copy of the point.
  ///
  /// - Parameters:
  ///   - depth: the number of open elements without it.
  ///   - offset: the offset of the byte after it.
  mutating func end(depth: Int, at offset: Int) -> Bool {
    while let last = declared.last, last.depth > depth { declared.removeLast() }
    guard let open, open.depth == depth + 1 else { return false }
    cuts.append(open.start..<offset)
    self.open = nil
    return true
  }

  /// Makes the text of a point complete; `nil` if the point itself has an unknown prefix.
  ///
  /// - Parameter start: the offset of its first byte.
  func complete(_ text: [UInt8], from start: Int) -> [UInt8]? {
    if missing.isEmpty, cuts.isEmpty { return text }
    if cuts.first?.lowerBound == start { return nil }
    var copy = ByteText()
    var rest = text.firstIndex { " />\t\r\n".utf8.contains($0) } ?? text.count
    copy.write(utf8: Array(text[..<rest]))
    for declaration in missing {
      copy.write(" xmlns:")
      copy.write(text: declaration.prefix)
      copy.write("=\"")
      copy.write(xml: declaration.namespace)
      copy.write("\"")
    }
    for cut in cuts {
      copy.write(utf8: Array(text[rest..<cut.lowerBound - start]))
      rest = cut.upperBound - start
    }
    copy.write(utf8: Array(text[rest...]))
    return copy.bytes
  }

  /// Whether a prefix has a namespace in the copy of a point.
  private mutating func resolve(_ prefix: UnsafeBufferPointer<UInt8>, outside depth: Int) -> Bool {
    if prefix.isEmpty || prefix.elementsEqual("xml".utf8) { return true }
    let declaration = declared.last { prefix.elementsEqual($0.prefix.utf8) }
    // The root, or an element of the point, declares it.
    if let declaration, declaration.depth == 1 || declaration.depth >= depth { return true }
    if missing.contains(where: { prefix.elementsEqual($0.prefix.utf8) }) { return true }
    let name = String(decoding: prefix, as: UTF8.self)
    guard let namespace = declaration?.namespace ?? Self.namespaces[name] else { return false }
    missing.append(Declaration(prefix: name, namespace: namespace, depth: depth))
    return true
  }

  /// What programs mean by a prefix that they do not declare.
  private static let namespaces = [
    "gpxtpx": "http://www.garmin.com/xmlschemas/TrackPointExtension/v2",
    "ns3": "http://www.garmin.com/xmlschemas/TrackPointExtension/v1",
    "gpxpx": "http://www.garmin.com/xmlschemas/PowerExtension/v1",
    "gpxx": "http://www.garmin.com/xmlschemas/GpxExtensions/v3",
    "wptx1": "http://www.garmin.com/xmlschemas/WaypointExtension/v1",
    "trp": "http://www.garmin.com/xmlschemas/TripExtensions/v1",
    "gpxdata": "http://www.cluetrust.com/XML/GPXDATA/1/0",
    "osmand": "https://osmand.net",
    "opentracks": "http://opentracksapp.com/xmlschemas/v1",
    "locus": "http://www.locusmap.eu",
    "groundspeak": "http://www.groundspeak.com/cache/1/0",
    "xsi": "http://www.w3.org/2001/XMLSchema-instance",
  ]
}
