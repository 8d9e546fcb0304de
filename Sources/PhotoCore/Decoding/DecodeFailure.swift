import Foundation

/// Why bytes cannot be shown as a picture. The description is a sentence for the user.
public enum DecodeFailure: Error, Equatable, Sendable {
    /// There are no bytes.
    case empty
    /// The format is unknown.
    case notAPicture
    /// No decoder for this format is installed.
    case noLoader(EncodedPicture.Format)
    /// The end is missing.
    case cutShort
    /// More than `limit` pixels.
    case tooLarge(size: PixelSize, limit: Int)
    /// Decoding took more than this many seconds.
    case tooSlow(seconds: Int)
    /// The decoder of this format is busy with endless pictures.
    case busy
    /// There is not enough memory.
    case outOfMemory
    /// A picture of this size, if that is known, needs `byteCount` bytes of memory at least, and may have `limit`.
    case memoryExceeded(size: PixelSize?, byteCount: Int, limit: Int)
    /// The system or a person ended the process that decoded it, which is not the picture's fault.
    case killed
    /// The content is broken; `reason` comes from the decoder.
    case unreadable(reason: String)
    /// The process that decoded it ended before its time.
    case crashed
    /// No longer wanted. Never shown.
    case cancelled
}

extension DecodeFailure {
    /// A JPEG that needs more work than any photo.
    public static let excessiveScans = DecodeFailure.unreadable(
        reason: translatable("It has more scans than any photo needs."))

    /// Whether the bytes are at fault, so that other bytes from the same place may work.
    var isOfBytes: Bool {
        switch self {
        case .empty, .notAPicture, .cutShort, .unreadable, .crashed: true
        case .noLoader, .tooLarge, .tooSlow, .busy, .outOfMemory, .memoryExceeded, .killed, .cancelled: false
        }
    }
}

extension DecodeFailure: LocalizedError, CustomStringConvertible {
    /// What failed and why.
    public var description: String { sentence(.current) }

    /// The same with numbers in this format.
    func sentence(_ numbers: NumberFormats) -> String {
        switch self {
        case .empty: localized("The file is empty.")
        case .notAPicture: localized("Not a picture, or in an unknown format")
        case .noLoader(let format): localized("No decoder for \(format.name) pictures is installed.")
        case .cutShort: localized("The picture is cut short.")
        case .tooLarge(let size, let limit):
            localized(
                "Too large: \(numbers.plain(size.width)) × \(numbers.plain(size.height)) pixels "
                    + "(the limit is \(numbers.whole(limit / 1_000_000)) megapixels)")
        case .tooSlow(let seconds):
            localizedCount(
                seconds, "Decoding was stopped after \(numbers.whole(seconds)) second.",
                "Decoding was stopped after \(numbers.whole(seconds)) seconds.")
        case .busy: localized("The decoder is busy with other pictures of this format. Retry later.")
        case .outOfMemory: localized("There is not enough memory for the picture.")
        case .memoryExceeded(let size?, let byteCount, let limit):
            localized(
                "Too large: \(numbers.plain(size.width)) × \(numbers.plain(size.height)) pixels need "
                    + "\(numbers.whole(byteCount / 1_000_000)) MB of memory "
                    + "(the limit is \(numbers.whole(limit / 1_000_000)) MB)")
        case .memoryExceeded(nil, let byteCount, let limit):
            localized(
                "Too large: It needs \(numbers.whole(byteCount / 1_000_000)) MB of memory "
                    + "(the limit is \(numbers.whole(limit / 1_000_000)) MB)")
        case .killed: localized("The system ended the picture’s decoder. Retry to decode it again.")
        case .unreadable(let reason):
            localized("The picture is damaged: \(ShownText.lines(localizedReason(reason)))")
        case .crashed: localized("The picture made its decoder crash.")
        case .cancelled: localized("Cancelled")
        }
    }
}
