import Foundation

/// A server: a host and its port, with or without encryption.
public struct WebServer: Sendable, Hashable {
    /// Its name in lower case, or its address without brackets.
    public let host: String
    /// Its port.
    public let port: Int

    /// The server of these.
    public init(host: String, port: Int) {
        self.host = host.lowercased().trimmingCharacters(in: ["[", "]"])
        self.port = port
    }

    /// The server of a space.
    public init(_ space: ProtectionSpace) { self.init(host: space.host, port: space.port) }

    /// It, and the encrypted one to which most servers lead from port 80.
    package var withSecure: Set<WebServer> { port == 80 ? [self, WebServer(host: host, port: 443)] : [self] }

    /// The server of an http or https address; nil for others.
    public init?(_ url: URL) {
        guard let host = url.host, let usual = ["http": 80, "https": 443][url.scheme?.lowercased() ?? ""] else {
            return nil
        }
        self.init(host: host, port: url.port ?? usual)
    }
}
