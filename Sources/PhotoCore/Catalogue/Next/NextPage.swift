import Foundation

/// Where another document of the same catalogue is, as a document says.
package enum NextPage: Sendable, Hashable {
    /// Its address as written, absolute or relative to the document's base.
    case address(String)
    /// The document's own address with these parameters of its query, unescaped, added or in place of its own.
    case query([Parameter])

    /// A parameter of a query.
    package struct Parameter: Sendable, Hashable {
        package var name: String
        package var value: String

        package init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
    }

    /// One parameter.
    package static func query(_ name: String, _ value: String) -> NextPage { .query([Parameter(name, value)]) }

    /// Its URL, in a document from `url` that resolves addresses against `base`. Nil if no photo of the catalogue may
    /// have that address, or if it says where a file's server has it: a path from the root to another
    /// folder, or a query.
    package func resolve(for url: URL, base: URL) -> URL? {
        switch self {
        case .address(let text):
            let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
            guard text.utf8.count <= Catalogue.maximumLocationByteCount else { return nil }
            // A saved document names pages of the server that it came from.
            if base.isFileURL, let first = text.first, "/?".contains(first) {
                guard text.hasPrefix(base.deletingLastPathComponent().path + "/") else { return nil }
            }
            if base.isFileURL, text.contains("?"), !text.contains("//") { return nil }
            return try? PhotoLocation.resolve(text, against: base).get().withoutFragment
        case .query(let parameters):
            guard !url.isFileURL, !parameters.isEmpty else { return nil }
            return url.withoutFragment.setting(parameters)
        }
    }
}

/// The further documents of a catalogue. A parser puts them into ``CatalogueFacts/more``.
package struct NextPages: Sendable, Equatable {
    /// The page after this one. The first that is set stays.
    package var next: NextPage? {
        didSet { if let oldValue { next = oldValue } }
    }
    /// The documents of which this one is the index, in order.
    package private(set) var parts: [NextPage] = []

    /// Twice as many as an index of sitemaps may have.
    static let mostParts = 100_000

    package init() {}

    package var isEmpty: Bool { next == nil && parts.isEmpty }

    /// Adds a document of which this one is the index.
    package mutating func add(part: NextPage) { if parts.count < Self.mostParts { parts.append(part) } }

    /// Their URLs, in order and each once, in a document from `url` that resolves addresses against `base`. The reply's
    /// `Link` fields count before what the document says.
    func addresses(for url: URL, base: URL, links: String?) -> [URL] {
        let next = Self.next(in: links, at: url) ?? next?.resolve(for: url, base: base)
        var seen: Set<String> = [url.withoutFragment.absoluteString]
        return ([next].compactMap(\.self) + parts.compactMap { $0.resolve(for: url, base: base) })
            .filter { seen.insert($0.absoluteString).inserted }
    }

    /// The same with the next page that the `Link` fields of the reply from `url` name, if they name one.
    func preferring(_ links: String?, at url: URL) -> NextPages {
        guard let next = Self.next(in: links, at: url) else { return self }
        var pages = NextPages()
        pages.next = .address(next.absoluteString)
        pages.parts = parts
        return pages
    }

    /// The next page by the `Link` fields of the reply from `url`. A field is relative to that address, not to a base
    /// within the document.
    private static func next(in links: String?, at url: URL) -> URL? {
        links.flatMap(LinkHeader.next).map(NextPage.address)?.resolve(for: url, base: url)
    }
}

extension URL {
    /// The same document.
    var withoutFragment: URL {
        guard fragment != nil else { return self }
        return URL(string: String(absoluteString.prefix { $0 != "#" })) ?? self
    }

    /// The address with these parameters of its query; the others stay as they are written.
    fileprivate func setting(_ parameters: [NextPage.Parameter]) -> URL? {
        let text = absoluteString
        let start = text.firstIndex(of: "?")
        var items = start.map { text[text.index(after: $0)...].split(separator: "&").map(String.init) } ?? []
        for parameter in parameters {
            let item = Self.escaped(parameter.name) + "=" + Self.escaped(parameter.value)
            let isSame = { (item: String) in Self.name(of: item) == parameter.name }
            let place = items.firstIndex(where: isSame)
            items.removeAll(where: isSame)
            items.insert(item, at: min(place ?? items.count, items.count))
        }
        return URL(string: text[..<(start ?? text.endIndex)] + "?" + items.joined(separator: "&"))
    }

    /// The name of a parameter as it is meant.
    private static func name(of item: String) -> String {
        let name = item.prefix { $0 != "=" }
        return name.removingPercentEncoding ?? String(name)
    }

    /// RFC 3986's unreserved characters stay.
    private static func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? text
    }

    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}
