import Foundation

/// Why there is no catalogue to show. The description helps a person act.
public enum CatalogueFailure: Error, Equatable, Sendable {
    /// The bytes could not be fetched.
    case fetch(FetchFailure)
    /// The bytes are in no known format, or not well formed. `reason` is whole sentences, with the line if there is
    /// one.
    case notACatalogue(reason: String)
    /// A valid document without photos.
    case noPhotos
    /// A valid document of another kind: `format` is its format's name in English, `keys` are some of its keys.
    case noPhotosIn(format: String, keys: [String])
    /// A feed with entries, none of which has a picture.
    case noPhotosInFeed
    /// It is an archive, which is read in another way.
    case archive
    /// More than `limit` bytes, encoded or decompressed.
    case tooLarge(limit: Int)
    /// More than `limit` photos.
    case tooManyPhotos(limit: Int)
    /// No longer wanted. Never shown.
    case cancelled
}

extension CatalogueFailure {
    /// Whether the document was read to its end, and has no photos.
    package var isAboutContent: Bool {
        switch self {
        case .noPhotos, .noPhotosIn, .noPhotosInFeed: true
        case .fetch, .notACatalogue, .archive, .tooLarge, .tooManyPhotos, .cancelled: false
        }
    }

    /// Whether a server says that what it had is there no more.
    package var meansGone: Bool {
        if case .fetch(.refused(let status, _, _)) = self { status == 404 || status == 410 } else { false }
    }

    /// Whether the document alone is at fault, and another try will not help: it is not there, or is something else.
    var isLasting: Bool {
        switch self {
        case .notACatalogue, .archive: true
        case .fetch(let failure): failure.isLasting
        case .noPhotos, .noPhotosIn, .noPhotosInFeed, .tooLarge, .tooManyPhotos, .cancelled: false
        }
    }
}

extension FetchFailure {
    /// Whether it says that nothing is at this one address. The state of a network, a login or a server may change in a
    /// moment.
    fileprivate var isLasting: Bool {
        switch self {
        case .refused(let status, _, _): (400..<500).contains(status) && !Self.passing.contains(status)
        case .unreadableFile, .redirectRefused, .tooManyRedirects: true
        default: false
        }
    }

    /// 401 and 407 ask for a login; the others for another try.
    private static let passing: Set<Int> = [401, 407, 408, 421, 425, 429]
}

extension CatalogueFailure: LocalizedError, CustomStringConvertible {
    /// What failed, why, and what to do about it.
    public var description: String { sentence(.current) }

    /// The same with numbers in this format.
    func sentence(_ numbers: NumberFormats) -> String {
        switch self {
        case .fetch(let failure): failure.description
        case .notACatalogue(let reason): localized("This is not a catalogue of photos. \(ShownText.lines(reason))")
        case .noPhotos: localized("The catalogue contains no photos.")
        case .noPhotosIn(let format, let keys):
            localized("There are no photos in this: it is \(localizedReason(format)) about \(Self.list(keys)).")
        case .noPhotosInFeed: localized("There are no photos in this feed: its entries have no pictures.")
        case .archive: localized("It is an archive. Unpack it first.")
        case .tooLarge(let limit):
            localized(
                "The catalogue is larger than the limit of \(numbers.whole(limit >> 20)) MiB. "
                    + "Split it into several smaller ones.")
        case .tooManyPhotos(let limit):
            localized(
                "The catalogue names more than \(numbers.whole(limit / 1_000_000)) million photos. "
                    + "Split it into several smaller ones.")
        case .cancelled: localized("Cancelled")
        }
    }

    private static func list(_ keys: [String]) -> String {
        keys.map { "“\(ShownText.line($0))”" }.joined(separator: localized(", ", context: "between parts"))
    }
}
