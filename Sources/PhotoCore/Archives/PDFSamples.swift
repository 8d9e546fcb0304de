/// A picture of a PDF document that is no file, but packed samples (ISO 32000-1, 8.9.5): what a file of them needs.
///
/// PNG and TIFF pack samples in the same ways, so that they are not unpacked here. Rows that are filtered as in PNG
/// become PNG, all others TIFF.
package struct PDFSamples: Equatable, Sendable {
    package enum Colors: Equatable, Sendable {
        case gray
        case rgb
        case cmyk
        /// Three bytes for each colour.
        case palette([UInt8])

        var samplesPerPixel: Int {
            switch self {
            case .gray, .palette: 1
            case .rgb: 3
            case .cmyk: 4
            }
        }
    }

    package enum Packing: Equatable, Sendable {
        case plain
        case lzw
        case flate
        /// Group 4 of fax machines, with two colours.
        case fax
        /// A whole JPEG, of gray or of inks. Its own word on its colours does not count.
        case jpeg
    }

    let width: Int
    let height: Int
    /// Of one sample.
    let bits: Int
    let colors: Colors
    /// Whether 0 is white: of gray alone.
    let isInverted: Bool
    let packing: Packing
    /// How rows are filtered: 1 for none, 2 for differences as in TIFF, 10 and more as in PNG.
    let predictor: Int
    /// How to turn the picture.
    let orientation: ExifOrientation

    private static let longestSide = 1 << 20

    /// Nil if no file has such samples.
    package init?(
        width: Int, height: Int, bits: Int, colors: Colors, isInverted: Bool, packing: Packing, predictor: Int,
        orientation: ExifOrientation = .topLeft
    ) {
        self.width = width
        self.height = height
        self.bits = bits
        self.colors = colors
        self.isInverted = isInverted
        self.packing = packing
        self.predictor = predictor
        self.orientation = orientation
        guard (1...Self.longestSide).contains(width), (1...Self.longestSide).contains(height), hasKnownColors,
            isInverted ? colors == .gray : true
        else { return nil }
        switch (packing, predictor) {
        case (.plain, 1), (.lzw, 1), (.flate, 1): break
        case (.lzw, 2), (.flate, 2): if bits < 8 { return nil }
        case (.flate, 10...15): if colors == .cmyk || isInverted { return nil }
        case (.jpeg, 1): if bits != 8 || colors != .gray && colors != .cmyk { return nil }
        case (.fax, 1): if bits != 1 || colors != .gray { return nil }
        default: return nil
        }
    }

    private var hasKnownColors: Bool {
        switch colors {
        case .gray: [1, 2, 4, 8, 16].contains(bits)
        case .rgb: bits == 8 || bits == 16
        case .cmyk: bits == 8
        case .palette(let colors): [1, 2, 4, 8].contains(bits) && colors.count >= 3
        }
    }

    /// Whether the samples are those of a PNG.
    private var isPNG: Bool { predictor >= 10 }

    /// The kind of the file.
    package var kind: PDFPictureName.Kind { isPNG ? .png : .tiff }

    /// What stands before and behind the packed samples in a file of them; nil if there are too many.
    package func file(around samples: UnsafeRawBufferPointer) -> (head: [UInt8], tail: [UInt8])? {
        guard let count = Int32(exactly: samples.count) else { return nil }
        return isPNG ? png(around: samples, count: UInt32(count)) : (tiff(byteCount: UInt32(count)), [])
    }

    // MARK: - PNG

    private func png(
        around samples: UnsafeRawBufferPointer, count: UInt32
    ) -> (head: [UInt8], tail: [UInt8]) {
        var head: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        let type: UInt8 =
            switch colors {
            case .gray, .cmyk: 0
            case .rgb: 2
            case .palette: 3
            }
        var header = Self.big(UInt32(width))
        header += Self.big(UInt32(height))
        header += [UInt8(bits), type, 0, 0, 0]
        head += Self.chunk("IHDR", header)
        if case .palette(let colors) = colors {
            head += Self.chunk("PLTE", Array(colors.prefix(3 * min(colors.count / 3, 1 << bits))))
        }
        if orientation != .topLeft { head += Self.chunk("eXIf", orientation.tiff) }
        let name = Array("IDAT".utf8)
        head += Self.big(count)
        head += name
        let sum = CRC32.checksum(of: samples, after: name.withUnsafeBytes { CRC32.checksum(of: $0) })
        return (head, Self.big(sum) + Self.chunk("IEND", []))
    }

    private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        let body = Array(name.utf8) + content
        let sum = body.withUnsafeBytes { CRC32.checksum(of: $0) }
        return big(UInt32(content.count)) + body + big(sum)
    }

    // MARK: - TIFF

    /// A field of a TIFF's directory: its values are of 16 or of 32 bits.
    private struct Field {
        let tag: UInt16
        let isLong: Bool
        let values: [UInt32]

        static func short(_ tag: UInt16, _ values: Int...) -> Field {
            Field(tag: tag, isLong: false, values: values.map { UInt32($0) })
        }

        static func long(_ tag: UInt16, _ value: UInt32) -> Field { Field(tag: tag, isLong: true, values: [value]) }

        var bytes: [UInt8] {
            isLong
                ? values.flatMap { PDFSamples.big($0) }
                : values.flatMap { PDFSamples.big(UInt16(truncatingIfNeeded: $0)) }
        }
    }

    /// A TIFF up to its samples, which are one strip (TIFF 6.0). Numbers begin with their highest byte, as samples of
    /// 16 bits in PDF do.
    private func tiff(byteCount: UInt32) -> [UInt8] {
        let packingNumber =
            switch packing {
            case .plain: 1
            case .fax: 4
            case .lzw: 5
            case .jpeg: 7
            case .flate: 8
            }
        let meaning =
            switch colors {
            case .gray: isInverted ? 0 : 1
            case .rgb: 2
            case .palette: 3
            case .cmyk: 5
            }
        let count = colors.samplesPerPixel
        // The place of the samples is known once all fields are.
        func fields(start: UInt32) -> [Field] {
            var fields: [Field] = [
                .long(256, UInt32(width)), .long(257, UInt32(height)),
                Field(tag: 258, isLong: false, values: [UInt32](repeating: UInt32(bits), count: count)),
                .short(259, packingNumber), .short(262, meaning), .long(273, start),
                .short(274, orientation.rawValue), .short(277, count), .long(278, UInt32(height)),
                .long(279, byteCount), .short(284, 1),
            ]
            if predictor == 2 { fields.append(.short(317, 2)) }
            if case .palette(let colors) = colors { fields.append(Self.map(of: colors, bits: bits)) }
            return fields
        }
        let start = Self.directory(fields(start: 0)).count
        return Self.directory(fields(start: UInt32(start)))
    }

    /// All reds, then all greens and all blues, of 16 bits each.
    private static func map(of colors: [UInt8], bits: Int) -> Field {
        var values: [UInt32] = []
        for part in 0..<3 {
            for color in 0..<(1 << bits) {
                let place = color * 3 + part
                values.append(place < colors.count ? UInt32(colors[place]) * 0x101 : 0)
            }
        }
        return Field(tag: 320, isLong: false, values: values)
    }

    /// A TIFF's header, its directory, and the values that do not fit into that.
    private static func directory(_ fields: [Field]) -> [UInt8] {
        var bytes: [UInt8] = [0x4D, 0x4D, 0, 42, 0, 0, 0, 8]
        bytes += big(UInt16(fields.count))
        var behind: [UInt8] = []
        let end = 8 + 2 + fields.count * 12 + 4
        for field in fields {
            let values = field.bytes
            bytes += big(field.tag)
            bytes += big(UInt16(field.isLong ? 4 : 3))
            bytes += big(UInt32(field.values.count))
            if values.count <= 4 {
                bytes += values + [UInt8](repeating: 0, count: 4 - values.count)
            } else {
                bytes += big(UInt32(end + behind.count))
                behind += values
            }
        }
        bytes += big(UInt32(0))
        return bytes + behind
    }

    private static func big(_ number: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian) { Array($0) }
    }
}
