import Foundation
import LocationCore
import NetworkLocation
import TestSupport
import TestTurns
import Testing

@Suite(.inTurn) struct FileConsentStoreTests {
  let folder: TemporaryDirectory
  let store: FileConsentStore

  init() throws {
    folder = try TemporaryDirectory()
    store = FileConsentStore(path: folder.path("state/locate/consent.json"))
  }

  func mode(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  @Test func withoutAFileThereIsNoConsent() throws {
    #expect(store.consent(to: "https://example.org") == nil)
    #expect(try store.consents() == [:])
  }

  @Test func decisionsAreKeptPerServer() throws {
    try store.set(.granted, to: "https://example.org")
    try store.set(.refused, to: "https://example.org:8443")
    let other = FileConsentStore(path: store.path)
    #expect(other.consent(to: "https://example.org") == .granted)
    #expect(other.consent(to: "https://example.org:8443") == .refused)
    #expect(other.consent(to: "http://example.org") == nil)
  }

  @Test func aRevocationByAnotherProgramHasEffectAtOnce() throws {
    try store.set(.granted, to: "https://example.org")
    try FileConsentStore(path: store.path).set(nil, to: "https://example.org")
    #expect(store.consent(to: "https://example.org") == nil)
    #expect(try store.consents() == [:])
  }

  /// Each store stands for a program.
  @Test func noDecisionIsLostWhenManyAreMadeAtOnce() async throws {
    let path = store.path
    let origins = (0..<20).map { "https://\($0).example.org" }
    for isGranted in [true, false] {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for origin in origins {
          group.addTask {
            try FileConsentStore(path: path).set(isGranted ? .granted : nil, to: origin)
          }
        }
        try await group.waitForAll()
      }
      #expect(try store.consents().count == (isGranted ? 20 : 0))
    }
  }

  @Test func onlyTheOwnerMayReadTheFile() throws {
    let before = umask(0)
    defer { umask(before) }
    try store.set(.granted, to: "https://example.org")
    #expect(try mode(store.path) == 0o600)
    #expect(try mode(folder.path("state/locate")) == 0o700)
    try store.set(.refused, to: "https://example.org")
    #expect(try mode(store.path) == 0o600)
  }

  @Test(arguments: [
    "", "{", "[]granted", #"{"https://example.org":"yes"}"#, #"{"a":{"b":"granted"}}"#,
  ])
  func aFileThatIsNotUnderstoodIsNoConsentAndIsNotReplaced(text: String) throws {
    let path = try folder.file("consent.json", text)
    let store = FileConsentStore(path: path)
    #expect(store.consent(to: "https://example.org") == nil)
    for body in [
      { _ = try store.consents() }, { try store.set(.granted, to: "https://example.org") },
    ] {
      let error = #expect(throws: UserLocationError.self) { try body() }
      #expect(error?.code == .badData)
      #expect(error?.source == path)
    }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
  }

  @Test func aFolderThatCanNotBeMadeIsAnError() throws {
    let file = try folder.file("state", "")
    let store = FileConsentStore(path: file + "/locate/consent.json")
    let error = #expect(throws: UserLocationError.self) {
      try store.set(.granted, to: "https://example.org")
    }
    #expect(error?.source == store.path)
    #expect(store.consent(to: "https://example.org") == nil)
  }
}
