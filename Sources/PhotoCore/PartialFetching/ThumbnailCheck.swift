import Foundation

/// Compares a thumbnail with what is known of its photo, so that no edited photo is shown as it was before.
///
/// Its bars, if it is to have any, must be black; and the photo's first rows, as far as its bytes have come, must look
/// like the thumbnail's.
public struct ThumbnailCheck: Sendable {
    /// What the comparison says.
    public enum Judgement: Sendable, Equatable {
        /// The picture may stand for the photo.
        case own
        /// It may not.
        case other
        /// Too little of the photo has come: the next look is at its first `byteCount` bytes.
        case undecided(byteCount: Int)
    }

    private let decoder: any PictureDecoding

    /// The brightest that a bar may be on average, and its brightest row: JPEG blurs the photo's edge into it.
    private static let darkness = 20.0
    /// How far, on average, the first rows may differ: other sharpening and another scaler make about 5, another photo
    /// 40 and more.
    private static let difference = 20.0
    /// Fewer rows than this tell nothing.
    private static let fewestRows = 3

    /// A check that decodes with `decoder`.
    public init(decoder: any PictureDecoding) { self.decoder = decoder }

    /// Whether `picture` may stand for the photo whose first bytes are `data`. Takes some milliseconds; any thread.
    ///
    /// What lies as the photo does is believed until the rows say otherwise. What has to be turned is believed only
    /// once they say so, and say that the opposite way round is not as good.
    public func judge(_ picture: InnerPicture, of data: Data) -> Judgement {
        // As they are stored: neither says here how it is to be turned.
        guard let small = picture.pixels ?? decode(picture.jpeg(in: data), picture.size), small.size == picture.size,
            Self.hasBlackBars(small, around: picture.content)
        else { return .other }
        let rows = picture.turn.applied(to: small.middle(picture.content))
        let rest = data.dropFirst(picture.photoStart)
        let photo = decode(EnoughBytes.withEnd(Data([0xFF, 0xD8]) + rest), rows.size)
        let comparison = photo.flatMap { RowComparison($0, with: rows) }
        if picture.turn == .topLeft {
            guard let comparison, comparison.rows >= Self.fewestRows else { return .own }
            return comparison.difference <= Self.difference ? .own : .other
        }
        guard let photo, let comparison, comparison.rows >= InnerPicture.fewestTurnedRows else {
            return InnerPicture.undecided(at: data.count, from: picture.photoStart)
        }
        let opposite = RowComparison(photo, with: ExifOrientation.bottomRight.applied(to: rows))?.difference ?? 0
        // A few rows of the right way round may still differ more than all of them do.
        guard comparison.difference <= min(opposite, 2 * Self.difference) else { return .other }
        return comparison.difference <= Self.difference
            && InnerPicture.isSure(comparison.difference, against: opposite)
            ? .own : InnerPicture.undecided(at: data.count, from: picture.photoStart)
    }

    /// `picture`, which stands in `data`, upright and without its bars. Any thread.
    public func pixels(of picture: InnerPicture, in data: Data) -> PixelBuffer? {
        let fetched = FetchedData(
            data: picture.encoded(in: data), url: URL(fileURLWithPath: "/"), extent: picture.extent)
        return try? decoder.decode(
            fetched, toFill: picture.orientation.turned(picture.content), isCancelled: { false })
    }

    private func decode(_ data: Data, _ size: PixelSize) -> PixelBuffer? {
        try? decoder.decode(data, toFill: size, isCancelled: { false })
    }

    private static func hasBlackBars(_ picture: PixelBuffer, around content: PixelSize) -> Bool {
        // Without the pixels next to the photo.
        let across = max(0, (picture.width - content.width) / 2 - 2)
        let down = max(0, (picture.height - content.height) / 2 - 2)
        var sum = 0
        var count = 0
        for y in 0..<picture.height {
            for x in 0..<picture.width
            where x < across || x >= picture.width - across || y < down || y >= picture.height - down {
                let at = y * picture.bytesPerRow + 4 * x
                sum += Int(picture.bytes[at]) + Int(picture.bytes[at + 1]) + Int(picture.bytes[at + 2])
                count += 3
            }
        }
        return count == 0 ? content == picture.size : Double(sum) <= darkness * Double(count)
    }
}

extension PixelBuffer {
    /// The part of this size in the middle; all of it where that is no smaller.
    func middle(_ size: PixelSize) -> PixelBuffer {
        guard size.width < width || size.height < height else { return self }
        let part = PixelSize(width: min(size.width, width), height: min(size.height, height))
        let left = (width - part.width) / 2
        let top = (height - part.height) / 2
        return PixelBuffer(size: part) { target in
            for y in 0..<part.height {
                let from = (top + y) * bytesPerRow + 4 * left
                for index in 0..<(4 * part.width) { target[4 * y * part.width + index] = bytes[from + index] }
            }
        }
    }
}

/// When a smaller picture that lies otherwise than its photo is believed to be of it. Software that turns photos mostly
/// leaves the camera's thumbnail as it was.
///
/// About 200 camera photos of public test suites were compared with their thumbnails from 16, 32, 64, 128 and 256 KB of
/// each. The rules took up to 187 thumbnails, none of them the wrong way round. Of photos that software had turned, the
/// right way round differed by 1 to 20, the opposite one by 45 to 130.
extension InnerPicture {
    /// Fewer rows than this tell too little: those of 64 KB of a photo of 5 megapixels are about 8 of 160.
    static let fewestTurnedRows = 4
    /// More of the photo than this is not read to be sure: the photo itself is hardly more.
    private static let mostBytes = 512 << 10
    private static let shortestStep = 16 << 10

    /// The ways in which a picture of `size` may lie that is of a photo of `photo` and does not lie as that does.
    static func turns(of size: PixelSize, in photo: PixelSize) -> [ExifOrientation] {
        let isTurned = (size.width - size.height).signum() * (photo.width - photo.height).signum() < 0
        return isTurned ? [.clockwise, .counterclockwise] : [.bottomRight]
    }

    /// Whether rows that differ by `difference` are the right ones, where those of the opposite way round differ by
    /// `opposite`. In a plain sky both are alike.
    static func isSure(_ difference: Double, against opposite: Double) -> Bool { opposite >= 2 * difference + 8 }

    /// What to do about a photo of which `count` bytes have come, and whose picture begins at `start`.
    static func undecided(at count: Int, from start: Int) -> ThumbnailCheck.Judgement {
        guard count < mostBytes else { return .other }
        return .undecided(byteCount: min(mostBytes, count + max(shortestStep, count - start)))
    }
}
