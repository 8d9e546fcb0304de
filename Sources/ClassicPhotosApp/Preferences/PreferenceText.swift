import PhotoCore

/// What screen readers say of the numbers of preferences: each with its unit, in the reader's digits.
enum PreferenceText {
    static func percent(_ percent: Int) -> String { NumberFormats.current.percent(Double(percent) / 100) }

    static func seconds(_ seconds: Int) -> String {
        let number = NumberFormats.current.whole(seconds)
        return localizedCount(seconds, "\(number) Second", "\(number) Seconds")
    }

    /// How many photos at once; 0 leaves it to the program.
    static func photos(_ count: Int) -> String { count == 0 ? automatic : LoadingText.photos(count) }

    /// 0 leaves it to the program.
    static func mebibytes(_ count: Int) -> String {
        count == 0 ? automatic : localized("\(NumberFormats.current.whole(count)) MiB")
    }

    private static let automatic = localized("Automatic")
}
