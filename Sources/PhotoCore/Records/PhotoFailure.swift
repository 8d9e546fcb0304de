import Foundation

/// Why a photo can't be shown: the stage that failed, and its reason.
public enum PhotoFailure: Error, Equatable, Sendable, LocalizedError, CustomStringConvertible {
    /// The catalogue gives it no URL that can be used; where in the catalogue its entry is, if that is known.
    case location(LocationFailure, at: CataloguePosition? = nil)
    /// Its bytes could not be had.
    case fetch(FetchFailure)
    /// Its bytes are no picture that can be shown.
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

    /// The same sentence, for callers that ask as Foundation does.
    public var errorDescription: String? { description }

    /// Whether trying again can help: not where the catalogue itself is wrong.
    public var canRetry: Bool {
        if case .location = self { false } else { true }
    }

    /// Whether the server or a proxy asked for a name and a password, and got none that is right.
    var isForWantOfCredential: Bool {
        if case .fetch(.refused(let status, _, _)) = self { status == 401 || status == 407 } else { false }
    }

    /// Whether the photo may be there, though its small picture is not: not where the network is gone, or where no
    /// password was given.
    var mayBeOfThumbnailAlone: Bool {
        if case .fetch(.noNetwork) = self { return false }
        return !isForWantOfCredential
    }
}
