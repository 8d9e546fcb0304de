import Foundation
import PhotoCore
import Synchronization
import TestSupport

@testable import PhotoServices

/// A store of one bucket, `photos`, on 127.0.0.1, that lists its names in pages, has one picture for all of them, and
/// answers only what is signed with its key at its time. A client of others reads it: see BucketServerTests.
final class BucketServer: Sendable {
    let server: LoopbackServer
    let key: S3Key
    private let stored: Stored

    /// What it compares of names.
    typealias Order = @Sendable ([UInt8]) -> [UInt8]

    /// The names of its objects, in their order, and the tag of each.
    private final class Stored: Sendable {
        let names: Mutex<[[UInt8]]>
        let tags = Mutex<[String: String]>([:])
        let order: Order

        init(_ names: [String], _ order: @escaping Order) {
            self.order = order
            self.names = Mutex(Self.sorted(names, order))
        }

        static func sorted(_ names: [String], _ order: Order) -> [[UInt8]] {
            names.map { Array($0.utf8) }.sorted { order($0).lexicographicallyPrecedes(order($1)) }
        }
    }

    /// It has these objects from now on. `tags` are those of objects that are others than before.
    func store(_ names: [String], tags: [String: String] = [:]) {
        stored.names.withLock { $0 = Stored.sorted(names, stored.order) }
        stored.tags.withLock { $0 = tags }
    }

    /// With these names. `key` is nil for a public bucket; `region` is its region; `clock` is how many seconds it is
    /// ahead. Unless it `knowsTokens`, it lists in the first version, whatever is asked for. It does not know the
    /// parameters `unknown`, lists in this `order`, and begins a page with the name before it if it `isInclusive`.
    /// `answer` may answer instead, and `spoil` may send a list in another way.
    init(
        _ names: [String], key: S3Key? = nil, region: String = "us-east-1", clock: Double = 0, page: Int = 1000,
        knowsTokens: Bool = true, unknown: [String] = [], isInclusive: Bool = false,
        answer: @escaping @Sendable (LoopbackServer.Request) -> LoopbackServer.Reply? = { _ in nil },
        spoil: @escaping @Sendable (LoopbackServer.Request, Data) -> LoopbackServer.Reply? = { _, _ in nil },
        order: @escaping Order = { $0 }
    ) throws {
        self.key = key ?? S3Key(id: "", secret: "")
        let stored = Stored(names, order)
        self.stored = stored
        server = try .answering { request in
            if let reply = answer(request) { return reply }
            if let key, let refusal = Self.refusal(of: request, key, region, clock) { return refusal }
            let (names, tags) = (stored.names.withLock { $0 }, stored.tags.withLock { $0 })
            guard request.path.hasPrefix("/photos?") || request.path.hasPrefix("/photos/?") else {
                return Self.object(request, names, tags)
            }
            let asked = unknown.reduce(request.path) { $0.replacing("\($1)=", with: "unknown=") }
            let list = Self.list(names, tags, asked, page, knowsTokens: knowsTokens, isInclusive, order)
            return spoil(request, list) ?? .ok(list, type: "application/xml")
        }
    }

    var url: URL { S3Location.url("photos", endpoint: server.url("")) }

    private static func refusal(
        of request: LoopbackServer.Request, _ key: S3Key, _ region: String, _ clock: Double
    ) -> LoopbackServer.Reply? {
        let now = Date().timeIntervalSince1970 + clock
        func refuse(_ code: String, more: String = "", status: String = "403 Forbidden") -> LoopbackServer.Reply {
            Self.refuse(request, code, more, status: status, fields: "Date: \(RequestDate.text(now))\r\n")
        }
        guard let authorization = request.fields["authorization"], let date = request.fields["x-amz-date"] else {
            return refuse("AccessDenied")
        }
        guard authorization.contains("Credential=\(key.id)/") else { return refuse("InvalidAccessKeyId") }
        guard authorization.contains("/\(region)/s3/") else {
            return refuse(
                "AuthorizationHeaderMalformed", more: "<Region>\(region)</Region>", status: "400 Bad Request")
        }
        let format = Date.ISO8601FormatStyle(dateSeparator: .omitted, timeSeparator: .omitted)
        guard let sentAt = try? format.parse(date), abs(sentAt.timeIntervalSince1970 - now) < 900 else {
            return refuse("RequestTimeTooSkewed")
        }
        return isSigned(request, authorization, date, key, region) ? nil : refuse("SignatureDoesNotMatch")
    }

    /// Whichever fields are signed: clients differ.
    private static func isSigned(
        _ request: LoopbackServer.Request, _ authorization: String, _ date: String, _ key: S3Key, _ region: String
    ) -> Bool {
        guard let told = authorization.firstMatch(of: /SignedHeaders=([^,]+), ?Signature=([0-9a-f]+)$/) else {
            return false
        }
        let parts = request.path.split(separator: "?", maxSplits: 1).map(String.init)
        let fields = told.1.split(separator: ";").map { "\($0):\(request.fields[String($0)] ?? "")\n" }.joined()
        let canonical = [
            request.method, RequestSignature.canonical(path: parts.first ?? ""),
            RequestSignature.canonical(query: parts.count > 1 ? parts[1] : ""), fields, String(told.1),
            request.fields["x-amz-content-sha256"] ?? "",
        ].joined(separator: "\n")
        return RequestSignature(key: key, region: region).signature(of: canonical, at: date) == told.2
    }

    private static func refuse(
        _ request: LoopbackServer.Request, _ code: String, _ more: String = "", status: String, fields: String = ""
    ) -> LoopbackServer.Reply {
        let body = Data("<Error><Code>\(code)</Code><Message>It is \(code).</Message>\(more)</Error>".utf8)
        return reply(request, status, body, "application/xml", fields)
    }

    private static func reply(
        _ request: LoopbackServer.Request, _ status: String, _ body: Data, _ type: String, _ fields: String
    ) -> LoopbackServer.Reply {
        let length = "Content-Length: \(body.count)\r\n"
        return .raw(
            "HTTP/1.1 \(status)\r\nContent-Type: \(type)\r\n\(length)\(fields)\r\n",
            body: request.method == "HEAD" ? Data() : body)
    }

    /// What each object is.
    static let picture = Data("picture".utf8)

    private static func object(
        _ request: LoopbackServer.Request, _ names: [[UInt8]], _ tags: [String: String]
    ) -> LoopbackServer.Reply {
        let path = request.path.removingPercentEncoding ?? ""
        guard path.hasPrefix("/photos/") else { return refuse(request, "NoSuchBucket", status: "404 Not Found") }
        let name = String(path.dropFirst("/photos/".count))
        guard names.contains(Array(name.utf8)) else { return refuse(request, "NoSuchKey", status: "404 Not Found") }
        let fields =
            "ETag: \"\(tags[name] ?? "first")\"\r\nLast-Modified: Mon, 01 Jul 2019 10:00:00 GMT\r\n"
            + "Accept-Ranges: bytes\r\n"
        guard let part = part(request.fields["range"]) else {
            return reply(request, "200 OK", picture, "image/jpeg", fields)
        }
        guard !part.isEmpty else {
            let all = "Content-Range: bytes */\(picture.count)\r\n"
            return refuse(request, "InvalidRange", status: "416 Requested Range Not Satisfiable", fields: all)
        }
        let place = "Content-Range: bytes \(part.lowerBound)-\(part.upperBound - 1)/\(picture.count)\r\n"
        let body = Data(Array(picture)[part])
        return reply(request, "206 Partial Content", body, "image/jpeg", fields + place)
    }

    /// The bytes of the picture that a field asks for; nil if it asks for all.
    private static func part(_ field: String?) -> Range<Int>? {
        guard let asked = field?.wholeMatch(of: /bytes=([0-9]*)-([0-9]*)/) else { return nil }
        let count = picture.count
        switch (Int(asked.1), Int(asked.2)) {
        case (nil, nil): return nil
        case (nil, let last?): return max(0, count - last)..<count
        case (let first?, let last): return first..<max(first, min(last ?? count, count - 1) + 1)
        }
    }

    private static func list(
        _ names: [[UInt8]], _ tags: [String: String], _ path: String, _ page: Int, knowsTokens: Bool,
        _ isInclusive: Bool, _ order: Order
    ) -> Data {
        let items = URLComponents(string: path)?.queryItems ?? []
        let value = { (name: String) in items.first { $0.name == name }?.value }
        let prefix = Array((value("prefix") ?? "").utf8)
        let most = min(value("max-keys").flatMap { Int($0) } ?? 1000, page)
        let place = value("continuation-token").map { String($0.dropFirst(2)) } ?? value("start-after")
        let after = Array(((knowsTokens ? place : value("marker")) ?? "").utf8)
        let mine = names.filter { $0.starts(with: prefix) }
        let start =
            mine.firstIndex { name in
                after.isEmpty || order(after).lexicographicallyPrecedes(order(name)) || isInclusive && name == after
            } ?? mine.count
        let (shown, isTruncated) = entries(
            of: mine[start...], from: prefix.count, to: value("delimiter"), most: most)
        let isEscaped = value("encoding-type") == "url"
        let written = { (name: [UInt8]) in
            let text = String(decoding: name, as: UTF8.self)
            return isEscaped ? text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "" : inXML(text)
        }
        var xml = "<?xml version=\"1.0\"?><ListBucketResult xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\">"
        xml += "<Name>photos</Name><Prefix>\(written(prefix))</Prefix>"
        if let delimiter = value("delimiter") { xml += "<Delimiter>\(written(Array(delimiter.utf8)))</Delimiter>" }
        if isEscaped { xml += "<EncodingType>url</EncodingType>" }
        xml += knowsTokens ? "<KeyCount>\(shown.count)</KeyCount>" : "<Marker>\(written(after))</Marker>"
        xml += "<MaxKeys>\(most)</MaxKeys><IsTruncated>\(isTruncated)</IsTruncated>"
        if isTruncated, !knowsTokens, value("delimiter") != nil, let last = shown.last {
            xml += "<NextMarker>\(written(last.name + (last.isFolder ? Array("\u{10FFFF}".utf8) : [])))</NextMarker>"
        } else if isTruncated, knowsTokens, let last = shown.last {
            // After all names with a common beginning.
            let token = "t/" + String(decoding: last.name, as: UTF8.self) + (last.isFolder ? "\u{10FFFF}" : "")
            xml += "<NextContinuationToken>\(inXML(token))</NextContinuationToken>"
        }
        for entry in shown where !entry.isFolder {
            let tag = tags[String(decoding: entry.name, as: UTF8.self)] ?? "first"
            xml += "<Contents><Key>\(written(entry.name))</Key><LastModified>2019-07-01T10:00:00.000Z</LastModified>"
            xml += "<ETag>&quot;\(tag)&quot;</ETag><Size>\(picture.count)</Size></Contents>"
        }
        for entry in shown where entry.isFolder {
            xml += "<CommonPrefixes><Prefix>\(written(entry.name))</Prefix></CommonPrefixes>"
        }
        return Data((xml + "</ListBucketResult>").utf8)
    }

    private static func inXML(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }

    private struct Entry: Equatable {
        let name: [UInt8]
        let isFolder: Bool
    }

    /// Names, and once each what they have in common behind `start` up to the delimiter; and whether there are more.
    private static func entries(
        of names: ArraySlice<[UInt8]>, from start: Int, to delimiter: String?, most: Int
    ) -> (shown: [Entry], isTruncated: Bool) {
        let mark = delimiter?.utf8.first
        var shown: [Entry] = []
        for name in names {
            let end = mark.flatMap { name[start...].firstIndex(of: $0) }
            let entry = Entry(name: end.map { Array(name[...$0]) } ?? name, isFolder: end != nil)
            if entry == shown.last { continue }
            if shown.count == most { return (shown, true) }
            shown.append(entry)
        }
        return (shown, false)
    }
}

/// HTTP's form of a date.
enum RequestDate {
    static func text(_ seconds: Double) -> String {
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.timeZone = TimeZone(secondsFromGMT: 0)
        format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return format.string(from: Date(timeIntervalSince1970: seconds))
    }
}

extension S3Location {
    /// A bucket of the store at `endpoint`.
    static func url(_ bucket: String, prefix: String = "", endpoint: URL) -> URL {
        var parts = URLComponents()
        (parts.scheme, parts.host, parts.path) = ("s3", bucket, "/" + prefix)
        parts.queryItems = [URLQueryItem(name: "endpoint", value: endpoint.absoluteString)]
        return parts.url ?? endpoint
    }
}
