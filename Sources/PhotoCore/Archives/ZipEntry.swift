/// A member of a ZIP, as its directory has it (APPNOTE.TXT 6.3.10, section 4.3.12).
package struct ZipEntry: Sendable, Equatable {
    /// The name's bytes as written.
    package let name: [UInt8]
    /// Whether the name is marked as UTF-8.
    package let isUTF8: Bool
    /// The length of the compressed data and of the member, in bytes.
    package let packedByteCount: Int, byteCount: Int
    /// The place of its local header in the file.
    package let offset: Int
    /// Whether a password is needed.
    package let isEncrypted: Bool
    /// Whether it is a file: no folder, and no link.
    package let isFile: Bool
    /// "2025-07-01T12:00:00", in no time zone; nil if it has none.
    package let date: String?
    /// Its record without its name: the fields from the version to the name's length, and the extra fields.
    private let fields: ArraySlice<UInt8>, extra: [UInt8]

    /// Reads the entries of a `directory` one after the other. Returns false if it is damaged after them. Stops if
    /// `take` returns false. ZipEnd says what `shift` is, and whether places are cut.
    package static func read(
        _ directory: [UInt8], shift: Int, placesAreCut: Bool = false, take: (ZipEntry) -> Bool
    ) -> Bool {
        var rest = directory[...]
        var places = ZipPlaces(shift: shift, areCut: placesAreCut)
        while !rest.isEmpty {
            let bytes = LittleEndianBytes(rest)
            // A signature of the directory may follow its entries.
            if bytes.number(at: 0, width: 4) == 0x0505_4B50 { return true }
            guard let (entry, length) = ZipEntry.read(bytes, &places) else { return false }
            rest = rest.dropFirst(length)
            if !take(entry) { return true }
        }
        return true
    }

    private static func read(_ bytes: LittleEndianBytes, _ places: inout ZipPlaces) -> (ZipEntry, Int)? {
        guard bytes.number(at: 0, width: 4) == 0x0201_4B50, let nameLength = bytes.number(at: 28, width: 2),
            let extraLength = bytes.number(at: 30, width: 2), let commentLength = bytes.number(at: 32, width: 2),
            let name = bytes.slice(at: 46, length: nameLength),
            let extra = bytes.slice(at: 46 + nameLength, length: extraLength),
            bytes.count >= 46 + nameLength + extraLength + commentLength,
            let entry = ZipEntry(bytes, name: name, extra: extra, &places)
        else { return nil }
        return (entry, 46 + nameLength + extraLength + commentLength)
    }

    private init?(
        _ bytes: LittleEndianBytes, name: ArraySlice<UInt8>, extra: ArraySlice<UInt8>, _ places: inout ZipPlaces
    ) {
        guard let flags = bytes.number(at: 8, width: 2), var packed = bytes.number(at: 20, width: 4),
            var whole = bytes.number(at: 24, width: 4), var place = bytes.number(at: 42, width: 4),
            let attributes = bytes.number(at: 38, width: 4), let system = bytes.number(at: 5, width: 1),
            let day = bytes.number(at: 14, width: 2), let time = bytes.number(at: 12, width: 2),
            let fields = bytes.slice(at: 4, length: 24)
        else { return nil }
        let large = 0xFFFF_FFFF
        var kept: [UInt8] = []
        var unicodeName: [UInt8]?
        var rest = LittleEndianBytes(extra)
        while let id = rest.number(at: 0, width: 2), let length = rest.number(at: 2, width: 2),
            let content = rest.slice(at: 4, length: length)
        {
            let field = LittleEndianBytes(content)
            if id == 1 {
                var at = 0
                // Only numbers that do not fit are there, in this order.
                for step in 0..<3 where [whole, packed, place][step] == large {
                    guard let number = field.number(at: at, width: 8) else { return nil }
                    switch step {
                    case 0: whole = number
                    case 1: packed = number
                    default: place = number
                    }
                    at += 8
                }
            } else {
                kept += rest.slice(at: 0, length: 4 + length) ?? []
                // Info-ZIP's name in UTF-8.
                if id == 0x7075, length > 5, content.first == 1 { unicodeName = Array(content.dropFirst(5)) }
            }
            rest = LittleEndianBytes(rest.bytes.dropFirst(4 + length))
        }
        guard let offset = places.next(stated: place) else { return nil }
        self.name = unicodeName ?? Array(name)
        isUTF8 = flags & 0x800 != 0 || unicodeName != nil
        (packedByteCount, byteCount, self.offset) = (packed, whole, offset)
        isEncrypted = flags & 0x2041 != 0
        let mode = [3, 19].contains(system) ? attributes >> 16 & 0xF000 : 0
        isFile = name.last != UInt8(ascii: "/") && (mode == 0 || mode == 0x8000)
        date = Self.date(day: day, time: time)
        (self.fields, self.extra) = (ArraySlice(Array(fields)), kept)
        writtenName = Array(name)
    }

    private let writtenName: [UInt8]

    private static func date(day: Int, time: Int) -> String? {
        let (month, date) = (day >> 5 & 15, day & 31)
        let (hour, minute, second) = (time >> 11, time >> 5 & 63, (time & 31) * 2)
        guard (1...12).contains(month), (1...31).contains(date), hour < 24, minute < 60, second < 60 else { return nil }
        let two = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
        return "\(1980 + day >> 9)-\(two(month))-\(two(date))T\(two(hour)):\(two(minute)):\(two(second))"
    }

    /// The directory and the end of a ZIP with this member alone, whose local header is at its first byte and whose
    /// directory is at `offset`. Nil if it is too large for such a ZIP.
    package func directoryAlone(at offset: Int) -> [UInt8]? {
        guard let packed = UInt32(exactly: packedByteCount), let whole = UInt32(exactly: byteCount),
            let offset = UInt32(exactly: offset), max(packed, whole, offset) < .max
        else { return nil }
        let little16 = { (number: Int) in [UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8)] }
        let little32 = { (number: UInt32) in little16(Int(number & 0xFFFF)) + little16(Int(number >> 16)) }
        var record = little32(0x0201_4B50) + fields.prefix(16) + little32(packed) + little32(whole)
        record += little16(writtenName.count) + little16(extra.count) + little16(0) + little16(0) + little16(0)
        record += little32(0) + little32(0) + writtenName + extra
        var end = little32(0x0605_4B50) + little16(0) + little16(0) + little16(1) + little16(1)
        end += little32(UInt32(record.count)) + little32(offset) + little16(0)
        return record + end
    }
}
