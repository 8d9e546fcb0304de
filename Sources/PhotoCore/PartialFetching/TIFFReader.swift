/// Reads image file directories (TIFF 6.0, section 2) without trusting their offsets.
struct TIFFReader {
    private let bytes: ByteReader
    private let isLittle: Bool
    /// The end of all data.
    let end: Int
    /// The origin of offsets.
    let start: Int

    /// The TIFF from `start` to before `end`; nil if it is none.
    init?(_ bytes: ByteReader, start: Int, end: Int) {
        guard end <= bytes.count, start < end else { return nil }
        if bytes.has([0x49, 0x49, 0x2A, 0], at: start) {
            isLittle = true
        } else if bytes.has([0x4D, 0x4D, 0, 0x2A], at: start) {
            isLittle = false
        } else {
            return nil
        }
        self.bytes = bytes
        self.start = start
        self.end = end
    }

    var firstDirectory: Int? { long(4) }

    /// The offset of the directory after the one at `directory`.
    func directory(after directory: Int) -> Int? {
        guard let count = short(directory), let next = long(directory + 2 + 12 * count), next != 0 else { return nil }
        return next
    }

    /// The first number of `tag` in the directory at `directory`, of type SHORT or LONG.
    func value(_ tag: Int, in directory: Int) -> Int? {
        guard let entry = entry(tag, in: directory) else { return nil }
        switch short(entry + 2) {
        case 3: return short(entry + 8)
        case 4: return long(entry + 8)
        default: return nil
        }
    }

    /// The range of the bytes of `tag` in the directory at `directory`, if their type is UNDEFINED or BYTE and they do
    /// not fit in the entry.
    func bytes(_ tag: Int, in directory: Int) -> Range<Int>? {
        guard let entry = entry(tag, in: directory), [1, 7].contains(short(entry + 2)), let count = long(entry + 4),
            count > 4, let offset = long(entry + 8), place(offset, count) != nil
        else { return nil }
        return (start + offset)..<(start + offset + count)
    }

    /// The four bytes at `index`, counted from the start of all bytes.
    func long(at index: Int) -> Int? { long(index - start) }

    private func entry(_ tag: Int, in directory: Int) -> Int? {
        guard let count = short(directory) else { return nil }
        for number in 0..<count {
            let at = directory + 2 + 12 * number
            guard let found = short(at) else { return nil }
            if found == tag { return at }
        }
        return nil
    }

    private func short(_ offset: Int) -> Int? {
        guard let at = place(offset, 2) else { return nil }
        return isLittle ? bytes.little16(at) : bytes.big16(at)
    }

    private func long(_ offset: Int) -> Int? {
        guard let at = place(offset, 4) else { return nil }
        return isLittle ? bytes.little32(at) : bytes.big32(at)
    }

    private func place(_ offset: Int, _ count: Int) -> Int? {
        offset >= 0 && offset <= end - start - count ? start + offset : nil
    }
}
