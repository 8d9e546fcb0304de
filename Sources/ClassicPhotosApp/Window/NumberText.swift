import PhotoCore

/// Formats numbers for the reader.
enum NumberText {
    /// "1,234".
    static func text(_ number: Int) -> String { NumberFormats.current.whole(number) }

    /// "45%" of 0.45, rounded.
    static func percent(_ fraction: Double) -> String { NumberFormats.current.percent(fraction) }
}
