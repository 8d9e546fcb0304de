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
        Self.fills(orientation.turned(content), for: wanted, at: enlargement)
    }

    /// The JPEG that it is, from `data`, the photo's beginning. It does not say how it is to be turned.
    func jpeg(in data: Data) -> Data {
        if let unpacked { return unpacked }
        let start = data.startIndex
        return Data(data[(start + range.lowerBound)..<(start + range.upperBound)])
    }

    /// It as a file of its own that says how it is to be turned, or is, from `data`, the photo's beginning.
    public func encoded(in data: Data) -> Data {
        pixels.map { orientation.applied(to: $0).bmp } ?? encoded(jpeg(in: data))
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

/// The simplest file that every decoder reads: a BITMAPINFOHEADER and 24 bits a pixel.
extension PixelBuffer {
    /// The picture as such a file, without its alpha.
    fileprivate var bmp: Data {
        func little(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
        let padding = [UInt8](repeating: 0, count: width % 4)
        let pixelBytes = (3 * width + padding.count) * height
        var data = Data([0x42, 0x4D] + little(54 + pixelBytes) + little(0) + little(54))
        data += little(40) + little(width) + little(height) + [1, 0, 24, 0]
        data += little(0) + little(pixelBytes) + little(2835) + little(2835) + little(0) + little(0)
        // The last row first, and blue first.
        for y in (0..<height).reversed() {
            for x in 0..<width {
                let at = y * bytesPerRow + 4 * x
                data.append(contentsOf: [bytes[at + 2], bytes[at + 1], bytes[at]])
            }
            data += padding
        }
        return data
    }
}

/// How much larger than it is a picture may be drawn before a person minds.
extension InnerPicture {
    /// A camera's thumbnail of 160 x 120 fills 160 x 160 pixels when it is drawn 1.33 times as large as it is, one with
    /// bars (104 rows are left of 120) 1.54 times.
    ///
    /// On a display of scale 2 a point is two pixels, so a picture drawn 1.54 times as large has still 1.3 pixels a
    /// point: from 60 cm, at 96 points an inch, those are 1.2 minutes of arc, about what an eye tells apart. At scale 1
    /// no row needs it, and the grid's pictures of 140 points are drawn 1.17 to 1.35 times as large. The benchmark
    /// measures what it costs against the full decode.
    public static let mostEnlargement = 1.6

    /// Whether a picture of `size` fills `wanted`, drawn at most `enlargement` times as large as it is.
    static func fills(_ size: PixelSize, for wanted: PixelSize, at enlargement: Double = mostEnlargement) -> Bool {
        Double(size.width) * enlargement >= Double(wanted.width)
            && Double(size.height) * enlargement >= Double(wanted.height)
    }
}
