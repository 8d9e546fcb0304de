import CSoup
import PhotoCore

/// The target of a request: RFC 6454's origin.
struct Origin: Hashable {
    let host: String
    let port: Int
    let isEncrypted: Bool

    init(_ space: ProtectionSpace) { (host, port, isEncrypted) = (space.host, space.port, space.isEncrypted) }

    init(of message: OpaquePointer) { self.init(soup_message_get_uri(message)) }

    init(_ uri: OpaquePointer?) {
        host = g_uri_get_host(uri).map { String(cString: $0) } ?? ""
        port = Int(g_uri_get_port(uri))
        isEncrypted = g_uri_get_scheme(uri).map { String(cString: $0) } == "https"
    }

    /// The value of a request's Host field.
    var hostField: String {
        let name = host.contains(":") ? "[\(host)]" : host
        return port == (isEncrypted ? 443 : 80) ? name : "\(name):\(port)"
    }

    /// The proxy of `message`; nil without one. Known once the message has a connection.
    init?(ofProxyOf message: OpaquePointer) {
        guard let uri = Self.proxyAddress(of: message).flatMap(Self.parsed) else { return nil }
        defer { g_uri_unref(uri) }
        // The connection to a proxy is never encrypted.
        self.init(host: g_uri_get_host(uri).map { String(cString: $0) } ?? "", port: Int(g_uri_get_port(uri)))
    }

    private init(host: String, port: Int) { (self.host, self.port, isEncrypted) = (host, port, false) }

    /// The login for the proxy of `message` in the system's settings.
    static func proxyCredential(of message: OpaquePointer) -> Credential? {
        guard let uri = proxyAddress(of: message).flatMap(parsed) else { return nil }
        defer { g_uri_unref(uri) }
        return Credential(of: uri)
    }

    private static func proxyAddress(of message: OpaquePointer) -> UnsafePointer<CChar>? {
        guard let address = soup_message_get_remote_address(message) else { return nil }
        let instance = UnsafeMutableRawPointer(address).assumingMemoryBound(to: GTypeInstance.self)
        guard g_type_check_instance_is_a(instance, g_proxy_address_get_type()) != 0 else { return nil }
        return UnsafeMutableRawPointer(address).withMemoryRebound(to: GProxyAddress.self, capacity: 1) {
            g_proxy_address_get_uri($0)
        }
    }

    private static func parsed(_ text: UnsafePointer<CChar>) -> OpaquePointer? {
        g_uri_parse(text, GUriFlags(G_URI_FLAGS_HAS_PASSWORD.rawValue | G_URI_FLAGS_SCHEME_NORMALIZE.rawValue), nil)
    }
}

extension Credential {
    /// The login in an address; nil without one.
    init?(of uri: OpaquePointer?) {
        guard let name = g_uri_get_user(uri) else { return nil }
        self.init(name: String(cString: name), password: g_uri_get_password(uri).map { String(cString: $0) } ?? "")
    }
}
