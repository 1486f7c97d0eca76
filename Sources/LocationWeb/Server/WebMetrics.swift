#if Web
  import LocationCore
  import LocationDashboard
  import LocationText

  /// What a monitoring system reads: the metrics of `locate status` for each receiver, and those of the page.
  struct WebMetrics {
    let state: LocationDashboard
    /// The sources as their user writes them.
    let sources: [String]
    /// How many clients read the events.
    let clients: Int
    let now: Date

    /// The metrics as OpenMetrics.
    var bytes: [UInt8] {
      let fixes = MetricFamily(
        "locate_fixes", .counter, help: "Locations that arrived since the start.",
        samples: [MetricFamily.Sample(Double(state.counts.fixes))])
      let losses = MetricFamily(
        "locate_losses", .counter, help: "Reports that there is no location, since the start.",
        samples: [MetricFamily.Sample(Double(state.counts.losses))])
      let pages = MetricFamily(
        "locate_web_clients", help: "Clients that read the events.",
        samples: [MetricFamily.Sample(Double(clients))])
      var receivers = SourceMetrics(at: now)
      for device in state.devices { receivers.add(device, named: device.id.text) }
      for name in silent {
        receivers.add(name, state.authorization.isRefused ? .denied : .waiting)
      }
      var text = ByteText()
      text.write(openMetrics: receivers.families + [fixes, losses, pages])
      return text.bytes
    }

    /// The sources that have delivered nothing yet. A single source may deliver under another name, as the last
    /// known location does.
    private var silent: [String] {
      guard state.devices.isEmpty || sources.count > 1 else { return [] }
      let heard = Set(state.devices.map(\.source.publicName))
      return sources.filter { !heard.contains($0) }
    }
  }
#endif
