import GPSDProtocol

extension GPSDReportWriter: FormatWriter {}
