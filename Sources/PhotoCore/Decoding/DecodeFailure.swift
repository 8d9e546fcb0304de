import Foundation

/// Why bytes are not a picture that can be shown. The description is a sentence for the person at the screen.
public enum DecodeFailure: Error, Equatable, Sendable {
    /// Not one byte.
    case empty
    /// No known picture format.
    case notAPicture
    /// The format is known, but nothing that decodes it is installed.
    case noLoader(EncodedPicture.Format)
    /// The format is known, its end is missing.
    case cutShort
    /// More than `limit` pixels.
    case tooLarge(size: PixelSize, limit: Int)
    /// More than this many seconds of work.
    case tooSlow(seconds: Int)
    /// What decodes this format works on pictures that do not end.
    case busy
    /// There was not as much memory as it takes.
    case outOfMemory
    /// The format is known, the content is broken; `reason` is the decoder's.
    case unreadable(reason: String)
    /// The process that decoded it ended before its time.
    case crashed
    /// Given up because nobody wants it any more. Never shown.
    case cancelled
}

extension DecodeFailure {
    /// A JPEG that asks for more work than any photo does.
    public static let excessiveScans = DecodeFailure.unreadable(reason: "It has more scans than any photo needs.")

    /// Whether it is the bytes that are wrong, so that others from the same place may be right.
    var isOfBytes: Bool {
        switch self {
        case .empty, .notAPicture, .cutShort, .unreadable, .crashed: true
        case .noLoader, .tooLarge, .tooSlow, .busy, .outOfMemory, .cancelled: false
        }
    }
}

extension DecodeFailure: LocalizedError, CustomStringConvertible {
    /// What failed and why.
    public var description: String {
        switch self {
        case .empty: "The file is empty."
        case .notAPicture: "Not a picture, or of an unknown format"
        case .noLoader(let format): "Nothing that decodes \(format.name) pictures is installed."
        case .cutShort: "The picture is cut short."
        case .tooLarge(let size, let limit):
            "Too large: \(size.width) × \(size.height) pixels, the limit is \(limit / 1_000_000) megapixels"
        case .tooSlow(let seconds): "Given up: decoding took more than \(seconds) seconds."
        case .busy: "Other pictures of this format keep the decoder busy. Try again in a while."
        case .outOfMemory: "There is not enough memory for the picture."
        case .unreadable(let reason): "The picture is damaged: \(reason)"
        case .crashed: "The picture made its decoder crash."
        case .cancelled: "Cancelled"
        }
    }

    /// The same sentence, for callers that ask as Foundation does.
    public var errorDescription: String? { description }
}
