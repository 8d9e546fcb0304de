import Foundation

/// Compares a thumbnail with its photo, so that an edited photo is not shown in its old form.
///
/// Its bars, if any, must be black; and the photo's first available rows must look like the thumbnail's.
public struct ThumbnailCheck: Sendable {
    /// The result of the comparison.
    public enum Judgement: Sendable, Equatable {
        /// The picture may represent the photo.
        case own
        /// It may not.
        case other
        /// Too few bytes: the next check needs the first `byteCount`.
        case undecided(byteCount: Int)
    }

    private let decoder: any PictureDecoding

    /// The maximum mean brightness of a bar and of its brightest row: JPEG blurs the photo's edge into it.
    private static let darkness = 20.0
    /// The maximum mean difference of the first rows: different sharpening and scaling cause about 5, another photo 40
    /// or more.
    private static let difference = 20.0
    /// Fewer rows prove nothing.
    private static let fewestRows = 3

    /// A check that decodes with `decoder`.
    public init(decoder: any PictureDecoding) { self.decoder = decoder }

    /// Whether `picture` may represent the photo with the first bytes `data`. Takes some milliseconds; any thread.
    ///
    /// A picture aligned with the photo is accepted unless the rows contradict. A rotated one is accepted only if the
    /// rows confirm it, and match worse the opposite way round.
    public func judge(_ picture: InnerPicture, of data: Data) -> Judgement {
        // As stored: the orientation does not matter here.
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
        // A few matching rows may still differ more than all of them.
        guard comparison.difference <= min(opposite, 2 * Self.difference) else { return .other }
        return comparison.difference <= Self.difference
            && InnerPicture.isSure(comparison.difference, against: opposite)
            ? .own : InnerPicture.undecided(at: data.count, from: picture.photoStart)
    }

    /// `picture` from `data`, upright and without its bars. Any thread.
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
    /// The middle part of this size; the whole picture if it is no larger.
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

/// Decides when a picture that is not aligned with its photo still belongs to it. Software that rotates photos usually
/// leaves the camera's thumbnail unchanged.
///
/// About 200 camera photos of public test suites were compared with their thumbnails, from 16, 32, 64, 128 and 256 KB
/// of each. The rules accepted up to 187 thumbnails, none the wrong way round. For photos rotated by software, the
/// right way round differed by 1 to 20, the opposite one by 45 to 130.
extension InnerPicture {
    /// Fewer rows prove too little: 64 KB of a photo of 5 megapixels have about 8 of 160.
    static let fewestTurnedRows = 4
    /// The maximum to read for certainty: the photo itself is hardly larger.
    private static let mostBytes = 512 << 10
    private static let shortestStep = 16 << 10

    /// The orientations in which a picture of `size` fits a photo of `photo` without being aligned with it.
    static func turns(of size: PixelSize, in photo: PixelSize) -> [ExifOrientation] {
        let isTurned = (size.width - size.height).signum() * (photo.width - photo.height).signum() < 0
        return isTurned ? [.clockwise, .counterclockwise] : [.bottomRight]
    }

    /// Whether rows with `difference` match, if the opposite way round has the difference `opposite`. In a plain sky
    /// both are alike.
    static func isSure(_ difference: Double, against opposite: Double) -> Bool { opposite >= 2 * difference + 8 }

    /// The decision about a photo with `count` available bytes and a picture that starts at `start`.
    static func undecided(at count: Int, from start: Int) -> ThumbnailCheck.Judgement {
        guard count < mostBytes else { return .other }
        return .undecided(byteCount: min(mostBytes, count + max(shortestStep, count - start)))
    }
}
