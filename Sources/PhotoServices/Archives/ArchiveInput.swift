import PhotoCore

/// The bytes of an archive from a place on, for the library that reads it. Belongs to one thread at a time.
final class ArchiveInput: ArchiveSource {
    private let archive: any ArchiveBytes
    private let start: Int
    private let access: ArchiveAccess
    /// What was read last, and where it begins.
    private var piece: [UInt8] = []
    private var pieceStart = 0
    /// Reading on from the end of a piece reads more at a time, because a jump may follow any read.
    private var stride = ArchiveInput.shortest
    /// Why the last bytes could not be read.
    private(set) var failure: ArchiveError?
    /// How far it has been read.
    private(set) var furthest = 0

    /// The beginnings of most photos, with their thumbnails, are this long.
    private static let shortest = 64 << 10
    private static let longest = 1 << 20

    /// A place outside of the archive is none: a header may state any.
    init(_ archive: any ArchiveBytes, from start: Int, _ access: ArchiveAccess) {
        self.archive = archive
        self.start = min(max(0, start), archive.byteCount)
        self.access = access
    }

    var byteCount: Int { archive.byteCount - start }

    func bytes(at offset: Int, most: Int) -> ArraySlice<UInt8>? {
        guard (0..<byteCount).contains(offset), most > 0 else { return [] }
        let end = pieceStart + piece.count
        if !(pieceStart..<end).contains(offset) {
            stride = offset == end && !piece.isEmpty ? min(Self.longest, stride * 2) : Self.shortest
            let place = start + offset
            do throws(ArchiveError) {
                piece = try archive.read(place..<(place + min(stride, archive.byteCount - place)), access)
            } catch {
                failure = error
                return nil
            }
            pieceStart = offset
        }
        let wanted = piece[(offset - pieceStart)...].prefix(most)
        furthest = max(furthest, offset + wanted.count)
        return wanted
    }
}
