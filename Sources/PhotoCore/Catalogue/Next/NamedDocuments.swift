import Foundation

/// The addresses of further documents, in order and each once, as a worker has read them.
///
/// An index of sitemaps may name very many: passing them on and freeing them takes the main context the same time
/// however many there are.
package struct NamedDocuments: Sendable {
    /// The addresses, one after the other.
    private var text: [UInt8] = []
    /// Where each address ends.
    private var ends: [Int] = []
    private var names: [Int] = []

    /// None.
    package init() {}

    /// These documents. For a worker if they are many: each takes some µs.
    package init(_ urls: [URL]) {
        var seen: Set<Int> = []
        for url in urls {
            let name = Self.name(of: url)
            guard seen.insert(name).inserted else { continue }
            text.append(contentsOf: url.absoluteString.utf8)
            ends.append(text.count)
            names.append(name)
        }
    }

    package var count: Int { ends.count }
    package var isEmpty: Bool { ends.isEmpty }

    /// All of them. For a worker if they are many.
    package var urls: [URL] { (0..<count).compactMap { self[$0] } }

    /// The address of one.
    subscript(_ index: Int) -> URL? {
        URL(string: String(decoding: text[start(of: index)..<ends[index]], as: UTF8.self))
    }

    /// The name of one.
    func name(_ index: Int) -> Int { names[index] }

    /// The bytes of the addresses of the first `count`.
    func byteCount(ofFirst count: Int) -> Int { start(of: count) }

    /// How many of the first addresses have at most this many bytes together.
    func count(within byteCount: Int) -> Int {
        var (fitting, others) = (0, count)
        while fitting < others {
            let middle = (fitting + others) / 2
            if ends[middle] <= byteCount { fitting = middle + 1 } else { others = middle }
        }
        return fitting
    }

    private func start(of index: Int) -> Int { index == 0 ? 0 : ends[index - 1] }

    /// A hash of a document's address as RFC 3986, 6.2.2.1 and 6.2.3 make spellings of it equal. Of a hundred thousand
    /// addresses, two hashes collide once in a billion indices.
    static func name(of url: URL) -> Int { normalized(url).hashValue }

    private static func normalized(_ url: URL) -> String {
        let text = url.withoutFragment.absoluteString
        guard var parts = URLComponents(string: text), let host = parts.encodedHost else { return text }
        parts.scheme = parts.scheme?.lowercased()
        parts.encodedHost = host.lowercased()
        if parts.port == (parts.scheme == "https" ? 443 : 80) { parts.port = nil }
        if parts.percentEncodedPath.isEmpty { parts.percentEncodedPath = "/" }
        return parts.string ?? text
    }
}
