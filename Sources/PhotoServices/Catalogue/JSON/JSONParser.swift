import CYajl
import PhotoCore

/// Parses streamed JSON: yajl parses the syntax, ``EntryTree`` finds the entries.
struct JSONParser: CatalogueParsing {
    private let session = JSONSession()
    /// Bytes and lines before the current piece: yajl counts only within one.
    private var byteCount = 0
    private var lineCount = 0
    /// Bytes since yajl's last call.
    private var quietByteCount = 0

    /// 16 MiB: no photo's text has a hundredth of it. yajl buffers a text until its end, so an endless one would fill
    /// the memory.
    private static let longestText = 16 << 20

    mutating func parse(
        _ bytes: UnsafeRawBufferPointer, into builder: inout CatalogueBuilder
    ) throws(CatalogueFailure) {
        let status = session.feeding(&builder) { handle in
            yajl_parse(handle, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count)
        }
        try check(status, bytes, &builder)
        byteCount += bytes.count
        lineCount += Self.lineFeeds(in: bytes[...])
        quietByteCount = session.hasNews ? 0 : quietByteCount + bytes.count
        session.hasNews = false
        if quietByteCount > Self.longestText { throw failure("A string is longer than 16 MiB.") }
    }

    mutating func finish(into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        try check(session.feeding(&builder) { yajl_complete_parse($0) }, nil, &builder)
        guard session.tree.isAtEnd else {
            try session.breakOff(into: &builder)
            throw failure(JSONSession.endsEarly)
        }
    }

    mutating func breakOff(into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        try session.breakOff(into: &builder)
    }

    private func check(
        _ status: yajl_status, _ bytes: UnsafeRawBufferPointer?, _ builder: inout CatalogueBuilder
    ) throws(CatalogueFailure) {
        if status == yajl_status_ok { return }
        try session.breakOff(into: &builder)
        if let failure = session.failure { throw failure }
        throw failure(session.errorSentence, in: bytes?.prefix(session.consumedByteCount))
    }

    /// Adds the position to a reason, given the read part of the last piece. Line and byte count from 1, and point to
    /// the error or just behind it.
    private func failure(_ reason: String, in read: Slice<UnsafeRawBufferPointer>? = nil) -> CatalogueFailure {
        let line = 1 + lineCount + (read.map { Self.lineFeeds(in: $0) } ?? 0)
        return .notACatalogue(reason: "Line \(line), byte \(max(1, byteCount + (read?.count ?? 0))): \(reason)")
    }

    private static func lineFeeds(in bytes: Slice<UnsafeRawBufferPointer>) -> Int {
        UnsafeRawBufferPointer(rebasing: bytes).reduce(0) { $1 == 0x0A ? $0 &+ 1 : $0 }
    }
}

extension CatalogueFormat {
    /// JSON in any shape that ``EntryTree`` knows; also JSON Lines, one object after the other.
    public static let json = CatalogueFormat(
        "JSON", endings: ["json", "jsonl", "ndjson", "geojson"], recognises: { JSONDetection.confidence(of: $0) },
        makeParser: { _ in JSONParser() })
}
