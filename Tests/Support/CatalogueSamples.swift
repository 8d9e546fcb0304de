import Foundation

import PhotoCore

/// Shared samples of the tests of catalogues.
public enum Sample {
    /// The location of a catalogue on the web.
    public static let web = url("http://example.org/albums/catalogue.plist")
    /// The location of a catalogue in a file.
    public static let file = url("file:///home/me/pictures/catalogue.plist")
    /// The beginning of a property list by Apple's tools.
    public static let doctype =
        "<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" \"http://www.apple.com/DTDs/PropertyList-1.0.dtd\">"

    /// `text` as a URL.
    public static func url(_ text: String) -> URL { URL(string: text) ?? URL(fileURLWithPath: "/bad sample") }

    /// A property list with these elements in its dictionary.
    public static func plist(_ entries: String) -> Data {
        let head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\(doctype)\n<plist version=\"1.0\">\n"
        return Data("\(head)\(entries)\n</plist>".utf8)
    }

    /// A complete property list with these entries, as ``CatalogueWriter`` writes it.
    public static func xmlPropertyList(of entries: some Sequence<(name: String, url: String)>) -> Data {
        var document = Array(CatalogueWriter.header.utf8)
        for entry in entries { CatalogueWriter.append(name: entry.name, url: entry.url, to: &document) }
        return Data(document) + Data(CatalogueWriter.footer.utf8)
    }

    /// A catalogue of entries with these locations, from `base`.
    public static func catalogue(_ locations: [String], from base: URL) throws -> Catalogue {
        var builder = CatalogueBuilder()
        for location in locations { try builder.append(name: "name", location: location) }
        return builder.finish(from: base)
    }

    /// The result of location(at:) for an entry with this text: the URL, or the failure's sentence.
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

    /// The failure that ends the reading, if any.
    public static func failure(_ data: Data, as formats: CatalogueFormats) -> CatalogueFailure? {
        do throws(CatalogueFailure) {
            _ = try CatalogueReader.read(data, from: web, as: formats)
            return nil
        } catch {
            return error
        }
    }
}
