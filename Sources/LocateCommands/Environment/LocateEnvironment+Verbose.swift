import LocationCore
import LocationIO
import LocationSources
import LocationText
import LocationTracks
import Logging
import NMEALocation

#if GPSD
  import GPSDLocation
#endif

// The messages of `--verbose` on standard error.
extension LocateEnvironment {
  /// A logger whose messages go to standard error.
  var logger: Logger {
    Logger(label: commandName) { [errorOutput] name in
      ErrorOutputLogHandler(name: name, sink: errorOutput)
    }
  }

  /// Tells the user what is damaged in a recording, and the counters if they are wanted.
  ///
  /// - Parameter copiesSentences: whether the output has the sentences of NMEA as they are, also damaged ones.
  func report(on provider: any LocationProvider, isVerbose: Bool, copiesSentences: Bool) {
    if let provider = provider as? FallbackProvider {
      for source in provider.sources {
        report(on: source.provider, isVerbose: isVerbose, copiesSentences: copiesSentences)
      }
      return
    }
    if let recording = provider.reader as? TrackReplayProvider,
      !copiesSentences || recording.counters.bytes == 0
    {
      report(faultsIn: recording.skipped)
    }
    if isVerbose, let counters = provider.countersLine { say(counters) }
  }

  /// Tells the user which records of a file, or of a recording, are damaged.
  func report(faultsIn skipped: SkippedParts, of name: String? = nil) {
    let faults = skipped.faults
    if faults.isEmpty { return }
    say("\(name.map { "\($0): " } ?? "")left out: \(faults.joined(separator: ", "))")
  }

  /// Tells the user the counters, after a name if there is one.
  func report(_ counters: NMEACounters, of name: String? = nil) {
    var text = ByteText()
    if let name { text.write(text: "\(name): ") }
    text.write(line: counters)
    say(text.string)
  }
}

extension LocationProvider {
  /// The provider that reads the source, without those around it.
  fileprivate var reader: any LocationProvider {
    guard !(self is any NMEAProvider), let wrapper = self as? any WrappingProvider else {
      return self
    }
    return wrapper.base.reader
  }

  /// What NMEA lacks that was written with new sentences in place of the receiver's own.
  var replacedSentences: TrackLosses {
    var losses = TrackLosses()
    switch reader {
    case let provider as FallbackProvider:
      for source in provider.sources { losses.add(source.provider.replacedSentences) }
    case let provider as any NMEAProvider: losses.add(sentencesOf: provider.counters)
    default: break
    }
    return losses
  }

  /// The counters in one line; `nil` without any.
  var countersLine: String? {
    var text = ByteText()
    switch reader {
    case let provider as any NMEAProvider: text.write(line: provider.counters)
    default:
      #if GPSD
        if let provider = reader as? GPSDProvider { text.write(line: provider.counters) }
      #endif
    }
    return text.isEmpty ? nil : text.string
  }
}

extension LocationProvider {
  /// What came from the source in place of a location, as far as the counters say it; `nil` if nothing came, if there
  /// was a location, and without counters.
  var obstacle: String? {
    switch reader {
    case let provider as FallbackProvider:
      return provider.sources.lazy.compactMap { $0.provider.obstacle }.first
    case let provider as any NMEAProvider:
      let counters = provider.counters
      guard counters.bytes > 0, counters.fixes == 0 else { return nil }
      if counters.sentences > 0 { return counters.obstacle }
      let advice = counters.badSentences == 0 ? ForeignBytes(counters.foreign).advice : nil
      return advice ?? counters.strangeness
    default:
      #if GPSD
        if let counters = (reader as? GPSDProvider)?.counters, counters.fixes == 0,
          counters.damagedLines > 0
        {
          let reasons = counters.damaged.keys.map(\.rawValue).sorted().joined(separator: ", ")
          return
            "\(HelpText.count(counters.damagedLines, "report")) of gpsd could not be read (\(reasons))"
        }
      #endif
      return nil
    }
  }
}

/// Writes log messages as lines: the command's name, the level, the message, the metadata.
private struct ErrorOutputLogHandler: LogHandler {
  let name: String
  let sink: any OutputSink
  var logLevel = Logger.Level.debug
  var metadata: Logger.Metadata = [:]

  init(name: String, sink: any OutputSink) {
    self.name = name
    self.sink = sink
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let all = metadata.merging(event.metadata ?? [:]) { _, new in new }
    let details = all.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
    sink.say("\(event.level): \(event.message)\(details)", as: name)
  }
}
