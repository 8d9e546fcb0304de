import PhotoCore

/// Why an archive or a member of it cannot be read.
enum ArchiveError: Error, Equatable {
    case fetch(FetchFailure)
    /// It is another one than before.
    case changed
    /// It begins like an archive, and is none.
    case notAnArchive
    /// `reason` is the library's.
    case damaged(reason: String)
    case encrypted
    /// All photos have names of places outside of it.
    case leadsOut
    /// It unpacks to much more than its own size.
    case unpacksTooMuch
    /// Its photos exceed the room for unpacked ones; those before are there.
    case full
    /// The server sends only the whole of it, which is too long.
    case tooLongForServer
    case tooManyMembers
    case memberMissing
    case cancelled

    /// The reason why a photo cannot be read.
    var failure: FetchFailure {
        switch self {
        case .fetch(let failure): failure
        case .cancelled: .cancelled
        default: .other(reason: sentence)
        }
    }

    /// The reason why there are no photos, or not all.
    var catalogueFailure: CatalogueFailure {
        switch self {
        case .fetch(let failure): .fetch(failure)
        case .cancelled: .cancelled
        case .notAnArchive: .notACatalogue(reason: sentence)
        default: .fetch(.other(reason: sentence))
        }
    }

    private var sentence: String {
        switch self {
        case .fetch(let failure): failure.description
        case .changed: localized("The archive has changed. Open it again.")
        case .notAnArchive: localized("It looks like a compressed file, but there is no archive in it.")
        case .damaged(let reason) where reason.isEmpty: localized("The archive is damaged, or cut short.")
        case .damaged(let reason): localized("The archive is damaged, or of a kind that cannot be read: \(reason)")
        case .encrypted: localized("The archive is encrypted. Unpack it with its password first.")
        case .leadsOut: localized("The names of the photos in the archive lead out of it. They are not read.")
        case .unpacksTooMuch:
            localized("The archive unpacks to much more than its own size. No more of it is read.")
        case .full:
            localized(
                "The photos in the archive take more than "
                    + "\(NumberFormats.current.whole(ArchiveLimits.unpackedByteCount >> 30)) GiB. "
                    + "Unpack it to see the others.")
        case .tooLongForServer:
            localized(
                "The server sends the archive only as a whole, and it is longer than "
                    + "\(NumberFormats.current.whole(ArchiveLimits.downloadByteCount >> 30)) GiB. Download it first.")
        case .tooManyMembers:
            localized(
                "The archive has more than \(NumberFormats.current.whole(ArchiveLimits.members / 1_000_000)) million "
                    + "members.")
        case .memberMissing: localized("The archive does not contain this photo.")
        case .cancelled: localized("Cancelled")
        }
    }
}
