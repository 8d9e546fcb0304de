import Foundation

import PhotoCore

/// What the tests of catalogues share.
public enum Sample {
    /// Where a catalogue on the web is.
    public static let web = url("http://example.org/albums/catalogue.plist")
    /// Where a catalogue in a file is.
    public static let file = url("file:///home/me/pictures/catalogue.plist")
    /// What Apple's tools write before a property list.
    public static let doctype =
        "<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" \"http://www.apple.com/DTDs/PropertyList-1.0.dtd\">"

    /// The URL that `text` is.
    public static func url(_ text: String) -> URL { URL(string: text) ?? URL(fileURLWithPath: "/bad sample") }

    /// A property list with these elements in its dictionary.
    public static func plist(_ entries: String) -> Data {
        let head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\(doctype)\n<plist version=\"1.0\">\n"
        return Data("\(head)\(entries)\n</plist>".utf8)
    }

    /// All of a property list with these entries, as ``CatalogueWriter`` writes it.
    public static func xmlPropertyList(of entries: some Sequence<(name: String, url: String)>) -> Data {
        var document = Array(CatalogueWriter.header.utf8)
        for entry in entries { CatalogueWriter.append(name: entry.name, url: entry.url, to: &document) }
        return Data(document) + Data(CatalogueWriter.footer.utf8)
    }

    /// A catalogue of entries with these locations, which came from `base`.
    public static func catalogue(_ locations: [String], from base: URL) throws -> Catalogue {
        var builder = CatalogueBuilder()
        for location in locations { try builder.append(name: "name", location: location) }
        return builder.finish(from: base)
    }

    /// What location(at:) gives for an entry with that text: the URL, or the failure's sentence.
    public static func resolved(_ text: String, from base: URL) throws -> String {
        describe(try catalogue([text], from: base).location(at: 0))
    }

    /// The URL, or the failure's sentence.
    public static func describe(_ location: Result<URL, LocationFailure>) -> String {
        switch location {
        case .success(let url): url.absoluteString
        case .failure(let failure): failure.description
        }
    }

    /// Each row as "name -> URL or sentence".
    public static func rows(_ catalogue: Catalogue) -> [String] {
        (0..<catalogue.count).map { "\(catalogue.name(at: $0)) -> \(describe(catalogue.location(at: $0)))" }
    }

    /// The failure that reading ends in; nil where it does not.
    public static func failure(_ data: Data, as formats: CatalogueFormats) -> CatalogueFailure? {
        do throws(CatalogueFailure) {
            _ = try CatalogueReader.read(data, from: web, as: formats)
            return nil
        } catch {
            return error
        }
    }
}
