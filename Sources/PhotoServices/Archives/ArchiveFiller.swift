import Foundation
import PhotoCore

/// Makes a catalogue of an archive's photos.
package struct ArchiveFiller: CatalogueFilling {
    private let shelf: ArchiveShelf
    private let network: DataFetcher?

    /// Opens archives on `shelf`, those of servers over `network`.
    package init(_ shelf: ArchiveShelf, network: DataFetcher?) {
        self.shelf = shelf
        self.network = network
    }

    /// Only a document's first bytes tell.
    package func fills(_ url: URL) -> Bool { false }

    /// One row per photo: its name after the folders in which not all are, its address in the archive, and its date.
    package func fill(
        _ builder: inout CatalogueBuilder, from url: URL,
        pause: (inout CatalogueBuilder) throws(CatalogueFailure) -> Void
    ) throws(CatalogueFailure) {
        let access = ArchiveAccess(network: network, unpacker: shelf.unpacker, isCancelled: builder.isCancelled)
        let archive: OpenArchive
        do throws(ArchiveError) {
            archive = try shelf.archive(at: url, access, isNew: true)
        } catch {
            throw error.catalogueFailure
        }
        builder.facts.formatName = localized("archive")
        builder.facts.base = ArchiveMember.base(of: url)
        let folders = ArchiveNames.commonFolders(of: archive.members.lazy.map(\.shown))
        for (index, member) in archive.members.enumerated() {
            builder.add(.name, String(decoding: member.shown.utf8.dropFirst(folders), as: UTF8.self))
            builder.add(.location, ArchiveMember.address(of: member.name))
            if let date = member.date { builder.add(.date, date) }
            try builder.endEntry(at: nil, problem: member.problem)
            if index % 256 == 0 { try pause(&builder) }
        }
        try pause(&builder)
        if let failure = archive.incompleteness { throw failure.catalogueFailure }
    }
}
