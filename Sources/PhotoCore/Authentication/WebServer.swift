import Foundation

/// A server: a host and its port, with or without encryption.
public struct WebServer: Sendable, Hashable {
    /// Its name in lower case, in DNS's letters, or its address without brackets.
    public let host: String
    /// Its port.
    public let port: Int

    /// The server of these.
    public init(host: String, port: Int) {
        self.host = Self.ascii(host.lowercased()).trimmingCharacters(in: ["[", "]"])
        self.port = port
    }

    /// As GLib, which sends requests, spells a name: Foundation leaves one with percent signs as a person writes it.
    private static func ascii(_ host: String) -> String {
        guard !host.utf8.allSatisfy({ $0 < 0x80 }), host.unicodeScalars.allSatisfy(isOfName) else { return host }
        return URL(string: "http://\(host)/")?.host ?? host
    }

    private static func isOfName(_ scalar: Unicode.Scalar) -> Bool {
        !scalar.isASCII || scalar == "-" || scalar == "." || scalar == "_" || scalar.properties.isAlphabetic
            || ("0"..."9").contains(scalar)
    }

    /// The server of a space.
    public init(_ space: ProtectionSpace) { self.init(host: space.host, port: space.port) }

    /// It, and the encrypted one to which most servers lead from port 80.
    package var withSecure: Set<WebServer> { port == 80 ? [self, WebServer(host: host, port: 443)] : [self] }

    /// The server of an http or https address; nil for others.
    public init?(_ url: URL) {
        guard let host = url.namedHost, let usual = ["http": 80, "https": 443][url.scheme?.lowercased() ?? ""] else {
            return nil
        }
        self.init(host: host, port: url.port ?? usual)
    }
}
