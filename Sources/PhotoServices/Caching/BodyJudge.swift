import Foundation
import PhotoCore

/// Says when the bytes of a photo that have come are enough, and what they hold that can be shown instead of the photo.
struct BodyJudge {
    /// A picture further on that is being fetched, or is to be.
    var distant = DistantFetch()
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
                wanted: $0, enlargement: isFile ? 1 : Enlargement.most, takesAny: request.isFirstLook && !isFile)
        }
        preview = request.sharesBytes && !isFile ? EarlyPreview(check: check) : nil
        (compared, toCompare) = (0, 0)
    }

    /// How many bytes the judgement rests on.
    var lookedAt: Int? { look.map { max($0.lookedAt, compared) } }

    /// The last byte that the next judgement takes, of `total` bytes of which `held` are there: that of a segment that is cut,
    /// and of what follows it before the photo begins. Nil where it may take all of them.
    func lastNeeded(of total: Int?, held: Int) -> Int? {
        if toCompare > held, toCompare < total ?? .max { return toCompare - 1 }
        guard let needed = look?.needed, needed > held, needed + Self.tables < total ?? .max else { return nil }
        return needed + Self.tables - 1
    }

    /// What stands between a camera's last segment and the photo's frame: quantisation and Huffman tables, 700 bytes; and
    /// some of the photo, to compare its thumbnail with.
    private static let tables = 4096

    /// A smaller picture to show until the photo is there; given once.
    mutating func newPreview(in body: Data) -> PixelBuffer? { preview?.next(in: body) }

    /// What is enough, if `body`, which came from `url`, is. A picture further on is given if it is `kept`; it becomes the one
    /// wanted if it `mayBeFetched`.
    mutating func enough(
        in body: Data, from url: URL, kept: (DistantPicture) -> Data?, mayBeFetched: (DistantPicture) -> Bool
    ) -> FetchedData? {
        distant.wanted = nil
        while let verdict = look?.look(at: body) {
            switch verdict {
            case .needMore, .needAll: return nil
            case .picture(let picture):
                guard body.count >= toCompare else { return nil }
                switch check.judge(picture, of: body) {
                case .own: return fetched(picture, picture.encoded(in: body), body, url)
                case .other: break
                case .undecided(let byteCount):
                    (compared, toCompare) = (byteCount, byteCount)
                    return nil
                }
            case .distant(let picture):
                if let piece = kept(picture), let fetched = fetched(picture, piece, body, url) { return fetched }
                if !distant.isRefused, mayBeFetched(picture) {
                    distant.wanted = picture
                    return nil
                }
            case .firstScans(let count):
                return FetchedData(data: EnoughBytes.withEnd(body.prefix(count)), url: url, extent: .firstScans)
            }
            refusePicture()
        }
        return nil
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
