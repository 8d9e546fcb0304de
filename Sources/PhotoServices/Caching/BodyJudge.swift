import Foundation
import PhotoCore

/// Decides when a photo's bytes suffice, and finds pictures in them that can replace the photo.
struct BodyJudge {
    /// What a photo's bytes are good for.
    enum Judgement {
        case enough(FetchedData)
        /// This picture further on would suffice.
        case distant(DistantPicture)
        case more
    }

    /// The picture further on that is worth fetching.
    private var distant: DistantPicture?
    private var piece = Data()
    /// How many pictures further on were fetched.
    private var pieceCount = 0
    /// A camera writes one or two previews; a photo that lists thousands would have each row fetch them all.
    private static let mostPieces = 3
    private let request: FetchRequest
    private let check: ThumbnailCheck
    private var look: EnoughBytes?
    private var preview: EarlyPreview?
    /// How many bytes the embedded picture was compared with, and the number for the next comparison.
    private var (compared, toCompare) = (0, 0)

    /// No bytes of the photo of `request` yet. `check` compares embedded pictures with it.
    init(_ request: FetchRequest, check: ThumbnailCheck) {
        self.request = request
        self.check = check
        startAgain()
    }

    /// Judges another body from its first byte.
    mutating func startAgain() {
        let isFile =
            request.url.isFileURL || ArchiveMember(request.url)?.isLocal == true
            || DataAddress.isNamed(by: request.url)
        // A file's bytes cost nothing: only a picture that need not be enlarged suffices.
        look = request.wanted.map {
            EnoughBytes(
                wanted: $0, enlargement: isFile ? 1 : InnerPicture.mostEnlargement,
                takesAny: request.isFirstRequest && !isFile)
        }
        preview = request.sharesBytes && !isFile ? EarlyPreview(check: check) : nil
        (compared, toCompare) = (0, 0)
    }

    /// How many bytes the judgement is based on.
    var lookedAt: Int? { look.map { max($0.lookedAt, compared) } }

    /// The end of the next judgement's bytes, given `total` bytes of which `held` exist: the end of an incomplete
    /// segment plus the start of the photo. Nil if it may take all.
    func lastNeeded(of total: Int?, held: Int) -> Int? {
        if toCompare > held, toCompare < total ?? .max { return toCompare - 1 }
        guard let needed = look?.needed, needed > held, needed + Self.tables < total ?? .max else { return nil }
        return needed + Self.tables - 1
    }

    /// The distance from a camera's last segment to the photo's frame: quantization and Huffman tables, 700 bytes; and
    /// a part of the photo, to compare its thumbnail with.
    private static let tables = 4096

    /// A smaller picture to show until the photo arrives; returned once.
    mutating func newPreview(in body: Data) -> PixelBuffer? { preview?.next(in: body) }

    /// What `body`, fetched from `url`, is good for. A picture further on suffices if it is `kept`.
    mutating func judge(
        in body: Data, from url: URL, kept: (DistantPicture) -> Data?, mayBeFetched: (DistantPicture) -> Bool
    ) -> Judgement {
        distant = nil
        while let verdict = look?.look(at: body) {
            switch verdict {
            case .needMore, .needAll: return .more
            case .picture(let picture):
                guard body.count >= toCompare else { return .more }
                switch check.judge(picture, of: body) {
                case .own: return .enough(fetched(picture, picture.encoded(in: body), body, url))
                case .other: break
                case .undecided(let byteCount):
                    (compared, toCompare) = (byteCount, byteCount)
                    return .more
                }
            case .distant(let picture):
                if let piece = kept(picture), let fetched = fetched(picture, piece, body, url) {
                    return .enough(fetched)
                }
                if pieceCount < Self.mostPieces, mayBeFetched(picture) {
                    pieceCount += 1
                    (distant, piece) = (picture, Data())
                    return .distant(picture)
                }
            case .firstScans(let count):
                return .enough(
                    FetchedData(data: EnoughBytes.withEnd(body.prefix(count)), url: url, extent: .firstScans))
            }
            refusePicture()
        }
        return .more
    }

    /// More of the picture further on has arrived. Returns the progress, unless there is more than requested.
    mutating func takePiece(_ bytes: Data) -> FetchProgress? {
        piece += bytes
        guard let expected = distant?.range.count, piece.count <= expected else { return nil }
        return FetchProgress(received: piece.count, expected: expected)
    }

    /// The picture further on has ended: returns its bytes if complete.
    mutating func endPiece() -> (DistantPicture, Data)? {
        defer { piece = Data() }
        return distant.flatMap { $0.range.count == piece.count ? ($0, piece) : nil }
    }

    /// The picture further on does not belong to this photo: continues without it.
    mutating func refusePicture() { look?.refusePicture() }

    /// `distant`, with the bytes `piece`, if it belongs to the photo.
    func fetched(_ distant: DistantPicture, _ piece: Data, _ body: Data, _ url: URL) -> FetchedData? {
        guard let picture = distant.picture(in: piece), check.judge(picture, of: body) == .own else { return nil }
        return fetched(picture, picture.encoded(piece), body, url)
    }

    private func fetched(_ picture: InnerPicture, _ encoded: Data, _ body: Data, _ url: URL) -> FetchedData {
        FetchedData(data: encoded, url: url, extent: picture.extent, photoSize: PhotoHeader.uprightSize(of: body))
    }
}
