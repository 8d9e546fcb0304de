import Foundation
@testable import PhotoCore

/// Everything else of the program that reads bytes from a network, a file or a worker.
extension FuzzTarget {
    static let others =
        [headers, beginnings, chunks, requests, replies, archiveRequests, archiveReplies]
        + [containers, exchanges, texts, places, libraries, answers, kept, markup].flatMap { $0 }

    /// What the program finds out about a picture without a library, and its decoder of JPEGs.
    private static let headers = FuzzTarget(name: "headers") { document in
        let data = Data(document)
        inspect(data)
        if let jpeg = JPEGEighth(data), jpeg.original.width <= 1 << 12, jpeg.original.height <= 1 << 12,
            case .pixels(let pixels) = jpeg.decode(isCancelled: { false })
        {
            expect(pixels.count == 3 * jpeg.size.width * jpeg.size.height, "Pixels are missing")
        }
        _ = ForeignContent(data, type: nil)
    }

    /// Reads all facts of a picture.
    static func inspect(_ data: Data) {
        let picture = EncodedPicture(data)
        let pieces = picture.pieces(of: data.count, most: 4096)
        expect(
            pieces.allSatisfy { $0.lowerBound >= 0 && $0.upperBound <= data.count }, "A piece is outside the picture")
        let metadata = PictureMetadata(data)
        expect(metadata.colorProfile.map { $0.count <= data.count } ?? true, "A profile is longer than its picture")
        if let size = PhotoHeader.uprightSize(of: data) {
            expect(size.width > 0 && size.height > 0, "A picture has no pixels: \(size)")
        }
        expectNeed(data)
    }

    /// Ends the program if the memory for a picture's decode is less than nothing, or than that for its pixels.
    static func expectNeed(_ data: Data) {
        let limit = 151_000_000
        let details: [PhotoDetail] = [.level(-3), .level(0), .level(30), .fitting(.square(900))]
        var needs = details.map { DecodeNeed(ofPhoto: data, pixelLimit: limit, at: $0) }
        needs.append(DecodeNeed(ofRow: data, pixelLimit: limit) { _ in .square(160) })
        for need in needs {
            expect(need.leastByteCount >= 0 && need.leastByteCount <= need.byteCount, "\(need)")
        }
    }

    /// Whether the beginning of a photo suffices, after each of its pieces, and the pictures embedded in it.
    private static let beginnings = FuzzTarget(name: "beginnings") { document in
        let data = Data(document)
        search(data, step: max(1, data.count / (1 + Int(document.last ?? 0) % 8)))
    }

    /// Searches a photo for smaller pictures, again after each `step` bytes.
    static func search(_ data: Data, step: Int) {
        var enough = EnoughBytes(wanted: PixelSize(width: 80, height: 80))
        for count in stride(from: step, through: data.count, by: step) {
            var verdict = enough.look(at: data.prefix(count))
            // Each embedded picture in turn, as if all proved wrong.
            while verdict.use(data.prefix(count)) {
                enough.refusePicture()
                let next = enough.look(at: data.prefix(count))
                expect(next != verdict, "A refused picture is chosen again")
                verdict = next
            }
        }
    }

    /// A chunked body: in one piece and byte by byte, with the same result.
    private static let chunks = FuzzTarget(name: "chunks") { document in
        var whole = ChunkedCoding()
        var bytewise = ChunkedCoding()
        let body = whole.decode(Data(document))
        let pieces = document.reduce(into: Data()) { $0 += bytewise.decode(Data([$1])) }
        expect(body == pieces && whole.state == bytewise.state, "Byte by byte, the body is another")
        expect(whole.soundByteCount <= body.count, "There are more sound bytes than bytes")
    }

    /// A message to a worker: each is refused, or says the same when it is sent again.
    private static let requests = FuzzTarget(name: "requests") { document in
        guard let request = document.withUnsafeBytes({ DecodeRequest($0) }) else { return }
        expect(request.encoded.withUnsafeBytes { DecodeRequest($0) } == request, "\(request) changes")
    }

    /// A message from a worker: each is refused, or says the same when it is sent again.
    private static let replies = FuzzTarget(name: "replies") { document in
        guard let reply = document.withUnsafeBytes({ DecodeReply($0) }) else { return }
        expect(reply.encoded.withUnsafeBytes { DecodeReply($0) } == reply, "\(reply) changes")
    }

    /// A message to a worker for archives: each is refused, or says the same when it is sent again.
    private static let archiveRequests = FuzzTarget(name: "archive-requests") { document in
        guard let request = document.withUnsafeBytes({ ArchiveRequest($0) }) else { return }
        expect(request.encoded.withUnsafeBytes { ArchiveRequest($0) } == request, "\(request) changes")
    }

    /// A message from a worker for archives: the same, and its numbers are in their bounds.
    private static let archiveReplies = FuzzTarget(name: "archive-replies") { document in
        guard let reply = document.withUnsafeBytes({ ArchiveReply($0) }) else { return }
        expect(reply.encoded.withUnsafeBytes { ArchiveReply($0) } == reply, "\(reply) changes")
        switch reply {
        case .wanted(let offset, let count): expect(offset >= 0 && count > 0, "It wants what is not there")
        case .member(let header):
            expect(header.byteCount ?? 0 >= 0 && header.position >= 0, "A member is outside")
            expect(header.name.count <= ArchiveLimits.nameByteCount, "A name is too long")
        case .piece(let bytes): expect(bytes.count <= DecodeRequest.longestPiece, "A piece is too long")
        case .opened, .ended, .skipped, .failed: break
        }
    }

    /// Ends the program with `text`, unless it `isSo`.
    static func expect(_ isSo: Bool, _ text: @autoclosure () -> String) {
        if !isSo { fatalError(text()) }
    }
}

extension EnoughBytes.Verdict {
    /// Reads the embedded picture; false if there is none.
    fileprivate func use(_ data: Data) -> Bool {
        switch self {
        case .picture(let picture): _ = picture.encoded(in: data)
        case .distant(let picture): _ = picture.picture(in: data)?.encoded(in: data)
        case .needMore, .needAll, .firstScans: return false
        }
        return true
    }
}
