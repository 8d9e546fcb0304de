import Foundation

/// Why there is no catalogue to show. The description says what a person can act on.
public enum CatalogueFailure: Error, Equatable, Sendable {
    /// The bytes could not be had.
    case fetch(FetchFailure)
    /// The bytes are of no format that can be read, or not well formed. `reason` is whole sentences, with the line
    /// where there is one.
    case notACatalogue(reason: String)
    /// A document as it should be, with no photo in it.
    case noPhotos
    /// More than `limit` bytes, encoded or unpacked.
    case tooLarge(limit: Int)
    /// More than `limit` photos.
    case tooManyPhotos(limit: Int)
    /// Given up because nobody wants it any more. Never shown.
    case cancelled
}

extension CatalogueFailure: LocalizedError, CustomStringConvertible {
    /// What failed, why, and where there is something to do about it, what.
    public var description: String {
        switch self {
        case .fetch(let failure): failure.description
        case .notACatalogue(let reason): "This is not a catalogue of photos. \(reason)"
        case .noPhotos: "The catalogue is empty: there are no photos in it."
        case .tooLarge(let limit):
            "The catalogue is larger than the limit of \(limit >> 20) MiB. Split it into several smaller ones."
        case .tooManyPhotos(let limit):
            "The catalogue names more than \(limit / 1_000_000) million photos. Split it into several smaller ones."
        case .cancelled: "Cancelled"
        }
    }

    /// The same sentence, for callers that ask as Foundation does.
    public var errorDescription: String? { description }
}
