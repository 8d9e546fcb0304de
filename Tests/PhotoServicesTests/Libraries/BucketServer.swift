import Foundation
import PhotoCore
import Synchronization
import TestSupport

@testable import PhotoServices

/// A store of one bucket, `photos`, on 127.0.0.1, that lists its names in pages, and answers only what is signed with
/// its key at its time.
final class BucketServer: Sendable {
    let server: LoopbackServer
    let key: S3Key
    private let sent: Mutex<[LoopbackServer.Request]>
    private let stored: Stored

    /// The names of its objects, in their order, and the tag of each.
    private final class Stored: Sendable {
        let names: Mutex<[[UInt8]]>
        let tags = Mutex<[String: String]>([:])

        init(_ names: [String]) { self.names = Mutex(Self.sorted(names)) }

        static func sorted(_ names: [String]) -> [[UInt8]] {
            names.map { Array($0.utf8) }.sorted { $0.lexicographicallyPrecedes($1) }
        }
    }

    /// It has these objects from now on. `tags` are those of objects that are others than before.
    func store(_ names: [String], tags: [String: String] = [:]) {
        stored.names.withLock { $0 = Stored.sorted(names) }
        stored.tags.withLock { $0 = tags }
    }

    /// With these names. `key` is nil for a public bucket; `region` is its region; `clock` is how many seconds it is
    /// ahead. `answer` may answer instead, and `spoil` may send a list in another way.
    init(
        _ names: [String], key: S3Key? = nil, region: String = "us-east-1", clock: Double = 0, page: Int = 1000,
        answer: @escaping @Sendable (LoopbackServer.Request) -> LoopbackServer.Reply? = { _ in nil },
        spoil: @escaping @Sendable (LoopbackServer.Request, Data) -> LoopbackServer.Reply? = { _, _ in nil }
    ) throws {
        self.key = key ?? S3Key(id: "", secret: "")
        let stored = Stored(names)
        self.stored = stored
        let log = Mutex<[LoopbackServer.Request]>([])
        sent = Mutex([])
        server = try .answering { request in
            log.withLock { $0.append(request) }
            if let reply = answer(request) { return reply }
            if let key, let refusal = Self.refusal(of: request, key, region, clock) { return refusal }
            guard request.path.hasPrefix("/photos/?") else { return .ok(Data("picture".utf8), type: "image/jpeg") }
            let tags = stored.tags.withLock { $0 }
            let list = Self.list(stored.names.withLock { $0 }, tags, request.path, page)
            return spoil(request, list) ?? .ok(list, type: "application/xml")
        }
    }

    var url: URL { S3Location.url("photos", endpoint: server.url("")) }

    private static func refusal(
        of request: LoopbackServer.Request, _ key: S3Key, _ region: String, _ clock: Double
    ) -> LoopbackServer.Reply? {
        let now = Date().timeIntervalSince1970 + clock
        func refuse(_ code: String, more: String = "", status: String = "403 Forbidden") -> LoopbackServer.Reply {
            let body = Data("<Error><Code>\(code)</Code><Message>It is \(code).</Message>\(more)</Error>".utf8)
            let date = RequestDate.text(now)
            return .raw(
                "HTTP/1.1 \(status)\r\nDate: \(date)\r\nContent-Length: \(body.count)\r\n\r\n", body: body)
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
        let parts = request.path.split(separator: "?", maxSplits: 1).map(String.init)
        let expected = RequestSignature(key: key, region: region).fields(
            host: request.fields["host"] ?? "", path: parts[0], query: parts.count > 1 ? parts[1] : nil,
            at: sentAt.timeIntervalSince1970)
        return expected["Authorization"] == authorization ? nil : refuse("SignatureDoesNotMatch")
    }

    private static func list(_ names: [[UInt8]], _ tags: [String: String], _ path: String, _ page: Int) -> Data {
        let items = URLComponents(string: path)?.queryItems ?? []
        let value = { (name: String) in items.first { $0.name == name }?.value }
        let prefix = Array((value("prefix") ?? "").utf8)
        let mine = names.filter { $0.starts(with: prefix) }
        let after = Array(
            (value("continuation-token")?.dropFirst(2)).map(String.init)?.utf8 ?? (value("start-after") ?? "").utf8)
        let start = mine.firstIndex { after.isEmpty || after.lexicographicallyPrecedes($0) } ?? mine.count
        let shown = mine[start..<min(start + page, mine.count)]
        let isTruncated = shown.endIndex < mine.count
        let escaped = { (name: [UInt8]) in
            String(decoding: name, as: UTF8.self).addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        }
        var xml = "<?xml version=\"1.0\"?><ListBucketResult xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\">"
        xml +=
            "<Name>photos</Name><Prefix>\(escaped(prefix))</Prefix><EncodingType>url</EncodingType>"
        xml += "<IsTruncated>\(isTruncated)</IsTruncated>"
        if isTruncated, let last = shown.last {
            let token = "t/" + String(decoding: last, as: UTF8.self)
            let text = token.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
            xml += "<NextContinuationToken>\(text)</NextContinuationToken>"
        }
        for name in shown {
            xml += "<Contents><Key>\(escaped(name))</Key><LastModified>2019-07-01T10:00:00.000Z</LastModified>"
            xml += "<ETag>&quot;\(tags[String(decoding: name, as: UTF8.self)] ?? "first")&quot;</ETag>"
            xml += "<Size>2000</Size></Contents>"
        }
        return Data((xml + "</ListBucketResult>").utf8)
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
