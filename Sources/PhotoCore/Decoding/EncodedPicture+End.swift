/// Walks each format to its end. All of these answer true only where the walk ran off the bytes, and false both at the
/// format's end (whatever follows it) and at what the format does not allow.
extension EncodedPicture {
    /// ISO/IEC 10918-1, annex B: segments up to EOI; after SOS, entropy-coded bytes up to the next marker. What lies
    /// inside segments, such as a thumbnail with an EOI of its own, is stepped over.
    static func isJPEGEndMissing(_ bytes: ByteReader) -> Bool {
        var index = 2
        while true {
            // The next marker: FF and a byte that is neither 0 (an escaped FF), FF (fill) nor RST0 to RST7. libjpeg
            // too passes over whatever else stands between segments.
            guard let mark = bytes.firstIndex(of: 0xFF, from: index), let code = bytes[mark + 1] else { return true }
            switch code {
            case 0xFF: index = mark + 1
            case 0x00, 0x01, 0xD0...0xD8: index = mark + 2
            case 0xD9: return false
            default:
                guard let length = bytes.big16(mark + 2) else { return true }
                guard length >= 2 else { return false }
                index = mark + 2 + length
            }
        }
    }

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
        /// The bytes of the colour table that packed fields at `index` announce.
        func tableSize(_ index: Int) -> Int? {
            bytes[index].map { $0 & 0x80 == 0 ? 0 : 3 << (($0 & 7) + 1) }
        }
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

    /// ISO/IEC 14496-12: boxes, each beginning with its size; 0 is "to the end of the file", 1 "in 64 bits".
    static func isBoxEndMissing(_ bytes: ByteReader) -> Bool {
        var index = 0
        while index < bytes.count {
            guard var size = bytes.big32(index), bytes.big32(index + 4) != nil else { return true }
            if size == 0 { return false }
            if size == 1 {
                guard let high = bytes.big32(index + 8), let low = bytes.big32(index + 12) else { return true }
                // A picture of 4 GiB is none.
                guard high == 0 else { return true }
                size = low
            }
            guard size >= 8 else { return false }
            index += size
        }
        return index > bytes.count
    }
}
