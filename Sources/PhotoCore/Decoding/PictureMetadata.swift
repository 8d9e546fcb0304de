import Foundation

/// A container's facts about its picture's pixels: their orientation and colours.
///
/// GdkPixbuf reports both for some formats only. The bytes are untrusted: nothing outside of them is read, and the time
/// is linear in their number.
public struct PictureMetadata: Sendable, Equatable {
    /// From EXIF, in JPEG, WebP and PNG; nil if absent. HEIF and AVIF ignore EXIF and have their own orientation, which
    /// their loaders apply; for TIFF, ask the loader.
    public var orientation: ExifOrientation?
    /// The ICC profile of JPEG, WebP, AVIF and HEIF. For PNG and TIFF, where it is compressed or anywhere, ask the
    /// loader.
    public var colorProfile: Data?
    /// The largest size of anything in an AVIF or HEIF; nil if none is found. Their loaders report the size only after
    /// decoding.
    public private(set) var statedSize: PixelSize?

    /// Inspects `data`.
    public init(_ data: Data) {
        data.withUnsafeBytes { bytes in
            let reader = ByteReader(bytes)
            switch EncodedPicture.Format(sniffing: reader) {
            case .jpeg: readJPEG(reader, data)
            case .webp: readWebP(reader, data)
            case .png: readPNG(reader)
            case .avif, .heif: readBoxes(reader, data, 0..<reader.count)
            default: break
            }
        }
    }

    /// Exif 2.32, 4.7.2, and ICC.1:2022, B.4: the profile spans numbered segments, from 1.
    private mutating func readJPEG(_ bytes: ByteReader, _ data: Data) {
        var parts: [Int: Range<Int>] = [:]
        var count = 0
        for segment in JPEGSegments(bytes) {
            let start = segment.content.lowerBound
            if segment.code == 0xE1, orientation == nil, bytes.has("Exif", at: start) {
                orientation = ExifOrientation(tiff: bytes, segment.content.dropFirst(6))
            } else if segment.code == 0xE2, segment.content.count > 14, bytes.has("ICC_PROFILE", at: start),
                let number = bytes[start + 12], let total = bytes[start + 13]
            {
                parts[number] = segment.content.dropFirst(14)
                count = total
            }
        }
        guard count > 0, parts.count == count, (1...count).allSatisfy({ parts[$0] != nil }) else { return }
        colorProfile = (1...count).reduce(into: Data()) { profile, number in
            if let part = parts[number] { profile += data.piece(part) }
        }
    }

    /// RFC 9649, 2.3 and 2.7: chunks of even length.
    private mutating func readWebP(_ bytes: ByteReader, _ data: Data) {
        var index = 12
        while let length = bytes.little32(index + 4), index + 8 + length <= bytes.count {
            let content = (index + 8)..<(index + 8 + length)
            if bytes.has("ICCP", at: index), colorProfile == nil { colorProfile = data.piece(content) }
            if bytes.has("EXIF", at: index), orientation == nil {
                // Many writers put the prefix of a JPEG's segment there.
                let skipped = bytes.has([0x45, 0x78, 0x69, 0x66, 0, 0], at: content.lowerBound) ? 6 : 0
                orientation = ExifOrientation(tiff: bytes, content.dropFirst(skipped))
            }
            index = content.upperBound + length % 2
        }
    }

    /// The path to the properties, from the outside in.
    private static let boxes: [StaticString] = ["meta", "iprp", "ipco"]

    /// ISO/IEC 14496-12, 4.2 and 12.1.5, and 23008-12, 6.5.3: nested boxes, the innermost with a profile or a size. The
    /// first profile counts as the picture's; alpha and thumbnails have no other.
    private mutating func readBoxes(_ bytes: ByteReader, _ data: Data, _ part: Range<Int>, depth: Int = 0) {
        var index = part.lowerBound
        while let stated = bytes.big32(index) {
            // 0 means "to the end".
            let size = stated == 0 ? part.upperBound - index : stated
            guard size >= 8, index + size <= part.upperBound else { return }
            let content = (index + 8)..<(index + size)
            if depth < 3, bytes.has(Self.boxes[depth], at: index + 4) {
                // "meta" starts with a version and flags.
                readBoxes(bytes, data, content.dropFirst(depth == 0 ? 4 : 0), depth: depth + 1)
            } else if depth == 3 {
                readProperty(bytes, data, content)
            }
            index += size
        }
    }

    private mutating func readProperty(_ bytes: ByteReader, _ data: Data, _ content: Range<Int>) {
        let start = content.lowerBound
        if bytes.has("colr", at: start - 4), colorProfile == nil,
            bytes.has("prof", at: start) || bytes.has("rICC", at: start)
        {
            colorProfile = data.piece(content.dropFirst(4))
        } else if bytes.has("ispe", at: start - 4), let width = bytes.big32(start + 4),
            let height = bytes.big32(start + 8)
        {
            let area = (statedSize?.width ?? 0) * (statedSize?.height ?? 0)
            // More than 31 bits exceed any picture; their product still fits.
            let size = PixelSize(width: min(width, 1 << 31), height: min(height, 1 << 31))
            if size.width * size.height > area { statedSize = size }
        }
    }

    /// PNG specification, third edition, 11.3.4.5.
    private mutating func readPNG(_ bytes: ByteReader) {
        var index = 8
        while orientation == nil, let length = bytes.big32(index), index + 12 + length <= bytes.count {
            if bytes.has("eXIf", at: index + 4) {
                orientation = ExifOrientation(tiff: bytes, (index + 8)..<(index + 8 + length))
            }
            index += 12 + length
        }
    }
}

extension ExifOrientation {
    /// The facts in the first directory of the TIFF structure in this part of `bytes` (Exif 2.32, 4.6.2); nil without
    /// one.
    init?(tiff bytes: ByteReader, _ part: Range<Int>) {
        let isLittle = bytes.has([0x49, 0x49, 0x2A, 0], at: part.lowerBound)
        guard isLittle || bytes.has([0x4D, 0x4D, 0, 0x2A], at: part.lowerBound) else { return nil }
        func number16(_ offset: Int) -> Int? {
            guard offset >= 0, offset + 2 <= part.count else { return nil }
            return isLittle ? bytes.little16(part.lowerBound + offset) : bytes.big16(part.lowerBound + offset)
        }
        guard
            let directory = isLittle ? bytes.little32(part.lowerBound + 4) : bytes.big32(part.lowerBound + 4),
            let count = number16(directory)
        else { return nil }
        for entry in 0..<count {
            let offset = directory + 2 + 12 * entry
            guard let tag = number16(offset) else { return nil }
            // A short (type 3) is in the first half of the value's four bytes.
            if tag == 0x0112, number16(offset + 2) == 3, let value = number16(offset + 8) {
                self.init(rawValue: value)
                return
            }
        }
        return nil
    }
}

extension Data {
    /// The bytes in this range, counted from the first one.
    fileprivate func piece(_ range: Range<Int>) -> Data {
        subdata(in: (startIndex + range.lowerBound)..<(startIndex + range.upperBound))
    }
}
