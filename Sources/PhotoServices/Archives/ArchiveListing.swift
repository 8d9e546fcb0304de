import CGLib
import Foundation
import PhotoCore

/// Collects the members of an archive that are photos.
struct ArchiveListing {
    /// Where a member's bytes are.
    enum Place: Sendable {
        case zip(ZipEntry)
        /// Where its header begins.
        case tar(Int)
        /// In the file of unpacked photos.
        case spool(Range<Int>)
    }
    /// A member that is a photo.
    struct Member: Sendable {
        let name: [UInt8]
        /// The name with its folders, for display.
        var shown = ""
        let date: String?
        let byteCount: Int?
        let problem: EntryProblem?
        let place: Place?
    }

    private var members: [Member] = []
    private var count = 0
    /// Of all names of photos: as many as a ZIP's directory may have.
    private var nameBytes = 0
    private var hasRefused = false
    /// Whether names that are not UTF-8 are in a code page of DOS: 437, as ZIP's specification says, or that of the
    /// computer.
    var namesAreOfDOS = false
    /// Whether it is a PDF document: its pictures are shown by the numbers of their pages, in their order.
    var isOfPages = false
    /// How many pictures of a PDF document are of kinds that cannot be read.
    var unreadPictures = 0

    /// Whether a file of this name is a photo that people want to see, by its ending as in folders. `isOfZip` says
    /// whether it is a ZIP's.
    static func isPhoto(_ name: [UInt8], isOfZip: Bool = false) -> Bool {
        guard !name.isEmpty, name.count <= ArchiveLimits.nameByteCount, !name.contains(0),
            !ArchiveNames.isHidden(name, isOfZip: isOfZip)
        else { return false }
        // Endings are ASCII in every encoding of names.
        let last = "x" + String(decoding: name.suffix(16).map { $0 < 0x80 ? $0 : 0x78 }, as: UTF8.self)
        guard let type = g_content_type_guess(last, nil, 0, nil) else { return false }
        defer { g_free(type) }
        return String(cString: type).hasPrefix("image/")
    }

    /// Notes a member, photo or not.
    mutating func countMember() throws(ArchiveError) {
        count += 1
        if count > ArchiveLimits.members { throw .tooManyMembers }
    }

    /// Adds a photo; refuses one whose name leads out of the archive.
    mutating func add(
        _ name: [UInt8], date: String?, byteCount: Int?, isEncrypted: Bool, place: Place?
    ) throws(ArchiveError) {
        nameBytes += name.count
        if nameBytes > ArchiveLimits.directoryByteCount { throw .tooManyMembers }
        if ArchiveNames.leadsOut(name) {
            hasRefused = true
            return
        }
        members.append(
            Member(
                name: name, date: date, byteCount: byteCount, problem: isEncrypted ? .encrypted : nil,
                place: isEncrypted ? nil : place))
    }

    var isEmpty: Bool { members.isEmpty }

    /// Why there is no photo that can be read, if there are some.
    var refusal: ArchiveError? {
        if !members.isEmpty { return members.allSatisfy { $0.problem == .encrypted } ? .encrypted : nil }
        return hasRefused ? .leadsOut : nil
    }

    /// The photos in natural order: those of a folder together, those of folders within after them. Of several with
    /// one name the last counts, as when they are unpacked.
    consuming func finish(_ collation: any NameCollating = ICUCollation()) -> [Member] {
        var last: [[UInt8]: Int] = [:]
        for (index, member) in members.enumerated() { last[member.name] = index }
        let all = self.members
        var members = last.values.sorted().map { all[$0] }
        let photos = members.filter { !ArchiveNames.isPictureOfDocument($0.name) }
        if !photos.isEmpty { members = photos }
        if isOfPages { return Self.shownByPage(members) }
        var vote = NameVote()
        if namesAreOfDOS { for member in members { vote.add(member.name) } }
        let encoding = vote.encoding
        var keys = collation.makeKeys()
        var order: [(folder: [UInt8], name: [UInt8], index: Int)] = []
        for index in members.indices {
            members[index].shown = shown(members[index].name, encoding)
            let name = ArchiveNames.last(members[index].shown)
            let folder = String(members[index].shown.dropLast(name.count))
            order.append((keys.key(of: folder), keys.key(of: name), index))
        }
        order.sort { one, other in
            one.folder == other.folder
                ? one.name == other.name ? one.index < other.index : one.name.lexicographicallyPrecedes(other.name)
                : one.folder.lexicographicallyPrecedes(other.folder)
        }
        return order.map { members[$0.index] }
    }

    /// Pictures of a PDF document: "Page 3", or "Page 3, picture 2" if there are several on it.
    private static func shownByPage(_ members: [Member]) -> [Member] {
        let numbers = NumberFormats.current
        var counts: [Int: Int] = [:]
        for member in members {
            if let name = PDFPictureName(member.name) { counts[name.page, default: 0] += 1 }
        }
        return members.map { member in
            var member = member
            if let name = PDFPictureName(member.name) {
                let page = numbers.whole(name.page)
                member.shown =
                    counts[name.page] == 1
                    ? localized("Page \(page)") : localized("Page \(page), picture \(numbers.whole(name.picture))")
            } else {
                member.shown = ReadableName.path(member.name)
            }
            return member
        }
    }

    private func shown(_ name: [UInt8], _ encoding: NameVote.Encoding) -> String {
        guard namesAreOfDOS else { return ReadableName.path(name) }
        return ArchiveNames.slashed(NameVote.text(name, in: encoding))
    }
}
