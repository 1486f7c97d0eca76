import Foundation
import LocationCore
import LocationPlaces
import LocationSimulation
import NetworkLocation
import TestSupport
import TestTurns
import Testing

@testable import LocateCommands

/// Completions, for bash by bash itself.
@Suite(
  .enabled(if: LocateProcess.isBuilt, "the executable has not been built beside the tests"),
  .enabled(if: FileManager.default.isExecutableFile(atPath: "/bin/bash"), "bash is missing"),
  .inTurn)
struct CompletionTests {
  let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    _ = try directory.file("drive.nmea", "")
    _ = try directory.file("simple.json", "")
  }

  /// What bash offers after `line`, in a folder with the files `drive.nmea` and `simple.json`.
  ///
  /// - Parameter state: the folder of the command's state.
  private func completions(of line: String, state: String = "/nowhere") throws -> [String] {
    // Bash divides the line into words as readline does. `compgen` would not call the function.
    let script = #"""
      cd "$1"; PATH="$2:$PATH"; line=$3; export XDG_STATE_HOME=$4 XDG_DATA_HOME="$1"
      source <(locate --generate-completion-script bash)
      COMP_LINE=$line COMP_POINT=${#line} COMP_WORDS=() word=
      for ((i = 0; i < ${#line}; i++)); do
        c=${line:i:1}
        if [[ $c == ' ' ]]; then
          [[ -z $word ]] || COMP_WORDS+=("$word"); word=
        elif [[ $c == : ]]; then
          [[ -z $word ]] || COMP_WORDS+=("$word"); COMP_WORDS+=(:); word=
        else
          word+=$c
        fi
      done
      [[ -z $word && ${COMP_WORDS[-1]} == : && ${line: -1} == : ]] || COMP_WORDS+=("$word")
      COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
      cur=${COMP_WORDS[COMP_CWORD]}; [[ $cur != : ]] || cur=
      function=$(complete -p locate | sed 's/.*-F \([^ ]*\).*/\1/')
      "$function" locate "$cur" "${COMP_WORDS[COMP_CWORD - 1]}" 2>/dev/null
      printf '%s\n' "${COMPREPLY[@]}"
      """#
    let process = try LocateProcess(
      [
        "--norc", "-c", script, "bash", directory.url.path,
        LocateProcess.executable.deletingLastPathComponent().path(), line, state,
      ], by: ["/bin/bash"])
    process.endInput()
    let output = process.output.fileHandleForReading.readDataToEndOfFile()
    process.process.waitUntilExit()
    return String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init).sorted()
  }

  @Test func theOptionsOfTheDefaultSubcommandAreOffered() throws {
    let offered = try completions(of: "locate --")
    for option in ["--source", "--timeout", "--accuracy", "--json", "--format", "--retry"] {
      #expect(offered.contains(option), "\(option)")
    }
    #expect(try completions(of: "locate --t") == ["--timeout"])
  }

  @Test func recordingsAreOfferedInPlaceOfASubcommand() throws {
    #expect(try completions(of: "locate dri") == ["drive.nmea"])
    #expect(try completions(of: "locate s").contains("simple.json"))
    #expect(try completions(of: "locate s").contains("simulate"))
    #expect(try !completions(of: "locate ").contains("drive.nmea"))
  }

  @Test func subcommandsAreOffered() throws {
    #expect(try completions(of: "locate wa") == ["watch"])
    #expect(try completions(of: "locate watch --dis") == ["--distance"])
    #expect(try completions(of: "locate reco") == ["record"])
    #expect(try completions(of: "locate help exit") == ["exit-codes"])
    #expect(try completions(of: "locate record --spl") == ["--split"])
    #expect(try completions(of: "locate record --split d") == ["day", "device", "distance"])
    #expect(try completions(of: "locate track tr") == ["trim"])
    #expect(try completions(of: "locate track split --day l") == ["local"])
  }

  @Test func formatsAreOffered() throws {
    #expect(
      try completions(of: "locate --format g") == ["geo", "geojson", "geojson-points", "gpx"])
    #expect(try completions(of: "locate convert --to cs") == ["csv"])
    #expect(try completions(of: "locate decode -f j") == ["json"])
  }

  @Test func scenariosAreOffered() throws {
    #expect(try completions(of: "locate simulate wa") == ["walk"])
    #expect(
      Set(try completions(of: "locate simulate "))
        == Set(Scenario.builtInNames + ["drive.nmea", "simple.json"]))
  }

  @Test func sourcesAreOffered() throws {
    #expect(try completions(of: "locate watch --source dri") == ["drive.nmea"])
    #expect(try completions(of: "locate watch dri") == ["drive.nmea"])
    #expect(try completions(of: "locate --source gps") == ["gpsd://localhost"])
    #expect(try completions(of: "locate --source net") == ["net:https://"])
    let forms = try completions(of: "locate replay si")
    #expect(forms.contains("sim:drive") && forms.contains("simple.json"))
  }

  @Test func archivesOfTilesAreOffered() throws {
    _ = try directory.file("map.mbtiles", "")
    #expect(try completions(of: "locate web --tiles ") == ["map.mbtiles"])
  }

  @Test func endpointsAreOffered() throws {
    #expect(try completions(of: "locate simulate --serve un") == ["unix:/run/nmea.sock"])
    #expect(try completions(of: "locate replay --serve ").count == 6)
  }

  @Test func bashDoesNotExpandAName() throws {
    let name = #"dollar $(touch expanded)`touch expanded`'"\{a,b}"#
    _ = try directory.file(name, "")
    #expect(try completions(of: "locate watch dol") == [name])
    #expect(!FileManager.default.fileExists(atPath: directory.path("expanded")))
  }

  @Test func serversWithADecisionAreOffered() throws {
    let store = FileConsentStore(path: directory.path("locate/consent.json"))
    try store.set(.granted, to: "https://example.org")
    try store.set(.refused, to: "https://other.example")
    let revoked = "locate consent revoke https://"
    #expect(
      try completions(of: revoked, state: directory.url.path) == [
        "//example.org", "//other.example",
      ])
    let commands = try completions(of: "locate consent ")
    #expect(Set(commands).isSuperset(of: ["grant", "list", "refuse", "revoke"]))
  }

  @Test func namesOfPlacesAreOffered() async throws {
    let store = GeoJSONPlaceStore(path: directory.path("locate/places.geojson"))
    let center = try Coordinate(latitude: 1, longitude: 2)
    for name in ["Home", "Harbor", "Way home"] {
      try await store.add(
        Place(id: name, name: name, region: .circle(around: center, radius: 10)))
    }
    #expect(try completions(of: "locate places show H") == ["Harbor", "Home"])
    #expect(try completions(of: "locate places edit W") == ["Way home"])
    #expect(try completions(of: "locate places delete Harbor Ho") == ["Home"])
  }

  @Test func aColonDoesNotDivideASource() throws {
    // Bash replaces only what follows the colon.
    #expect(try completions(of: "locate watch --source sim:dr") == ["drive"])
    #expect(try completions(of: "locate replay sim:tu") == ["tunnel"])
    #expect(Set(try completions(of: "locate --source sim:")) == Set(Scenario.builtInNames))
    #expect(try completions(of: "locate --source sim:drive --form") == ["--format"])
  }

  @Test(arguments: ["zsh", "fish"])
  func otherShellsGetAScript(shell: String) async {
    let test = TestEnvironment(log: "")
    #expect(await test.run("--generate-completion-script", shell) == 0)
    #expect(test.output.text.contains("timeout"))
    #expect(test.output.text.contains("geojson"))
  }
}
