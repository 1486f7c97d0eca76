import GPSDProtocol

extension GPSDReportWriter: FormatWriter {
  package var place: DocumentPlace? { .anywhere }
}
