import Foundation

/// A smaller picture of a photo that a camera or an editor has put into the photo's file: a JPEG of its own, or plain
/// pixels.
public struct InnerPicture: Sendable, Equatable {
    /// Where it stands in the file: a JPEG from its SOI on, padding included. What is packed, or is plain pixels,
    /// stands here in that form.
    let range: Range<Int>
    /// Its size as it is stored.
    let size: PixelSize
    /// The part in its middle that the photo fills; what is beyond should be black.
    let content: PixelSize
    /// How it is to be turned to be upright.
    let orientation: ExifOrientation
    /// How it is to be turned to lie as the photo is stored.
    let turn: ExifOrientation
    /// Its bytes, where the file holds them in another form.
    let unpacked: Data?
    /// Its pixels as they are stored, where it is no JPEG.
    let pixels: PixelBuffer?
    /// The photo's bytes from here on are the photo without its orientation.
    let photoStart: Int

    /// Whether it will do for `wanted` once upright, drawn at most `enlargement` times as large as it is.
    func suffices(for wanted: PixelSize, enlargement: Double) -> Bool {
        Enlargement.suffices(orientation.turned(content), for: wanted, at: enlargement)
    }

    /// The JPEG that it is, from `data`, the photo's beginning. It does not say how it is to be turned.
    func jpeg(in data: Data) -> Data {
        if let unpacked { return unpacked }
        let start = data.startIndex
        return Data(data[(start + range.lowerBound)..<(start + range.upperBound)])
    }

    /// It as a file of its own that says how it is to be turned, or is, from `data`, the photo's beginning.
    public func encoded(in data: Data) -> Data {
        pixels.map { BMPFile.data(of: orientation.applied(to: $0)) } ?? encoded(jpeg(in: data))
    }

    /// `jpeg`, which is its bytes, as a file of its own that says how it is to be turned.
    public func encoded(_ jpeg: Data) -> Data {
        jpeg.prefix(2) + Self.segment(saying: orientation) + jpeg.dropFirst(2)
    }

    /// What a fetch tells of it.
    public var extent: FetchedData.Extent {
        .thumbnail(size: orientation.turned(size), content: orientation.turned(content))
    }

    /// An Exif segment that holds the orientation and nothing else.
    private static func segment(saying orientation: ExifOrientation) -> Data {
        let tiff: [UInt8] = [
            0x4D, 0x4D, 0, 0x2A, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(orientation.rawValue), 0, 0,
            0,
            0, 0, 0,
        ]
        let content = Array("Exif".utf8) + [0, 0] + tiff
        return Data([0xFF, 0xE1, 0, UInt8(content.count + 2)] + content)
    }
}

extension InnerPicture {
    /// What a segment says of a picture, before the photo's own size is known.
    struct Found: Sendable, Equatable {
        var range: Range<Int>
        var size: PixelSize
        var unpacked: Data?
        var pixels: PixelBuffer?

        /// The JPEG in `range`, if it begins like one and has a frame.
        init?(_ bytes: ByteReader, _ range: Range<Int>) {
            guard range.count >= 4, bytes.has([0xFF, 0xD8, 0xFF], at: range.lowerBound),
                let frame = JPEGFrameHeader.first(in: bytes, range: range)
            else { return nil }
            self.range = range
            size = frame.size
        }

        /// The JPEG that `unpacked` is, which stands in `range` in another form.
        init?(unpacked: Data, of range: Range<Int>) {
            let found = unpacked.withUnsafeBytes { Found(ByteReader($0), 0..<$0.count) }
            guard let found else { return nil }
            self.range = range
            size = found.size
            self.unpacked = unpacked
        }

        /// The plain pixels in `range`.
        init(pixels: PixelBuffer, of range: Range<Int>) {
            self.range = range
            size = pixels.size
            self.pixels = pixels
        }
    }

    /// What the photo says of itself.
    struct Photo: Sendable, Equatable {
        let size: PixelSize
        let orientation: ExifOrientation
        let start: Int
    }

    /// How far a side may be off before the shapes differ: cameras round to whole pixels, to even ones and, of larger
    /// pictures, to blocks of 8 (288 rows where 289.5 would be right).
    private static let tolerance = (pixels: 1.5, share: 0.02)

    /// The picture `found` in `photo`, which lies as that does once it is turned so; nil where its shape is not the
    /// photo's, even if some of it were bars.
    init?(_ found: Found, in photo: Photo, turn: ExifOrientation = .topLeft) {
        let width = Double(found.size.width)
        let height = Double(found.size.height)
        let whole = turn.turned(photo.size)
        guard whole.width > 0, whole.height > 0, width >= 8, height >= 8 else { return nil }
        let fittingHeight = width * Double(whole.height) / Double(whole.width)
        let fittingWidth = height * Double(whole.width) / Double(whole.height)
        func isNear(_ fitting: Double, _ side: Double) -> Bool {
            abs(fitting - side) <= max(Self.tolerance.pixels, Self.tolerance.share * side)
        }
        if isNear(fittingHeight, height) || isNear(fittingWidth, width) {
            content = found.size
        } else if fittingHeight < height {
            // A pixel at each bar is half bar, half photo.
            content = PixelSize(width: found.size.width, height: Int(fittingHeight) - 2)
        } else {
            content = PixelSize(width: Int(fittingWidth) - 2, height: found.size.height)
        }
        guard content.width > 0, content.height > 0 else { return nil }
        range = found.range
        size = found.size
        unpacked = found.unpacked
        pixels = found.pixels
        self.turn = turn
        orientation = turn.followed(by: photo.orientation)
        photoStart = photo.start
    }
}
