import PhotoCore

/// The file of a picture in a PDF document: the picture's own bytes, if these are a file, or one made of its samples.
struct PDFPictureFile {
    let kind: PDFPictureName.Kind
    private let head: [UInt8]
    private let body: CBytes
    /// How many bytes of the body the head replaces.
    private let replaced: Int
    private let tail: [UInt8]

    /// A table of 256 colours needs no more bytes, however it is packed.
    private static let longestPalette = 4096
    /// The filters that files have, too. All before them, and all others, are undone here.
    private static let packings: [String: PDFSamples.Packing] = [
        "/FlateDecode": .flate, "/LZWDecode": .lzw, "/CCITTFaxDecode": .fax, "/DCTDecode": .jpeg,
    ]
    /// Spaces whose colours a JPEG does not tell: its own would be others.
    private static let foreignSpaces: Set<String> = ["/Indexed", "/Separation", "/DeviceN", "/Lab"]

    /// The file of a picture; nil if it cannot be read, or is of no known kind.
    init?(_ picture: PDFLibrary.Object, turned orientation: ExifOrientation, in pdf: PDFObjects) {
        let dictionary = pdf.dictionary(of: picture)
        // A wrong length is found out below.
        guard pdf.integer("/Length", of: dictionary) ?? 0 <= FetchRequest.maximumPhotoByteCount else { return nil }
        let filters = pdf.has("/Filter", in: dictionary) ? pdf.items(pdf.value("/Filter", of: dictionary)) : []
        let packing = filters.last.flatMap { pdf.name($0) }.flatMap { Self.packings[$0] }
        // One dictionary for each filter.
        let parameters = pdf.items(pdf.value("/DecodeParms", of: dictionary)).prefix(max(1, filters.count)).last
        guard let parameters else { return nil }
        var samples: PDFSamples?
        if packing != .jpeg {
            samples = Self.samples(dictionary, packing ?? .plain, parameters, turned: orientation, in: pdf)
            if samples == nil { return nil }
        }
        let undone = packing == nil ? filters.count : filters.count - 1
        guard let body = pdf.bytes(of: picture, undoing: undone),
            body.bytes.count <= FetchRequest.maximumPhotoByteCount
        else { return nil }
        self.body = body
        if let samples {
            guard let file = samples.file(around: body.bytes) else { return nil }
            (kind, head, replaced, tail) = (samples.kind, file.head, 0, file.tail)
        } else {
            let space = pdf.items(pdf.value("/ColorSpace", of: dictionary)).first.flatMap { pdf.name($0) }
            guard !Self.foreignSpaces.contains(space ?? ""), let isInverted = Self.isInverted(dictionary, in: pdf),
                let file = PDFJPEG(
                    body.bytes, isInverted: isInverted, colorTransform: pdf.integer("/ColorTransform", of: parameters),
                    orientation: orientation)
            else { return nil }
            (kind, head, replaced, tail) = (file.kind, file.head, file.replaced, [])
        }
    }

    var byteCount: Int { head.count + body.bytes.count - replaced + tail.count }

    /// Up to `count` bytes from a place within it; none at its end.
    func bytes(from position: Int, most count: Int) -> [UInt8] {
        if position < head.count { return Array(head[position...].prefix(count)) }
        let place = position - head.count + replaced
        if place < body.bytes.count {
            return Array(UnsafeRawBufferPointer(rebasing: body.bytes[place...].prefix(count)))
        }
        return Array(tail.dropFirst(place - body.bytes.count).prefix(count))
    }

    // MARK: - Samples (ISO 32000-1, 7.4 and 8.9.5)

    private static func samples(
        _ dictionary: PDFLibrary.Object, _ packing: PDFSamples.Packing, _ parameters: PDFLibrary.Object,
        turned orientation: ExifOrientation, in pdf: PDFObjects
    ) -> PDFSamples? {
        guard let width = pdf.integer("/Width", of: dictionary), let height = pdf.integer("/Height", of: dictionary),
            let bits = pdf.integer("/BitsPerComponent", of: dictionary),
            let (colors, count) = Self.colors(pdf.value("/ColorSpace", of: dictionary), in: pdf, depth: 0),
            var isInverted = Self.isInverted(dictionary, colors, bits: bits, in: pdf)
        else { return nil }
        var predictor = 1
        if packing == .lzw, pdf.integer("/EarlyChange", of: parameters) ?? 1 != 1 { return nil }
        if packing == .fax {
            guard pdf.integer("/K", of: parameters) ?? 0 < 0,
                pdf.integer("/Columns", of: parameters) ?? 1728 == width,
                pdf.bool("/EncodedByteAlign", of: parameters) != true
            else { return nil }
            // A fax's own white is 0.
            if pdf.bool("/BlackIs1", of: parameters) != true { isInverted.toggle() }
        }
        if packing == .flate || packing == .lzw {
            predictor = pdf.integer("/Predictor", of: parameters) ?? 1
            let isOfPicture =
                pdf.integer("/Columns", of: parameters) ?? 1 == width
                && pdf.integer("/Colors", of: parameters) ?? 1 == count
                && pdf.integer("/BitsPerComponent", of: parameters) ?? 8 == bits
            if predictor > 1, !isOfPicture { return nil }
        }
        return PDFSamples(
            width: width, height: height, bits: bits, colors: colors, isInverted: isInverted, packing: packing,
            predictor: predictor, orientation: orientation)
    }

    /// The colours of a space, and how many samples a pixel has; nil for those that need more than the samples.
    private static func colors(
        _ space: PDFLibrary.Object, in pdf: PDFObjects, depth: Int
    ) -> (PDFSamples.Colors, Int)? {
        let parts = pdf.items(space)
        guard let first = parts.first else { return nil }
        switch pdf.name(first) {
        case "/DeviceGray", "/CalGray": return (.gray, 1)
        case "/DeviceRGB", "/CalRGB": return (.rgb, 3)
        case "/DeviceCMYK": return (.cmyk, 4)
        case "/ICCBased" where parts.count > 1 && pdf.isStream(parts[1]):
            switch pdf.integer("/N", of: pdf.dictionary(of: parts[1])) {
            case 1: return (.gray, 1)
            case 3: return (.rgb, 3)
            case 4: return (.cmyk, 4)
            default: return nil
            }
        case "/Indexed" where parts.count > 3 && depth == 0:
            guard let (base, _) = Self.colors(parts[1], in: pdf, depth: 1),
                let table = pdf.shortBytes(parts[3], most: longestPalette)?.prefix(3 * 256)
            else { return nil }
            switch base {
            case .gray: return (.palette(table.prefix(256).flatMap { [$0, $0, $0] }), 1)
            case .rgb: return (.palette(Array(table)), 1)
            case .cmyk, .palette: return nil
            }
        default: return nil
        }
    }

    /// Whether the samples are inverted; nil if they are changed in another way.
    private static func isInverted(
        _ dictionary: PDFLibrary.Object, _ colors: PDFSamples.Colors, bits: Int, in pdf: PDFObjects
    ) -> Bool? {
        guard case .palette = colors, pdf.has("/Decode", in: dictionary) else {
            return isInverted(dictionary, in: pdf)
        }
        guard (1...8).contains(bits), pdf.numbers("/Decode", of: dictionary) == [0, Double((1 << bits) - 1)] else {
            return nil
        }
        return false
    }

    /// The same where samples are no places in a table.
    private static func isInverted(_ dictionary: PDFLibrary.Object, in pdf: PDFObjects) -> Bool? {
        guard pdf.has("/Decode", in: dictionary) else { return false }
        guard let ranges = pdf.numbers("/Decode", of: dictionary), ranges.count >= 2, ranges.count.isMultiple(of: 2)
        else { return nil }
        let isInverted = ranges[0] == 1
        let expected: [Double] = isInverted ? [1, 0] : [0, 1]
        return ranges.indices.allSatisfy { ranges[$0] == expected[$0 % 2] } ? isInverted : nil
    }
}
