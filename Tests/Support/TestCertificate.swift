private import Foundation

/// A certificate that signs itself, and its key, made with openssl.
package struct TestCertificate: Sendable {
  /// The paths of the certificate and of its key, in PEM.
  package let path, key: String

  /// - Parameters:
  ///   - name: the name of the files and of the subject.
  ///   - place: where it is valid: `IP:127.0.0.1`, `DNS:other.example`.
  package init(_ name: String, for place: String, in directory: TemporaryDirectory) throws {
    (path, key) = (directory.path("\(name).pem"), directory.path("\(name).key"))
    guard let program = ChildProcess.path(of: "openssl") else { throw POSIXError(.ENOENT) }
    let child = try ChildProcess(
      program,
      [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
        "-subj", "/CN=\(name)", "-addext", "subjectAltName=\(place)", "-days", "2", "-keyout",
        key, "-out", path,
      ])
    while child.isRunning { poll(nil, 0, 1) }
  }

  /// Lines of a mosquitto's configuration: the broker has this certificate.
  package var settings: [String] { ["certfile \(path)", "keyfile \(key)"] }
}
