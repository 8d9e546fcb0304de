import Foundation

/// Parses the dates in catalogues: ISO 8601 and its profiles (RFC 3339, W3CDTF), where everything after the year is
/// optional; and those of mail and feeds (RFC 5322, RFC 822).
///
/// Hand-written, because a million rows are sorted by it: 0.1 µs each, where Foundation's formatters take 20 µs or
/// more.
public enum CatalogueDate {
    /// Seconds since 1970, UTC; nil if invalid. A time without a zone counts as UTC.
    public static func seconds(_ text: String) -> Double? {
        var text = text
        return text.withUTF8 { seconds(UnsafeRawBufferPointer($0)) }
    }

    /// Seconds since 1970, UTC; nil if invalid. A time without a zone counts as UTC.
    static func seconds(_ utf8: UnsafeRawBufferPointer) -> Double? { moment(utf8)?.seconds }

    /// A date, and what it says of itself.
    struct Moment: Equatable {
        /// The smallest unit that it names, apart from a time.
        enum Unit { case year, month, day }

        /// Since 1970, UTC. A time without a zone counts as UTC.
        let seconds: Double
        /// Whether its zone is known.
        let hasZone: Bool
        let unit: Unit
    }

    /// What `utf8` says; nil if invalid.
    static func moment(_ utf8: UnsafeRawBufferPointer) -> Moment? {
        var scanner = Scanner(bytes: utf8)
        scanner.skipSpace()
        guard let first = scanner.peek else { return nil }
        let seconds = URLText.isDigit(first) && !scanner.isDayFirst ? iso8601(&scanner) : mail(&scanner)
        return seconds.map { Moment(seconds: $0, hasZone: scanner.hasZone, unit: scanner.unit) }
    }

    enum Clock { case none, withoutZone, zoned }

    /// The time of day in `date`, a date that `seconds` accepts.
    static func clock(of date: String) -> Clock {
        let utf8 = date.utf8
        let isISO = utf8.drop(while: EntryScratch.isSpace).prefix(4).allSatisfy(URLText.isDigit)
        // "T" of ISO 8601, or the colon after the hour.
        let start = utf8.firstIndex { $0 == UInt8(ascii: ":") || isISO && $0 | 0x20 == UInt8(ascii: "t") }
        guard let start else { return .none }
        let isZone = { (byte: UInt8) in
            (0x61...0x7A).contains(byte | 0x20) || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
        }
        return utf8[utf8.index(after: start)...].contains(where: isZone) ? .zoned : .withoutZone
    }

    private static func iso8601(_ scanner: inout Scanner) -> Double? {
        guard let year = scanner.number(digits: 4) else { return nil }
        var (month, day, seconds) = (1, 1, 0.0)
        scanner.skip("-")
        scanner.unit = .year
        if let found = scanner.number(digits: 2) {
            month = found
            scanner.unit = .month
            scanner.skip("-")
            if let found = scanner.number(digits: 2) {
                day = found
                scanner.unit = .day
            }
        }
        if scanner.skip("T") || scanner.skip("t") || scanner.skip(" ") {
            guard let time = time(&scanner) else { return nil }
            seconds = time
            guard let zone = zone(&scanner) else { return nil }
            seconds -= zone
        }
        scanner.skipSpace()
        guard scanner.isAtEnd, let days = days(year, month, day) else { return nil }
        return Double(days) * 86400 + seconds
    }

    private static func mail(_ scanner: inout Scanner) -> Double? {
        // The day of the week adds nothing.
        if scanner.word() != nil {
            scanner.skip(",")
            scanner.skipSpace()
        }
        guard let day = scanner.number(digits: 1...2) else { return nil }
        scanner.skipSpace()
        scanner.skip("-")
        guard let name = scanner.word(), let month = months.firstIndex(of: name) else { return nil }
        scanner.skipSpace()
        scanner.skip("-")
        let digits = scanner.position
        guard var year = scanner.number(digits: 2...4) else { return nil }
        // RFC 5322, 4.3: two or three digits.
        switch scanner.position - digits {
        case 2: year += year < 50 ? 2000 : 1900
        case 3: year += 1900
        default: break
        }
        scanner.skipSpace()
        var seconds = 0.0
        if !scanner.isAtEnd {
            guard let time = time(&scanner) else { return nil }
            scanner.skipSpace()
            guard let zone = zone(&scanner) else { return nil }
            seconds = time - zone
        }
        guard let days = days(year, month + 1, day) else { return nil }
        return Double(days) * 86400 + seconds
    }

    /// hh:mm, hh:mm:ss and hh:mm:ss.fff, in seconds.
    private static func time(_ scanner: inout Scanner) -> Double? {
        guard let hour = scanner.number(digits: 1...2), hour <= 24 else { return nil }
        scanner.skip(":")
        guard let minute = scanner.number(digits: 2), minute < 60 else { return nil }
        var seconds = Double(hour * 3600 + minute * 60)
        if scanner.skip(":") || scanner.peek.map(URLText.isDigit) == true {
            // 60 is a leap second.
            guard let second = scanner.number(digits: 2), second <= 60 else { return nil }
            seconds += Double(second)
            if scanner.skip(".") || scanner.skip(",") {
                var place = 0.1
                while let digit = scanner.peek, URLText.isDigit(digit) {
                    seconds += Double(digit - 0x30) * place
                    place /= 10
                    scanner.position += 1
                }
            }
        }
        return seconds
    }

    /// The zone's offset from UTC in seconds; 0 without a zone.
    private static func zone(_ scanner: inout Scanner) -> Double? {
        let isAhead = scanner.skip("+")
        if isAhead || scanner.skip("-") {
            guard let hours = scanner.number(digits: 2) else { return nil }
            scanner.skip(":")
            let minutes = scanner.number(digits: 2) ?? 0
            scanner.hasZone = true
            return Double(hours * 3600 + minutes * 60) * (isAhead ? 1 : -1)
        }
        guard let name = scanner.word() else { return 0 }
        scanner.hasZone = true
        return (zones[name] ?? 0) * 3600
    }

    /// Hours ahead of UTC. RFC 5322, 4.3: North American zones; of the military letters, only Z is reliable.
    private static let zones: [[UInt8]: Double] = [
        Array("est".utf8): -5, Array("edt".utf8): -4, Array("cst".utf8): -6, Array("cdt".utf8): -5,
        Array("mst".utf8): -7, Array("mdt".utf8): -6, Array("pst".utf8): -8, Array("pdt".utf8): -7,
    ]

    private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
        .map { Array($0.utf8) }

    /// Days since 1970 in the Gregorian calendar; nil for a day that does not exist.
    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int? {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        guard (1...12).contains(month), (1...lengths[month - 1]).contains(day) else { return nil }
        return HTTPDate.days(year, month, day)
    }

    private struct Scanner {
        let bytes: UnsafeRawBufferPointer
        var position = 0
        var hasZone = false
        var unit = Moment.Unit.day

        var isAtEnd: Bool { position >= bytes.count }
        var peek: UInt8? { isAtEnd ? nil : bytes[position] }
        /// Whether it starts like "6 Nov", with one or two digits.
        var isDayFirst: Bool { bytes[position...].prefix { URLText.isDigit($0) }.count <= 2 }

        mutating func skipSpace() { while let byte = peek, EntryScratch.isSpace(byte) { position += 1 } }

        @discardableResult
        mutating func skip(_ character: Unicode.Scalar) -> Bool {
            guard let byte = peek, UInt32(byte) == character.value else { return false }
            position += 1
            return true
        }

        mutating func number(digits: Int) -> Int? { number(digits: digits...digits) }

        mutating func number(digits: ClosedRange<Int>) -> Int? {
            var (value, count) = (0, 0)
            while count < digits.upperBound, let byte = peek, URLText.isDigit(byte) {
                value = value * 10 + Int(byte - 0x30)
                count += 1
                position += 1
            }
            guard count >= digits.lowerBound else {
                position -= count
                return nil
            }
            return value
        }

        /// Skips a word of three or more letters, and returns the first three in lower case.
        mutating func word() -> [UInt8]? {
            let word = bytes[position...].prefix { (0x61...0x7A).contains($0 | 0x20) }
            position += word.count
            return word.isEmpty ? nil : word.prefix(3).map { $0 | 0x20 }
        }
    }
}
