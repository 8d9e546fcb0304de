import Foundation
import PhotoCore

/// Makes a catalogue of what a Nextcloud server finds.
package struct CloudSearchFiller: CatalogueFilling {
    private let fetcher: any DataFetching
    /// Of who asks.
    static let mostBytes = 1 << 20
    /// Of what is found: some kilobytes each.
    static let mostBytesFound = 64 << 20

    /// Asks by `fetcher`.
    package init(_ fetcher: any DataFetching) { self.fetcher = fetcher }

    /// See CatalogueFilling.
    package func fills(_ url: URL) -> Bool { CloudSearch(url) != nil }

    /// See CatalogueFilling.
    package func fill(
        _ builder: inout CatalogueBuilder, from url: URL,
        pause: (inout CatalogueBuilder) throws(CatalogueFailure) -> Void
    ) throws(CatalogueFailure) {
        guard let search = CloudSearch(url) else { return }
        builder.facts.title = search.title
        let person = if let known = search.person { known } else { try askForPerson(search, &builder, pause) }
        guard let question = search.question(about: person) else {
            return try addFolders(in: search.lists(of: person), to: &builder, pause)
        }
        let request = FetchRequest(url: search.interface, limit: Self.mostBytesFound, method: question)
        func reading() -> FolderRead { FolderRead(search.interface, request, with: fetcher, as: .standard) }
        let (page, failure) = try reading().ended(&builder, pause, again: reading)
        // Nothing is found: the answer is an empty list.
        let isList = page.facts.formatName == CatalogueFormat.xmlListing.name
        if let failure, !isList || !failure.isAboutContent { throw failure }
        builder.facts.formatName = page.facts.formatName
        // Servers may send more than they are asked for.
        let photos = (0..<page.count).lazy.filter { !page.isFolder(at: $0) }.prefix(FetchMethod.mostFound)
        for row in photos { try builder.add(row, of: page) }
    }

    /// Adds a row for each folder in these, which opens. A server may have the first one only.
    private func addFolders(
        in lists: [DAVFolder], to builder: inout CatalogueBuilder,
        _ pause: (inout CatalogueBuilder) throws(CatalogueFailure) -> Void
    ) throws(CatalogueFailure) {
        for (number, list) in lists.enumerated() {
            func reading() -> FolderRead {
                FolderRead(list.url, with: fetcher, as: .standard)
            }
            let (page, failure) = try reading().ended(&builder, pause, again: reading)
            let isList = page.facts.formatName == CatalogueFormat.xmlListing.name
            if number > 0, case .fetch(.refused(status: 404, phrase: _, retryAfter: _))? = failure { break }
            if let failure, !isList || !failure.isAboutContent { throw failure }
            if number == 0 { builder.facts.formatName = page.facts.formatName }
            for row in page.folders {
                guard let folder = page.folder(at: row) else { continue }
                builder.add(.name, page.name(at: row))
                builder.add(.location, folder.absoluteString)
                try builder.endEntry(at: nil, isFolder: true)
            }
        }
    }

    private func askForPerson(
        _ search: CloudSearch, _ builder: inout CatalogueBuilder,
        _ pause: (inout CatalogueBuilder) throws(CatalogueFailure) -> Void
    ) throws(CatalogueFailure) -> String {
        let request = FetchRequest(url: search.interface, limit: Self.mostBytes, method: .person)
        let body = try BlockingFetch(request, with: fetcher).wait(with: &builder, pause)
        guard let person = Self.person(in: body) else {
            throw .notACatalogue(reason: localized("The server does not answer as a Nextcloud server does."))
        }
        return person
    }

    /// The last part of the address of who asks, in the answer to PROPFIND; nil if nobody is named.
    static func person(in body: Data) -> String? {
        var element = XMLReply(body).elements.first { $0.name == "response" }
        for name in ["propstat", "prop", "current-user-principal", "href"] {
            element = element?.elements.first { $0.name == name }
        }
        let path = element.flatMap { URL(string: $0.text) }?.path
        let name = path?.split(separator: "/").last.map(String.init)
        return name.flatMap { [".", ".."].contains($0) ? nil : $0 }
    }
}
