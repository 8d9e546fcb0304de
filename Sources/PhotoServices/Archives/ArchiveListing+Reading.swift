import PhotoCore

extension ArchiveListing {
    /// How many bytes are unpacked between checks.
    private static let step = 256 << 10

    /// Reads a ZIP's directory, and nothing of its members. False if there is none: the archive is cut short.
    mutating func readZip(_ bytes: any ArchiveBytes, _ access: ArchiveAccess) throws(ArchiveError) -> Bool {
        let tail = try bytes.readAll(max(0, bytes.byteCount - ZipEnd.longest)..<bytes.byteCount, access)
        guard let end = ZipEnd(tail: tail, byteCount: bytes.byteCount) else { return false }
        namesAreOfDOS = true
        guard end.directory.count <= ArchiveLimits.directoryByteCount else { throw .tooManyMembers }
        let tailStart = bytes.byteCount - tail.count
        let directory =
            try end.directory.lowerBound >= tailStart
            ? Array(tail[(end.directory.lowerBound - tailStart)..<(end.directory.upperBound - tailStart)])
            : bytes.readAll(end.directory, access)
        var failure: ArchiveError?
        let isWhole = ZipEntry.read(directory, shift: end.shift, placesAreCut: end.placesAreCut) { entry in
            do throws(ArchiveError) {
                if access.isCancelled() { throw .cancelled }
                try countMember()
                if entry.isFile, Self.isPhoto(entry.name, isOfZip: true) {
                    try add(
                        entry.name, date: entry.date, byteCount: entry.byteCount, isEncrypted: entry.isEncrypted,
                        place: .zip(entry))
                }
            } catch {
                failure = error
                return false
            }
            return true
        }
        if let failure { throw failure }
        if !isWhole { throw .damaged(reason: "") }
        return true
    }

    /// Reads the headers of a TAR, and jumps over its members.
    mutating func readTar(_ bytes: any ArchiveBytes, _ access: ArchiveAccess) throws(ArchiveError) {
        let stream = try ArchiveStream(bytes, as: .tar, access)
        while let header = try stream.next() {
            try countMember()
            if header.isFile, Self.isPhoto(header.name) {
                try add(
                    header.name, date: header.date, byteCount: header.byteCount, isEncrypted: false,
                    place: .tar(header.position))
            }
        }
    }

    /// Reads the pictures of a PDF document like an archive that can only be read from its start.
    mutating func readPDF(
        _ bytes: any ArchiveBytes, to spool: SpoolFile, _ access: ArchiveAccess,
        mostBytes: Int = ArchiveLimits.pdfByteCount
    ) throws(ArchiveError) {
        isOfPages = true
        if bytes.byteCount > mostBytes { throw .tooLongPDF }
        do throws(ArchiveError) {
            try unpack(bytes, as: .pdf, to: spool, access)
        } catch {
            throw error.ofPDF
        }
        if unreadPictures > 0 { throw .unreadPictures(unreadPictures) }
        if isEmpty { throw .noPictures }
    }

    /// Reads an archive from its start to its end, and writes its photos to `spool`: at most `mostKept` bytes. Gives up
    /// if it unpacks to more than `mostUnpacked` of what has been read of it.
    mutating func unpack(
        _ bytes: any ArchiveBytes, as formats: ArchiveFormats = .sequential, to spool: SpoolFile,
        _ access: ArchiveAccess, mostKept: Int = ArchiveLimits.unpackedByteCount,
        mostUnpacked: (_ packed: Int) -> Int = ArchiveLimits.unpacked
    ) throws(ArchiveError) {
        let stream = try ArchiveStream(bytes, as: formats, access)
        var unpacked = 0
        while let header = try stream.next() {
            if access.isCancelled() { throw .cancelled }
            try countMember()
            if formats == .pdf, PDFPictureName(header.name)?.kind == .unread { unreadPictures += 1 }
            let isPhoto = header.isFile && Self.isPhoto(header.name)
            let isWanted = isPhoto && !header.isEncrypted && !ArchiveNames.leadsOut(header.name)
            if isPhoto, !isWanted {
                try add(header.name, date: header.date, byteCount: nil, isEncrypted: header.isEncrypted, place: nil)
            }
            if !isWanted, header.isEncrypted || stream.skipsFreely {
                try stream.skip()
                continue
            }
            let start = spool.byteCount
            while true {
                let piece = try stream.read(Self.step)
                if piece.isEmpty { break }
                if access.isCancelled() { throw .cancelled }
                unpacked += piece.count
                if unpacked > mostUnpacked(stream.consumed) { throw .unpacksTooMuch }
                guard isWanted else { continue }
                if spool.byteCount + piece.count > mostKept { throw .full }
                try piece.withUnsafeBytesTyped { (bytes) throws(ArchiveError) in try spool.write(bytes) }
            }
            if isWanted {
                try add(
                    header.name, date: header.date, byteCount: spool.byteCount - start, isEncrypted: false,
                    place: .spool(start..<spool.byteCount))
            }
        }
    }
}
