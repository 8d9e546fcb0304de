/// Walks formats other than JPEG to their end. These functions return true only if the walk ran past the bytes, and
/// false both at the format's end (whatever follows) and at an error.
extension EncodedPicture {
    /// PNG specification, section 5: chunks up to IEND.
    static func isPNGEndMissing(_ bytes: ByteReader) -> Bool {
        var index = 8
        while true {
            guard let length = bytes.big32(index), index + 12 + length <= bytes.count else { return true }
            if bytes.has("IEND", at: index + 4) { return false }
            index += 12 + length
        }
    }

    /// GIF89a: blocks of sub-blocks up to the trailer.
    static func isGIFEndMissing(_ bytes: ByteReader) -> Bool {
        /// The size in bytes of the colour table announced by the packed fields at `index`.
        func tableSize(_ index: Int) -> Int? { bytes[index].map { $0 & 0x80 == 0 ? 0 : 3 << (($0 & 7) + 1) } }
        guard let table = tableSize(10) else { return true }
        var index = 13 + table
        while let kind = bytes[index] {
            switch kind {
            case 0x3B: return false
            case 0x21: index += 2
            case 0x2C:
                guard let table = tableSize(index + 9) else { return true }
                index += 11 + table
            default: return false
            }
            while true {
                guard let length = bytes[index] else { return true }
                index += 1 + length
                if length == 0 { break }
            }
        }
        return true
    }

    /// BITMAPINFOHEADER: uncompressed rows, each padded to 4 bytes, from an offset on.
    static func isBMPEndMissing(_ bytes: ByteReader) -> Bool {
        guard let offset = bytes.little32(10), let width = bytes.little32(18), let height = bytes.little32(22),
            let depth = bytes.little16(28), let compression = bytes.little32(30)
        else { return true }
        // 0 is uncompressed, 3 uncompressed with masks. A negative height means rows from the top.
        guard bytes.little32(14) ?? 0 >= 40, compression == 0 || compression == 3, width < 1 << 31, depth <= 32 else {
            return false
        }
        let rows = Int(Int32(truncatingIfNeeded: height).magnitude)
        let (size, isOverflow) = ((width * depth + 31) / 32 * 4).multipliedReportingOverflow(by: rows)
        return isOverflow || size > bytes.count - offset
    }

    /// TIFF 6.0, section 2: the first directory, which most writers put after the pixels.
    static func isTIFFEndMissing(_ bytes: ByteReader) -> Bool {
        let isLittle = bytes.has("II", at: 0)
        guard let directory = isLittle ? bytes.little32(4) : bytes.big32(4),
            let entries = isLittle ? bytes.little16(directory) : bytes.big16(directory)
        else { return true }
        return directory + 2 + 12 * entries > bytes.count
    }

    /// ISO/IEC 14496-12: boxes, each starting with its size; 0 means "to the end of the file", 1 "in 64 bits".
    static func isBoxEndMissing(_ bytes: ByteReader) -> Bool {
        var index = 0
        while index < bytes.count {
            guard var size = bytes.big32(index), bytes.big32(index + 4) != nil else { return true }
            if size == 0 { return false }
            if size == 1 {
                guard let high = bytes.big32(index + 8), let low = bytes.big32(index + 12) else { return true }
                // No picture has 4 GiB.
                guard high == 0 else { return true }
                size = low
            }
            guard size >= 8 else { return false }
            index += size
        }
        return index > bytes.count
    }
}
