import Foundation
@testable import PhotoCore
@testable import PhotoServices

/// Text from catalogues, settings and file names.
extension FuzzTarget {
    static let texts = [dates, charsets, settings]

    private static let reader = DateText(ReaderLocale(Locale(identifier: "en_GB")))

    private static let dates = FuzzTarget(name: "dates") { document in
        let text = String(decoding: document, as: UTF8.self)
        if let seconds = CatalogueDate.seconds(text) {
            // A year of four digits, and zones of up to 99 hours and 99 minutes.
            expect((-62_168_000_000...253_403_000_000).contains(seconds), "\(text) is \(seconds)")
            _ = (reader.text(text), reader.fullText(text))
        }
        _ = CatalogueDate.clock(of: text)
        if let seconds = HTTPDate.seconds(text) {
            expect((-62_168_000_000...253_403_000_000).contains(seconds), "\(text) is \(seconds)")
        }
    }

    /// One for each of iconv's encodings.
    private static let labels = [
        "866", "latin2", "latin3", "latin4", "cyrillic", "arabic", "greek", "hebrew", "latin6", "iso8859-13",
        "iso8859-14", "iso8859-15", "iso-8859-16", "koi8-r", "koi8-u", "macintosh", "windows-874", "cp1250", "cp1251",
        "latin1", "cp1253", "latin5", "cp1255", "cp1256", "cp1257", "cp1258", "x-mac-cyrillic", "gbk", "big5", "euc-jp",
        "iso-2022-jp", "shift_jis", "euc-kr", "replacement", "utf-16be", "utf-16le",
    ]

    /// Keeps iconv's modules loaded: loading one takes longer than a document.
    // nonisolated(unsafe): never used otherwise.
    nonisolated(unsafe) private static let loaded = labels.compactMap(EncodingLabels.iconvName)
        .map { CharsetTransform($0) }

    /// Text in the encoding that the first byte chooses, or in the one that the text suggests: complete and in pieces,
    /// with the same result.
    private static let charsets = FuzzTarget(name: "charsets") { document in
        expect(loaded.count == labels.count, "An encoding has no name")
        let index = Int(document.first ?? 0) % (labels.count + 1)
        let label = labels.indices.contains(index) ? labels[index] : nil
        let text = Array(document.dropFirst())
        let whole = decoded(text, label, pieceByteCount: max(1, text.count))
        let pieces = decoded(text, label, pieceByteCount: 1 + Int(document.last ?? 0) % 16)
        expect(whole == pieces, "In pieces it reads otherwise")
        if label != nil { expect(String(validating: whole, as: UTF8.self) != nil, "It is no UTF-8") }
    }

    private static func decoded(_ text: [UInt8], _ label: String?, pieceByteCount: Int) -> [UInt8] {
        var out: [UInt8] = []
        let name = label.flatMap { EncodingLabels.iconvName(of: $0) }
        var transform: any ByteTransforming = FallbackTransform()
        if let name { transform = CharsetTransform(name) }
        do throws(CatalogueFailure) {
            var rest = text[...]
            while !rest.isEmpty {
                let piece = Array(rest.prefix(pieceByteCount))
                rest = rest.dropFirst(piece.count)
                try piece.withUnsafeBytesTyped { (bytes) throws(CatalogueFailure) in
                    try transform.transform(bytes) { (bytes) throws(CatalogueFailure) in out.append(contentsOf: bytes) }
                }
            }
            try transform.finish { (bytes) throws(CatalogueFailure) in out.append(contentsOf: bytes) }
        } catch {
            out += Array("\(error)".utf8)
        }
        return out
    }

    /// Settings edited by hand, and other text that names a thing: addresses, paths, filters, locales, file names.
    private static let settings = FuzzTarget(name: "settings") { document in
        let text = String(decoding: document, as: UTF8.self)
        for base in ["http://host/a/b", "file:///home/a/b"] {
            guard let base = URL(string: base) else { continue }
            // A catalogue from the network names nothing on this computer, also within archives.
            let schemes = ["http", "https", "data"] + (base.isFileURL ? ["file"] : [])
            if case .success(let url) = PhotoLocation.resolve(text, against: base) {
                let scheme = url.scheme?.lowercased() ?? ""
                let inner = scheme.hasPrefix("archive+") ? String(scheme.dropFirst("archive+".count)) : scheme
                expect(schemes.contains(inner), "\(url)")
            }
        }
        if case .success(let url) = TypedLocation.check(text) {
            // All but addresses of the web and files name what asks for its password itself.
            let isOther =
                ShareLocation(url) != nil || DAVFolder(url) != nil || S3Location(url) != nil
                || LibraryLocation(url) != nil || CloudSearch(url) != nil
            expect(
                ["http", "https", "file"].contains(url.scheme?.lowercased()) || isOther && url.password == nil,
                "\(url)")
            _ = (url.withoutPassword, WebServer(url), url.shownName)
        }
        let choice = FilterChoice(id: text) ?? (try? JSONDecoder().decode(FilterChoice.self, from: Data(document)))
        if let choice {
            expect((0...1).contains(choice.amount), "\(choice)")
            _ = choice.filter()
        }
        _ = ReaderLocale.identifier(of: text)
        let name = SavedName.clean(text)
        expect(!name.isEmpty && name.utf8.count <= SavedName.longest && !name.contains("/"), "\(name)")
        expect(!FilePath(percentEncoded: text).bytes.contains(0), "A path has a zero")
    }
}
