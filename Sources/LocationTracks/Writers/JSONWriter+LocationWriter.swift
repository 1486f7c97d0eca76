import GPSDProtocol

extension JSONWriter: LocationWriter {}
