import Foundation

/// A smaller picture that a camera or an editor has embedded in the photo's file: a JPEG or plain pixels.
public struct InnerPicture: Sendable, Equatable {
    /// Its place in the file: a JPEG from its SOI on, including padding. A compressed one or plain pixels are there in
    /// that form.
    let range: Range<Int>
    /// Its stored size.
    let size: PixelSize
    /// Its middle part with the photo; the rest should be black.
    let content: PixelSize
    let orientation: ExifOrientation
    /// The rotation that aligns it with the stored photo.
    let turn: ExifOrientation
    /// Its bytes, if the file stores them in another form.
    let unpacked: Data?
    /// Its stored pixels, if it is not a JPEG.
    let pixels: PixelBuffer?
    /// The photo's bytes from here on contain the photo without its orientation.
    let photoStart: Int

    /// Whether it suffices for `wanted` once upright, enlarged by at most `enlargement`.
    func suffices(for wanted: PixelSize, enlargement: Double) -> Bool {
        Self.fills(orientation.turned(content), for: wanted, at: enlargement)
    }

    /// Its JPEG, from `data`, the photo's beginning. Has no orientation.
    func jpeg(in data: Data) -> Data {
        if let unpacked { return unpacked }
        let start = data.startIndex
        return Data(data[(start + range.lowerBound)..<(start + range.upperBound)])
    }

    /// A complete upright file of it, from `data`, the photo's beginning.
    public func encoded(in data: Data) -> Data {
        pixels.map { orientation.applied(to: $0).bmp } ?? encoded(jpeg(in: data))
    }

    /// A complete file made from `jpeg`, its bytes, with its orientation.
    public func encoded(_ jpeg: Data) -> Data {
        jpeg.prefix(2) + Self.segment(saying: orientation) + jpeg.dropFirst(2)
    }

    /// Its extent in a fetch.
    public var extent: FetchedData.Extent {
        .thumbnail(size: orientation.turned(size), content: orientation.turned(content))
    }

    /// An Exif segment with only the orientation.
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
    /// A picture found in a segment, before the photo's size is known.
    struct Found: Sendable, Equatable {
        var range: Range<Int>
        var size: PixelSize
        var unpacked: Data?
        var pixels: PixelBuffer?

        /// The JPEG in `range`, if it starts like one and has a frame.
        init?(_ bytes: ByteReader, _ range: Range<Int>) {
            guard range.count >= 4, bytes.has([0xFF, 0xD8, 0xFF], at: range.lowerBound),
                let frame = JPEGFrameHeader.first(in: bytes, range: range)
            else { return nil }
            self.range = range
            size = frame.size
        }

        /// The JPEG `unpacked`, which `range` stores in another form.
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

    /// The photo's own facts.
    struct Photo: Sendable, Equatable {
        let size: PixelSize
        let orientation: ExifOrientation
        let start: Int
    }

    /// The tolerance for a side before shapes differ: cameras round to whole pixels, to even ones and, in larger
    /// pictures, to blocks of 8 (288 rows instead of 289.5).
    private static let tolerance = (pixels: 1.5, share: 0.02)

    /// The picture `found` in `photo`, aligned with it by `turn`; nil if its shape is not the photo's, even with bars.
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

/// The simplest file that every decoder reads: a BITMAPINFOHEADER and 24 bits per pixel.
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

/// How much a picture may be enlarged before a person notices.
extension InnerPicture {
    /// A camera's thumbnail of 160 x 120 fills 160 x 160 pixels when enlarged by 1.33, one with bars (104 rows of 120)
    /// by 1.54.
    ///
    /// On a display of scale 2 a point has two pixels, so a picture enlarged by 1.54 still has 1.3 pixels per point:
    /// from 60 cm, at 96 points per inch, that is 1.2 minutes of arc, about the resolution of the eye. At scale 1 no
    /// row needs it, and the grid's pictures of 140 points are enlarged by 1.17 to 1.35. The benchmark compares it with
    /// the full decode.
    public static let mostEnlargement = 1.6

    /// Whether a picture of `size` fills `wanted`, enlarged by at most `enlargement`.
    static func fills(_ size: PixelSize, for wanted: PixelSize, at enlargement: Double = mostEnlargement) -> Bool {
        Double(size.width) * enlargement >= Double(wanted.width)
            && Double(size.height) * enlargement >= Double(wanted.height)
    }
}
