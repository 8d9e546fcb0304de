import Foundation
import PhotoCore

/// Says when the bytes of a photo that have come are enough, and what they hold that can be shown instead of the photo.
struct BodyJudge {
    /// What the bytes of a photo are good for.
    enum Judgement {
        /// This is enough.
        case enough(FetchedData)
        /// This would be, which lies further on.
        case distant(DistantPicture)
        /// More of them are needed.
        case more
    }

    /// The picture further on that was judged to be worth fetching.
    private var distant: DistantPicture?
    private var piece = Data()
    private let request: FetchRequest
    private let check: ThumbnailCheck
    private var look: EnoughBytes?
    private var preview: EarlyPreview?
    /// How many of the photo's bytes its smaller picture was compared with, and is to be compared with next.
    private var (compared, toCompare) = (0, 0)

    /// No bytes of the photo of `request` have come. Smaller pictures are compared with it by `check`.
    init(_ request: FetchRequest, check: ThumbnailCheck) {
        self.request = request
        self.check = check
        startAgain()
    }

    /// Judges another body, from its first byte on.
    mutating func startAgain() {
        let isFile = request.url.isFileURL
        // A file's bytes cost nothing: of those, only a picture that need not be enlarged will do.
        look = request.wanted.map {
            EnoughBytes(
                wanted: $0, enlargement: isFile ? 1 : InnerPicture.mostEnlargement,
                takesAny: request.isFirstRequest && !isFile)
        }
        preview = request.sharesBytes && !isFile ? EarlyPreview(check: check) : nil
        (compared, toCompare) = (0, 0)
    }

    /// How many bytes the judgement rests on.
    var lookedAt: Int? { look.map { max($0.lookedAt, compared) } }

    /// The last byte that the next judgement takes, of `total` bytes of which `held` are there: that of a segment that
    /// is cut, and of what follows it before the photo begins. Nil where it may take all of them.
    func lastNeeded(of total: Int?, held: Int) -> Int? {
        if toCompare > held, toCompare < total ?? .max { return toCompare - 1 }
        guard let needed = look?.needed, needed > held, needed + Self.tables < total ?? .max else { return nil }
        return needed + Self.tables - 1
    }

    /// What stands between a camera's last segment and the photo's frame: quantisation and Huffman tables, 700 bytes;
    /// and some of the photo, to compare its thumbnail with.
    private static let tables = 4096

    /// A smaller picture to show until the photo is there; given once.
    mutating func newPreview(in body: Data) -> PixelBuffer? { preview?.next(in: body) }

    /// What `body`, which came from `url`, is good for. A picture further on is enough if it is `kept`.
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
                if mayBeFetched(picture) {
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

    /// More of the picture further on has come: how far it is, unless there is more than was asked for.
    mutating func takePiece(_ bytes: Data) -> FetchProgress? {
        piece += bytes
        guard let expected = distant?.range.count, piece.count <= expected else { return nil }
        return FetchProgress(received: piece.count, expected: expected)
    }

    /// The picture further on has come: its bytes, if these are all.
    mutating func endPiece() -> (DistantPicture, Data)? {
        defer { piece = Data() }
        return distant.flatMap { $0.range.count == piece.count ? ($0, piece) : nil }
    }

    /// The picture that is further on is none of this photo: judges on without it.
    mutating func refusePicture() { look?.refusePicture() }

    /// `distant`, whose bytes are `piece`, if it is the photo's.
    func fetched(_ distant: DistantPicture, _ piece: Data, _ body: Data, _ url: URL) -> FetchedData? {
        guard let picture = distant.picture(in: piece), check.judge(picture, of: body) == .own else { return nil }
        return fetched(picture, picture.encoded(piece), body, url)
    }

    private func fetched(_ picture: InnerPicture, _ encoded: Data, _ body: Data, _ url: URL) -> FetchedData {
        FetchedData(
            data: encoded, url: url, extent: picture.extent, photoSize: PhotoHeader.uprightSize(of: body))
    }
}
