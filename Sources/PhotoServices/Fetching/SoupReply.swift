import CSoup
import Foundation
import PhotoCore

/// A reply from libsoup. On the network thread.
struct SoupReply {
    private let message: OpaquePointer
    private var headers: OpaquePointer? { soup_message_get_response_headers(message) }

    /// The reply to `hop` so far. Must not outlive the hop.
    init(_ hop: Hop) { message = hop.message.opaque }

    var status: Int { Int(soup_message_get_status(message).rawValue) }

    /// The address that has answered; nil if unknown.
    var address: String? { soup_message_get_uri(message).map(SoupAddress.plain) }

    var host: String? { g_uri_get_host(soup_message_get_uri(message)).map { String(cString: $0) } }

    /// Bytes of the head so far.
    var headByteCount: Int {
        soup_message_get_metrics(message).map { Int(soup_message_metrics_get_response_header_bytes_received($0)) } ?? 0
    }

    /// The body's length according to the reply.
    var length: Int? {
        let isMeasured = soup_message_headers_get_encoding(headers) == SOUP_ENCODING_CONTENT_LENGTH
        return isMeasured ? Int(soup_message_headers_get_content_length(headers)) : nil
    }

    /// What is wrong with the server's certificate, as a sentence; nil if nothing is known. The TLS library only says
    /// that it is unacceptable.
    var certificateFlaw: String? {
        let found = soup_message_get_tls_peer_certificate_errors(message).rawValue
        let flaws: [(GTlsCertificateFlags, String)] = [
            (G_TLS_CERTIFICATE_BAD_IDENTITY, localized("Its certificate belongs to another server.")),
            (G_TLS_CERTIFICATE_EXPIRED, localized("Its certificate has expired.")),
            (
                G_TLS_CERTIFICATE_NOT_ACTIVATED,
                localized("Its certificate is not valid yet. Check this computer’s clock.")
            ),
            (G_TLS_CERTIFICATE_REVOKED, localized("Its certificate was revoked.")),
            (G_TLS_CERTIFICATE_INSECURE, localized("Its certificate uses an insecure algorithm.")),
            (G_TLS_CERTIFICATE_UNKNOWN_CA, localized("Its certificate is signed by nobody that this computer trusts.")),
        ]
        return flaws.first { found & $0.0.rawValue != 0 }?.1
    }

    /// The target of its Location: nil if absent or invalid.
    var target: (text: String, place: Redirection.Target, origin: Origin)? {
        guard let location = soup_message_headers_get_one(headers, "Location"),
            let address = g_uri_parse_relative(soup_message_get_uri(message), location, SoupAddress.flags, nil)
        else { return nil }
        defer { g_uri_unref(address) }
        let scheme = g_uri_get_scheme(address).map { String(cString: $0) } ?? ""
        let host = g_uri_get_host(address).map { String(cString: $0) } ?? ""
        return (SoupAddress.plain(address), Redirection.Target(scheme: scheme, host: host), Origin(address))
    }

    /// Its head, for a request for `url` that was first sent to the address `sentTo`, at `sentAt` seconds since 1970.
    /// The address that it is from `isReally` another one, unless nil: the message's has `secrets`, and links may
    /// repeat them. `hadLogin` says whether the request had a login, a key or a ticket.
    func head(
        askedFor url: URL, sentTo: String? = nil, sentAt: Double = 0, isReally known: String? = nil,
        without secrets: [PictureTickets] = [], hadLogin: Bool = false
    ) -> ReplyHead {
        var fields: [String: String] = [:]
        withUnsafeMutablePointer(to: &fields) { fields in
            soup_message_headers_foreach(
                headers,
                { name, value, data in
                    guard let name, let value, let data else { return }
                    let fields = data.assumingMemoryBound(to: [String: String].self)
                    fields.pointee[String(cString: name).lowercased(), default: ""]
                        .append(joining: String(cString: value))
                }, fields)
        }
        let links = fields["link"].map { secrets.reduce($0) { $1.withdraw(from: $0) } }
        fields["link"] = links.flatMap { links in secrets.contains { $0.isRevealed(by: links) } ? nil : links }
        // libsoup normalizes some URLs; only a redirect really changes it.
        let finalURL = (known ?? address).flatMap { $0 == sentTo ? nil : URL(string: $0) }
        // A clock set back in between must not make an invalid range.
        let now = Date().timeIntervalSince1970
        return ReplyHead(
            status: status, phrase: soup_message_get_reason_phrase(message).map { String(cString: $0) } ?? "",
            fields: fields, url: finalURL ?? url, times: min(sentAt, now)...now,
            hadLogin: hadLogin)
    }

    /// The metrics' facts about the host.
    var observation: HostPolicy.Observation {
        var observation = HostPolicy.Observation()
        observation.multiplexes = soup_message_get_http_version(message) == SOUP_HTTP_2_0
        guard let metrics = soup_message_get_metrics(message) else { return observation }
        func seconds(_ start: guint64, _ end: guint64) -> Double? {
            start > 0 && end > start ? Double(end - start) / 1_000_000 : nil
        }
        observation.connectSeconds = seconds(
            soup_message_metrics_get_connect_start(metrics), soup_message_metrics_get_connect_end(metrics))
        observation.firstByteSeconds = seconds(
            soup_message_metrics_get_request_start(metrics), soup_message_metrics_get_response_start(metrics))
        return observation
    }
}

/// Addresses as parsed by libsoup.
enum SoupAddress {
    /// SOUP_HTTP_URI_FLAGS, a macro.
    static var flags: GUriFlags {
        let flags = [
            G_URI_FLAGS_HAS_PASSWORD, G_URI_FLAGS_ENCODED_PATH, G_URI_FLAGS_ENCODED_QUERY, G_URI_FLAGS_ENCODED_FRAGMENT,
            G_URI_FLAGS_SCHEME_NORMALIZE,
        ]
        return GUriFlags(flags.reduce(0) { $0 | $1.rawValue })
    }

    /// The address without its name and password: never sent, stored or shown with them.
    static func plain(_ address: OpaquePointer) -> String {
        let hidden = GUriHideFlags(G_URI_HIDE_USERINFO.rawValue)
        return String(taking: g_uri_to_string_partial(address, hidden)) ?? ""
    }
}

extension String {
    /// Appends another field of the same name.
    fileprivate mutating func append(joining value: String) { self += isEmpty ? value : ", " + value }
}
