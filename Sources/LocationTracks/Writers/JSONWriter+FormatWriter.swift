import GPSDProtocol

extension JSONWriter: FormatWriter {}
