/// The limits of what is read of an archive: its bytes are from a stranger.
package enum ArchiveLimits {
    /// The length of a ZIP's directory, in bytes: some 600,000 members.
    package static let directoryByteCount = 64 << 20
    /// Members of an archive, photos or not.
    package static let members = 1_000_000
    /// The length of a member's name, in bytes: Linux allows no longer paths.
    package static let nameByteCount = 4096
    /// The unpacked photos of an archive that can only be read from its start, which are kept in a file without a name.
    package static let unpackedByteCount = 2 << 30
    /// The length of an archive from a server that sends it only as a whole, which is kept likewise.
    package static let downloadByteCount = 1 << 30
    /// The length of a PDF document: its worker has all of it in memory, and a picture twice.
    package static let pdfByteCount = 512 << 20
    /// The pages of a PDF document that are looked at.
    package static let pages = 100_000
    /// How deep a page of a PDF document lies in groups of pages, and a picture in drawings within drawings.
    package static let pdfDepth = 32
    /// Pictures and drawings that a page of a PDF document, or a drawing on it, may name.
    package static let pictureNames = 10_000

    /// How many bytes of an archive of this length a worker gets at most: 64 MiB, and 8 times its length. Most bytes
    /// are read once, and some again.
    package static func asked(of byteCount: Int) -> Int {
        let (product, isTooLarge) = max(0, byteCount).multipliedReportingOverflow(by: 8)
        let sum = product.addingReportingOverflow(64 << 20)
        return isTooLarge || sum.overflow ? .max : sum.partialValue
    }

    /// A shorter piece counts as one of this many bytes.
    package static let leastAsked = 4096

    /// How much `packed` bytes may unpack to: 1 GiB, and 100 times their length. Photos are compressed already; what
    /// unpacks to more than that is made to.
    package static func unpacked(from packed: Int) -> Int {
        let (product, isTooLarge) = max(0, packed).multipliedReportingOverflow(by: 100)
        let sum = product.addingReportingOverflow(1 << 30)
        return isTooLarge || sum.overflow ? .max : sum.partialValue
    }
}
