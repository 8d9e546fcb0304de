import Foundation

/// Why a photo was not taken along. The description says what a person can act on.
public enum PhotoSaveFailure: Error, Equatable, Sendable, CustomStringConvertible {
    /// The catalogue gives it no URL that can be used.
    case location(LocationFailure)
    /// It could not be had.
    case fetch(FetchFailure)
    /// It is no picture that can be exported.
    case decode(DecodeFailure)
    /// It is larger than the chosen format allows: at most this many pixels a side.
    case tooLargeForFormat(name: String, mostPixels: Int)
    /// What writes the chosen format refuses; `reason` is its own word.
    case encode(reason: String)
    /// It could not be written.
    case save(SaveFailure)
    /// Given up because nobody wants it any more. Never shown.
    case cancelled

    /// What failed, why, and where there is something to do about it, what.
    public var description: String {
        switch self {
        case .location(let failure): failure.description
        case .fetch(let failure): failure.description
        case .decode(let failure): failure.description
        case .tooLargeForFormat(let name, let most):
            "\(name) pictures have at most \(most) pixels a side. Choose a smaller size, or another format."
        case .encode(let reason): "It could not be encoded: \(reason)"
        case .save(let failure): failure.description
        case .cancelled: "Cancelled"
        }
    }

    /// Whether trying again can help as things are: not where the catalogue or the format is wrong.
    public var canRetry: Bool {
        switch self {
        case .location, .tooLargeForFormat, .cancelled: false
        case .fetch, .decode, .encode, .save: true
        }
    }
}
