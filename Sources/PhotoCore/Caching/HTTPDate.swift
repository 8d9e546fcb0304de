import Foundation

/// The dates of HTTP: RFC 9110, section 5.6.7.
package enum HTTPDate {
    private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

    /// Seconds since 1970, from any of the three required forms: "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94
    /// 08:49:37 GMT" and "Sun Nov  6 08:49:37 1994". Nil for anything else, such as the "0" that servers send for "long
    /// ago".
    package static func seconds(_ text: String) -> Double? {
        guard text.utf8.count <= 64 else { return nil }
        var words = text.split(whereSeparator: { $0 == " " || $0 == "," || $0 == "-" }).map { $0.lowercased() }
        guard words.count >= 5, words.removeFirst().allSatisfy(\.isLetter) else { return nil }
        // The rest: day month year time GMT; asctime has month day time year.
        let isASCTime = words[0].first?.isLetter == true
        guard words.count == (isASCTime ? 4 : 5), isASCTime || words[4] == "gmt" || words[4] == "utc" else {
            return nil
        }
        let time = words[isASCTime ? 2 : 3].split(separator: ":", omittingEmptySubsequences: false)
        guard let month = months.firstIndex(of: words[isASCTime ? 0 : 1]),
            let day = number(words[isASCTime ? 1 : 0], 31),
            day >= 1, var year = number(words[isASCTime ? 3 : 2], 9999), time.count == 3,
            let hour = number(time[0], 23), let minute = number(time[1], 59), let second = number(time[2], 60)
        else { return nil }
        // RFC 850's two digits; years far in the future belong to the last century.
        if words[isASCTime ? 3 : 2].count == 2 { year += year < 70 ? 2000 : 1900 }
        return Double(days(year, month + 1, day) * 86400 + hour * 3600 + minute * 60 + second)
    }

    private static func number(_ text: some StringProtocol, _ limit: Int) -> Int? {
        guard text.allSatisfy({ $0.isASCII && $0.isNumber }), let value = Int(text), value <= limit else { return nil }
        return value
    }

    /// Days since 1970 of a date in the Gregorian calendar (Hinnant, "chrono-Compatible Low-Level Date Algorithms").
    static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }
}
