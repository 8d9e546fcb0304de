import Foundation
@testable import PhotoCore
import TestSupport
import Testing

@testable import PhotoServices

/// A document of Tests/Samples/Documents with its sidecar.
struct DocumentSample: CustomTestStringConvertible, Sendable {
    let url: URL
    let expected: ExpectedDocument

    /// Its family and its name, as the list of what is not right names it.
    var testDescription: String { "\(family)/\(url.lastPathComponent)" }

    var family: String { url.deletingLastPathComponent().lastPathComponent }

    /// Reads it as if it had just been fetched.
    func read(pieceByteCount: Int = 64 << 10) throws -> ReadOutcome {
        let outcome = ReadOutcome(
            try Data(contentsOf: url), from: Sample.url(expected.address), contentType: expected.mediaType,
            as: .standard, pieceByteCount: pieceByteCount)
        guard outcome.failure == .archive else { return outcome }
        return ReadOutcome(of: url, filledBy: ArchiveFiller(ArchiveSample.shelf, network: nil))
    }

    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Samples/Documents")

    /// All of them, by family and name.
    static let all: [DocumentSample] = {
        let files = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)
        return (files?.allObjects as? [URL] ?? []).compactMap { file in
            let sidecar = file.deletingLastPathComponent()
                .appendingPathComponent(file.lastPathComponent + ".expected.json")
            guard let data = try? Data(contentsOf: sidecar),
                let expected = try? JSONDecoder().decode(ExpectedDocument.self, from: data)
            else { return nil }
            return DocumentSample(url: file, expected: expected)
        }.sorted { $0.testDescription < $1.testDescription }
    }()
}

// MARK: - What is right

extension DocumentSample {
    private struct Row {
        let url: String?
        let ownName: String
        let name: String
        let thumbnail: String?
        let page: String?

        init(_ row: Int, of catalogue: Catalogue) {
            url = try? catalogue.location(at: row).get().absoluteString
            ownName = catalogue.text(of: .name, at: row) ?? ""
            name = catalogue.name(at: row)
            thumbnail = catalogue.thumbnailLocation(at: row)?.absoluteString
            page = catalogue.url(of: .page, at: row)?.absoluteString
        }

        /// Whether its address names this member of an archive, if any.
        func isMember(_ name: String?) -> Bool {
            guard let name else { return true }
            guard let bytes = url.flatMap({ URL(string: $0) }).flatMap({ ArchiveMember($0) })?.name else {
                return false
            }
            return (String(validating: bytes, as: UTF8.self) ?? ArchiveNames.fromPage437(bytes)) == name
        }
    }

    /// What differs from the sidecar; empty if the outcome is right.
    func differences(_ outcome: ReadOutcome) -> [String] {
        let catalogue = outcome.catalogue
        let rows = (0..<catalogue.count).filter { !catalogue.isFolder(at: $0) }.map { Row($0, of: catalogue) }
        if expected.none == true { return differences(fromNone: rows, outcome.failure) }
        // A shortcut is not listed: what it names is opened in its place.
        if let target = outcome.catalogue.facts.leadsTo, rows.isEmpty, expected.opens?.count == 1 {
            let isRight = expected.opens?.first?.url.allowsAddress(target) == true
            return isRight ? [] : ["\(target) is opened"]
        }
        var wanted = expected.rows ?? []
        var differences = rows.count == wanted.count ? [] : ["\(rows.count) rows instead of \(wanted.count)"]
        differences += self.differences(ofFoldersIn: catalogue)
        let followed = catalogue.facts.more.parts.compactMap {
            $0.resolve(for: catalogue.url, base: Catalogue.base(catalogue.facts, of: catalogue.url))?.absoluteString
        }
        if followed != expected.follows ?? [] { differences.append("\(followed) are read after it") }
        if wanted.isEmpty, followed.isEmpty, catalogue.folderCount == 0 {
            differences.append("rows that open are missing")
        }
        if rows.isEmpty, followed.isEmpty, let failure = outcome.failure { differences.append("it says: \(failure)") }
        for (index, row) in rows.enumerated() {
            let place = wanted.firstIndex { $0.url?.allowsAddress(row.url) ?? row.isMember($0.member) }
            guard let place, place == 0 || expected.anyOrder == true else {
                differences.append("row \(index): \(row.url ?? "no address") is not the next photo")
                continue
            }
            differences += self.differences(row, from: wanted.remove(at: place)).map { "row \(index) \($0)" }
        }
        return differences
    }

    /// Servers' own listings of a folder: they stand for its page.
    private static let listings = ["nginx-autoindex.json", "nginx-autoindex.xml", "caddy-browse.json"]

    /// What differs in the rows that open: servers' folder pages and listings have all of them, lists of others' files
    /// all or none, other documents none that is not expected.
    private func differences(ofFoldersIn catalogue: Catalogue) -> [String] {
        var wanted = expected.opens ?? []
        var differences: [String] = []
        for row in catalogue.folders {
            let address = catalogue.folder(at: row)?.absoluteString
            guard let place = wanted.firstIndex(where: { $0.url.allowsAddress(address) }) else {
                differences.append("\(address ?? "no address") is no folder")
                continue
            }
            let name = catalogue.name(at: row)
            if wanted.remove(at: place).name?.allows(name) == false { differences.append("a folder is called \(name)") }
        }
        // Hidden folders may be left out.
        wanted.removeAll { $0.name?.values.first??.hasPrefix(".") == true }
        let opensAll =
            family == "folders" || Self.listings.contains(url.lastPathComponent)
            || family == "lists" && catalogue.folderCount > 0
        return differences + (opensAll ? wanted.map { "\($0.url.values) does not open" } : [])
    }

    private func differences(fromNone rows: [Row], _ failure: CatalogueFailure?) -> [String] {
        guard rows.isEmpty else { return ["\(rows.count) rows instead of none"] }
        let says = failure?.description ?? ""
        let isSaid = (expected.says ?? []).contains { says.lowercased().contains($0.lowercased()) }
        return isSaid ? [] : ["it says: \(says)"]
    }

    private func differences(_ row: Row, from wanted: ExpectedDocument.Row) -> [String] {
        var differences: [String] = []
        if let name = wanted.name, !name.allows(row.name), !name.allows(nil) || !row.ownName.isEmpty {
            differences.append("is called \(row.name)")
        }
        if wanted.comparesThumbnail, !allows(row.thumbnail, of: wanted, url: row.url) {
            differences.append("has the thumbnail \(row.thumbnail ?? "none")")
        }
        if let page = wanted.page, !page.allowsAddress(row.page) {
            differences.append("has the page \(row.page ?? "none")")
        }
        return differences
    }

    private func allows(_ thumbnail: String?, of row: ExpectedDocument.Row, url: String?) -> Bool {
        guard let wanted = row.thumbnail else { return thumbnail == nil || thumbnail == url }
        return wanted.allows(thumbnail) || (thumbnail == nil && wanted.allows(url))
    }
}
