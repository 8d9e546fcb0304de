import Foundation
@testable import PhotoCore
@testable import PhotoServices

/// What servers say, and what is stored of it.
extension FuzzTarget {
    static let exchanges = [heads, entries]

    private static let address = URL(string: "http://host/a") ?? URL(fileURLWithPath: "/")

    /// The head of a reply: the first line is its status, and each further one a field.
    private static let heads = FuzzTarget(name: "heads") { document in
        let lines = String(decoding: document, as: UTF8.self).split(
            separator: "\n", omittingEmptySubsequences: false)
        var fields: [String: String] = [:]
        for line in lines.dropFirst() {
            let sides = line.split(separator: ":", maxSplits: 1).map { String($0).trimmed }
            guard sides.count == 2 else { continue }
            fields.merge([sides[0].lowercased(): sides[1]]) { $0 + ", " + $1 }
        }
        let status = lines.first.flatMap { Int($0.prefix(18)) } ?? 200
        let head = ReplyHead(status: status, fields: fields, url: address, times: 1...2)
        if case .refused(_, _, let seconds?) = head.refusal { expect(seconds >= 0, "It waits \(seconds) seconds") }
        _ = (head.lengthFlaw, head.isEncoded)
        let stored = StoredHead(head, to: address, totalByteCount: head.contentLength)
        let again = try? JSONDecoder().decode(StoredHead.self, from: JSONEncoder().encode(stored))
        expect(again == stored, "It is stored otherwise")
        use(stored, byteCount: 100, isWhole: false, then: head)
        use(stored, byteCount: 100, isWhole: true, then: head)
        let items = (fields["www-authenticate"] ?? "").split(separator: ",").map { String($0).trimmed }
        for challenge in Challenge.answerable(in: items) { expect(!challenge.text.isEmpty, "A challenge is empty") }
    }

    /// A fetch with this reply on disk, and that one from the network.
    private static func use(_ stored: StoredHead, byteCount: Int, isWhole: Bool, then reply: ReplyHead) {
        let freshness = Freshness(stored)
        expect(freshness.lifetime >= 0 && freshness.initialAge >= 0, "Its age is below nothing")
        _ = freshness.isFresh(at: 100)
        let held = HeldReply(head: stored, byteCount: byteCount, isWhole: isWhole)
        for isCollected in [false, true] {
            for held in [nil, held] {
                var fetch = FetchActivity(
                    FetchRequest(url: stored.url, limit: 4096, wanted: .square(80)), isCollected: isCollected)
                _ = fetch.take(
                    .looked(held, isWhole ? .enough : .more(upTo: nil), host: .range(first: 50), now: 100))
                _ = fetch.take(.opened(reply))
                expect(fetch.remaining ?? 0 >= 0, "A number of bytes below nothing is missing")
                if isCollected, fetch.mayAsk(for: 200..<300) { _ = fetch.take(.judged(.piece(200..<300))) }
                _ = fetch.take(.bytes(Data(count: 300), .plain))
                _ = fetch.take(.opened(reply))
                _ = fetch.take(.ended(.marked, .plain))
                _ = fetch.take(.failed(.cancelled))
                expect(fetch.isOver, "It does not end")
            }
        }
    }

    /// Files of the cache: the document's bytes; and one of each kind with correct checksums, whose description is the
    /// document up to the first zero, and whose body is the rest.
    private static let entries = FuzzTarget(name: "entries") { document in
        let description = Data(document.prefix { $0 != 0 })
        let body = Data(document.dropFirst(description.count + 1))
        for bytes in [Data(document), replyFile(description, body)] {
            guard let reply = StoredReply(fileBytes: bytes) else { continue }
            expect(reply.fileBytes.flatMap { StoredReply(fileBytes: $0) } == reply, "It is stored otherwise")
            use(reply)
        }
        // In memory, where files are written in no time.
        let folder = URL(fileURLWithPath: access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp")
        let file = folder.appendingPathComponent("fuzz-\(getpid())")
        let sums = folder.appendingPathComponent("fuzz-\(getpid()).sums")
        defer { [file, sums].forEach { unlink($0.path) } }
        for bytes in [Data(document), streamFile(description, body)] {
            try? bytes.write(to: file)
            if let reader = StoredStreamReader(file) {
                use(StoredReply(head: reader.head, body: reader.all() ?? Data(), isWhole: reader.isWhole))
            }
            if let reader = StoredReplyReader(file) { _ = reader.all() }
        }
        try? (Data(count: StreamFile.bodyFrom) + body).write(to: file)
        for bytes in [Data(document), sumsFile(description, body)] {
            try? bytes.write(to: sums)
            let url = PartialBody.head(bytes)?.head.url
            guard let reader = url.flatMap({ PartialBodyReader(file, sums, of: $0) }) else { continue }
            expect(reader.byteCount <= body.count, "It has more than there is")
            use(StoredReply(head: reader.head, body: reader.all() ?? Data(), isWhole: false))
        }
    }

    private static func use(_ reply: StoredReply) {
        _ = (reply.head.isFrom([]), reply.head.protectedServer, reply.head.strongValidator)
        let count = reply.body.count
        var fields = ["content-range": "bytes \(count)-\(count + 9)/*"]
        fields["etag"] = reply.head.entityTag
        let next = ReplyHead(status: 206, fields: fields, url: reply.head.finalURL, times: 99...100)
        use(reply.head, byteCount: count, isWhole: reply.isWhole, then: next)
    }

    private static func replyFile(_ description: Data, _ body: Data) -> Data {
        let checked =
            Data((0..<4).map { UInt8(truncatingIfNeeded: description.count >> (8 * $0)) }) + description + body
        return Data("CPhttp01".utf8) + SHA256.digest(of: checked) + checked
    }

    private static func streamFile(_ description: Data, _ body: Data) -> Data {
        let sum = StreamFile.checksum(of: body)
        return StreamFile.Start(bodyCount: body.count, bodyChecksum: sum, description: description).bytes + body
            + description
    }

    /// A block for each half of the body, and then the body as further blocks.
    private static func sumsFile(_ description: Data, _ body: Data) -> Data {
        let half = body.count / 2
        let blocks = [(half, body.prefix(half)), (body.count, body.dropFirst(half))]
        let count = withUnsafeBytes(of: UInt64(description.count).littleEndian) { Data($0) }
        let sum = withUnsafeBytes(of: StreamFile.checksum(of: description).littleEndian) { Data($0) }
        return blocks.reduce(PartialBody.magic + count + sum + description) {
            $0 + PartialBody.entry(end: $1.0, checksum: StreamFile.checksum(of: Data($1.1)))
        } + body
    }
}
