import CGLib
import Foundation
import PhotoCore

/// AWS Signature Version 4 of a GET without a body:
/// https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
struct RequestSignature {
    let key: S3Key
    let region: String

    private static let algorithm = "AWS4-HMAC-SHA256"
    private static let service = "s3"
    private static let emptyHash = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

    /// The fields that authorize a request at `seconds` since 1970. `host` is the value of its Host field; `path` and
    /// `query` are as they are sent, without the question mark.
    func fields(host: String, path: String, query: String?, at seconds: Double) -> [String: String] {
        let time = Self.time(seconds)
        var signed = [("host", host), ("x-amz-content-sha256", Self.emptyHash), ("x-amz-date", time)]
        if let token = key.token { signed.append(("x-amz-security-token", token)) }
        let names = signed.map(\.0).joined(separator: ";")
        let canonical = [
            "GET", Self.canonical(path: path), Self.canonical(query: query ?? ""),
            signed.map { "\($0):\($1)\n" }.joined(), names, Self.emptyHash,
        ].joined(separator: "\n")
        let signature = signature(of: canonical, at: time)
        var fields = Dictionary(uniqueKeysWithValues: signed.dropFirst())
        fields["Authorization"] =
            "\(Self.algorithm) Credential=\(key.id)/\(scope(at: time)),SignedHeaders=\(names),Signature=\(signature)"
        return fields
    }

    /// Of a request in its canonical form, at a time in ISO 8601's basic format.
    func signature(of canonical: String, at time: String) -> String {
        let text = [Self.algorithm, time, scope(at: time), SHA256.text(of: canonical)].joined(separator: "\n")
        var secret = Array("AWS4\(key.secret)".utf8)
        for part in [String(time.prefix(8)), region, Self.service, "aws4_request"] {
            secret = Self.authenticated(part, with: secret)
        }
        return Self.authenticated(text, with: secret).map(Self.hexadecimal).joined()
    }

    private func scope(at time: String) -> String { "\(time.prefix(8))/\(region)/\(Self.service)/aws4_request" }

    /// ISO 8601's basic format, in UTC. A clock may say anything: other years than those of four digits are no date.
    static func time(_ seconds: Double) -> String {
        let latest = 253_402_300_799.0
        let seconds = seconds.isFinite ? min(max(seconds, 0), latest) : 0
        guard let date = g_date_time_new_from_unix_utc(gint64(seconds)) else { return "19700101T000000Z" }
        defer { g_date_time_unref(date) }
        return String(taking: g_date_time_format(date, "%Y%m%dT%H%M%SZ")) ?? "19700101T000000Z"
    }

    /// Each character escaped once, however it is sent; dots and double slashes stay, because names may have them.
    static func canonical(path: String) -> String {
        path.split(separator: "/", omittingEmptySubsequences: false).map { escaped(unescaped(String($0))) }
            .joined(separator: "/")
    }

    /// Sorted by the escaped names, then by the escaped values.
    static func canonical(query: String) -> String {
        let items = query.split(separator: "&").map { item in
            let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let value = parts.count > 1 ? unescaped(String(parts[1])) : []
            return (escaped(unescaped(String(parts[0]))), escaped(value))
        }
        return items.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map { "\($0)=\($1)" }.joined(separator: "&")
    }

    private static func unescaped(_ text: String) -> [UInt8] {
        var (bytes, rest) = ([UInt8](), Array(text.utf8)[...])
        while let byte = rest.popFirst() {
            let digits = rest.prefix(2)
            if byte == UInt8(ascii: "%"), digits.count == 2,
                let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16), digits.first != UInt8(ascii: "+")
            {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return bytes
    }

    private static func escaped(_ bytes: [UInt8]) -> String {
        var out = ""
        for byte in bytes {
            let isPlain =
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                || "-._~".utf8.contains(byte)
            out += isPlain ? String(UnicodeScalar(byte)) : "%" + hexadecimal(byte).uppercased()
        }
        return out
    }

    private static func hexadecimal(_ byte: UInt8) -> String {
        (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }

    /// HMAC-SHA256 (RFC 2104), by GLib.
    private static func authenticated(_ text: String, with secret: [UInt8]) -> [UInt8] {
        guard let hmac = g_hmac_new(G_CHECKSUM_SHA256, secret, gsize(secret.count)) else { return [] }
        defer { g_hmac_unref(hmac) }
        g_hmac_update(hmac, Array(text.utf8), gssize(text.utf8.count))
        var digest = [UInt8](repeating: 0, count: 32)
        var length: gsize = 32
        g_hmac_get_digest(hmac, &digest, &length)
        return digest
    }
}
