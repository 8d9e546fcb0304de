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
    /// The process that read it ended before its time.
    case crashed
    /// The same, by the system or a person: not the archive's fault.
    case killed
    /// Reading took more than this many seconds.
    case tooSlow(seconds: Int)
    case outOfMemory
    /// No process that reads archives starts.
    case notStarted
    /// The library that reads PDF documents is not installed.
    case noPDFLibrary
    /// A PDF document with a password.
    case lockedPDF
    /// `reason` is the library's.
    case damagedPDF(reason: String)
    case tooLongPDF
    /// A PDF document has none.
    case noPictures
    /// How many pictures of a PDF document are of kinds that are not read. The others are there.
    case unreadPictures(Int)
    case cancelled

    /// What a worker says, or why it says nothing.
    init(_ failure: ArchiveFailure) {
        switch failure {
        case .notAnArchive: self = .notAnArchive
        case .encrypted: self = .encrypted
        case .damaged(let reason): self = .damaged(reason: reason)
        case .sourceFailed: self = .damaged(reason: "")
        case .outOfMemory: self = .outOfMemory
        case .crashed: self = .crashed
        case .killed: self = .killed
        case .tooSlow(let seconds): self = .tooSlow(seconds: seconds)
        case .notStarted: self = .notStarted
        case .noPDFLibrary: self = .noPDFLibrary
        case .cancelled: self = .cancelled
        }
    }

    /// The same of a PDF document.
    var ofPDF: ArchiveError {
        switch self {
        case .encrypted: .lockedPDF
        case .damaged(let reason): .damagedPDF(reason: reason)
        default: self
        }
    }

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
        case .notAnArchive, .noPictures: .notACatalogue(reason: sentence)
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
        case .crashed: localized("The archive made its decoder crash.")
        case .killed: localized("The system ended the archive’s decoder. Retry to read it again.")
        case .tooSlow(let seconds): DecodeFailure.tooSlow(seconds: seconds).description
        case .outOfMemory: localized("There is not enough memory for the archive.")
        case .notStarted: localized("The decoder does not start.")
        case .noPDFLibrary: localized("PDF documents are read with the library qpdf, which is not installed.")
        case .lockedPDF:
            localized("The PDF document is protected with a password. Open it in another program.")
        case .damagedPDF(let reason) where reason.isEmpty: localized("The PDF document is damaged, or cut short.")
        case .damagedPDF(let reason):
            localized("The PDF document is damaged, or of a kind that cannot be read: \(reason)")
        case .tooLongPDF:
            localized(
                "The PDF document is longer than "
                    + "\(NumberFormats.current.whole(ArchiveLimits.pdfByteCount >> 20)) MiB. "
                    + "Open it in another program.")
        case .noPictures: localized("There are no pictures on the pages of this PDF document.")
        case .unreadPictures(let count):
            localizedCount(
                count,
                "\(NumberFormats.current.whole(count)) picture of the PDF document is of a kind that is not read.",
                "\(NumberFormats.current.whole(count)) pictures of the PDF document are of kinds that are not read.")
        case .cancelled: localized("Cancelled")
        }
    }
}
