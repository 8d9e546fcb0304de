import Foundation

/// Why a photo cannot be shown: the failed stage, and its reason.
public enum PhotoFailure: Error, Equatable, Sendable, LocalizedError, CustomStringConvertible {
    /// The catalogue gives no usable URL; with the position of the entry, if known.
    case location(LocationFailure, at: CataloguePosition? = nil)
    /// The bytes could not be fetched.
    case fetch(FetchFailure)
    /// The bytes cannot be shown as a picture.
    case decode(DecodeFailure)

    /// The stage's own sentence.
    public var description: String {
        switch self {
        case .location(let failure, let position):
            [position.map { "\($0.description):" }, failure.description].compactMap(\.self).joined(separator: " ")
        case .fetch(let failure): failure.description
        case .decode(let failure): failure.description
        }
    }

    /// Whether a retry can help: not if the catalogue is wrong.
    public var canRetry: Bool {
        if case .location = self { false } else { true }
    }

    /// Whether the server or a proxy asked for a login, and got no valid one.
    var isForWantOfCredential: Bool {
        if case .fetch(.refused(let status, _, _)) = self { status == 401 || status == 407 } else { false }
    }

    /// Whether the photo may be available without its thumbnail: not without a network or a password.
    var mayBeOfThumbnailAlone: Bool {
        if case .fetch(.noNetwork) = self { return false }
        return !isForWantOfCredential
    }
}

extension LocalizedError where Self: CustomStringConvertible {
    /// The description, for callers that ask as Foundation does.
    public var errorDescription: String? { description }
}
