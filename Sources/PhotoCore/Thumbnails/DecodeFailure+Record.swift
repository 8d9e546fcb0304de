import Foundation

/// Lasting failures as a line of text, stored with the photo's name.
extension DecodeFailure {
    /// Longer reasons, in characters, are cut: a row shows two lines.
    private static let longestReason = 400
    private static let plain = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.:")

    /// In ASCII, without line breaks; nil for a failure that may resolve while the file stays the same (lack of memory,
    /// time or a loader), or that leaves something to show.
    public var record: String? {
        switch self {
        case .empty: "empty"
        case .notAPicture: "not-a-picture"
        case .tooLarge(let size, let limit): "too-large \(size.width) \(size.height) \(limit)"
        case .unreadable(let reason):
            reason.prefix(Self.longestReason).addingPercentEncoding(withAllowedCharacters: Self.plain)
                .map { "unreadable \($0)" }
        case .cutShort, .noLoader, .outOfMemory, .memoryExceeded, .killed, .tooSlow, .busy, .crashed, .cancelled: nil
        }
    }

    /// The failure in `record`; nil if invalid.
    public init?(record: String) {
        let words = record.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        let numbers = words.dropFirst().map { Int($0) ?? -1 }
        switch (words.first, words.count) {
        case ("empty", 1): self = .empty
        case ("not-a-picture", 1): self = .notAPicture
        case ("too-large", 4):
            guard numbers.allSatisfy({ $0 > 0 }) else { return nil }
            self = .tooLarge(size: PixelSize(width: numbers[0], height: numbers[1]), limit: numbers[2])
        case ("unreadable", 2):
            guard let reason = words[1].removingPercentEncoding else { return nil }
            self = .unreadable(reason: reason)
        default: return nil
        }
    }
}
