#if Web
  import CWebPage

  /// A file of the page, which is in the program itself.
  struct PageFile: Sendable {
    let name: String
    let bytes: [UInt8]

    /// All files by their paths.
    static let all: [String: PageFile] = {
      var files: [String: PageFile] = [:]
      for index in 0..<web_page_count() {
        let file = web_page_file(index)
        let name = String(cString: file.name)
        let bytes = Array(UnsafeBufferPointer(start: file.bytes, count: file.count))
        files[path(of: name)] = PageFile(name: name, bytes: bytes)
      }
      return files
    }()

    private static func path(of name: String) -> String {
      switch name {
      case "index.html": "/"
      case "openapi.json": "/api/openapi.json"
      default: "/\(name)"
      }
    }

    /// The type of its content.
    var type: String {
      switch name.split(separator: ".").last {
      case "html": "text/html; charset=utf-8"
      case "css": "text/css; charset=utf-8"
      case "js": "text/javascript; charset=utf-8"
      case "svg": "image/svg+xml"
      case "json": "application/json"
      default: "application/octet-stream"
      }
    }
  }
#endif
