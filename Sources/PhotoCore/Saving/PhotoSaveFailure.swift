import Foundation

/// Why a photo was not saved. The description helps a person act.
public enum PhotoSaveFailure: Error, Equatable, Sendable, CustomStringConvertible {
    /// The catalogue gives it no usable URL.
    case location(LocationFailure)
    /// It could not be fetched.
    case fetch(FetchFailure)
    /// It cannot be decoded.
    case decode(DecodeFailure)
    /// It exceeds the chosen format's limit of pixels per side.
    case tooLargeForFormat(name: String, mostPixels: Int)
    /// The encoder failed; `reason` is its message.
    case encode(reason: String)
    /// It could not be written.
    case save(SaveFailure)
    /// No longer wanted. Never shown.
    case cancelled

    /// What failed, why, and what to do about it.
    public var description: String {
        switch self {
        case .location(let failure): failure.description
        case .fetch(let failure): failure.description
        case .decode(let failure): failure.description
        case .tooLargeForFormat(let name, let most):
            localized(
                "\(name) pictures can have at most \(NumberFormats.current.plain(most)) pixels per side. "
                    + "Choose a smaller size or another format.")
        case .encode(let reason): localized("It could not be encoded: \(localizedReason(reason))")
        case .save(let failure): failure.description
        case .cancelled: localized("Cancelled")
        }
    }

    /// Whether a retry can help: not if the catalogue or the format is at fault.
    public var canRetry: Bool {
        switch self {
        case .location, .tooLargeForFormat, .cancelled: false
        case .fetch, .decode, .encode, .save: true
        }
    }
}
