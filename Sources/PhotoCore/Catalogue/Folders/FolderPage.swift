import Foundation

/// Tells a server's folder page from other web pages, and finds the folders in it.
///
/// What such pages have in common (Apache, nginx, lighttpd, Caddy, IIS, Python, rclone and others): nearly all links
/// lead to what is directly in the page's own folder, and have its name as their text. Other links sort the page, lead
/// to a folder around it, or to itself. And the page says that it is one: by its title, by links that sort it, or by a
/// link to the folder above. Decided link by link, so the result does not depend on how the page arrives.
package struct FolderPage: Sendable {
    /// A folder within.
    package struct Folder: Sendable, Equatable {
        package let name: [UInt8]
        /// As in the page.
        package let location: [UInt8]
        package let line: Int
    }

    /// Links that lead to what is in the folder, and have its name.
    private var named = 0
    /// Links that lead there, and have another text.
    private var unnamed = 0
    /// Links that lead elsewhere.
    private var others = 0
    private var sortings = 0
    private var saysSo = false
    /// The folders found since the last call that took them.
    private var waiting: [Folder] = []
    private var known: Set<[UInt8]> = []

    /// The scheme, host and port, in lower case.
    private let origin: [UInt8]
    /// The page's own path, decoded.
    private let path: [UInt8]
    /// The folder's path, decoded, with a slash at its end. The address may lack that slash.
    private let folders: [[UInt8]]
    /// The path below which relative addresses lie.
    private var base: [UInt8]

    private static let slash = UInt8(ascii: "/")
    /// A footer links to the server's program, a header to a site.
    private static let fewOthers = 3
    /// From here on nothing changes the decision but addresses of folders.
    private static let certain = 256
    /// As long as a path of a file system may be. Each link costs as much as the path is long.
    private static let longestPath = 4096
    /// More names than a person looks through; each takes its length in memory.
    static let mostFolders = 100_000

    /// The page at an http or https address; nil for others.
    package init?(at url: URL) {
        guard ["http", "https"].contains(url.scheme?.lowercased()) else { return nil }
        let address = Array(url.absoluteString.utf8)
        guard address.count <= Self.longestPath else { return nil }
        let (origin, rest) = Self.parts(of: address)
        self.origin = origin
        let written = PageLink.unescaped(rest.prefix { !"?#".utf8.contains($0) })
        path = written.isEmpty ? [Self.slash] : written
        base = Self.folder(of: path)
        folders = path.last == Self.slash ? [path] : [base, path + [Self.slash]]
    }

    /// The scheme with the authority, in lower case, and the rest.
    private static func parts(of address: [UInt8]) -> (origin: [UInt8], rest: ArraySlice<UInt8>) {
        guard let colon = address.firstIndex(of: UInt8(ascii: ":")) else { return ([], address[...]) }
        let end = address[min(colon + 3, address.count)...].firstIndex { "/?#".utf8.contains($0) } ?? address.count
        return (Array(String(decoding: address[..<end], as: UTF8.self).lowercased().utf8), address[end...])
    }

    private static func folder(of path: [UInt8]) -> [UInt8] {
        Array(path.prefix((path.lastIndex(of: slash) ?? -1) + 1))
    }

    // MARK: What the page says

    /// The page names another base of its relative addresses.
    package mutating func setBase(_ address: [UInt8]) {
        // Each link costs as much as the base is long.
        let isUsable = address.count <= Self.longestPath
        base = isUsable ? location(of: address).map { Self.folder(of: $0) } ?? [] : []
    }

    /// The page's title has ended.
    package mutating func setTitle(_ title: [UInt8]) {
        let text = String(decoding: title, as: UTF8.self).lowercased()
        let path = String(decoding: path, as: UTF8.self).lowercased()
        let name = path.split(separator: "/").last.map(String.init) ?? "/"
        saysSo =
            saysSo || Self.titles.contains { text.contains($0) } || text == name || text == path
            || text.hasSuffix(" " + path)
    }

    private static let titles = [
        "index of", "directory listing", "directory index", "listing of", "listing for", "listing:", "files within",
        "directory:",
    ]

    /// A link has ended, of that address and text.
    package mutating func add(_ address: [UInt8], text: [UInt8], line: Int) {
        let end = address.firstIndex { "?#".utf8.contains($0) } ?? address.endIndex
        let isFolder = end > 0 && address[end - 1] == Self.slash
        if named >= Self.certain, !isFolder { return }
        guard let path = location(of: address) else {
            others += 1
            return
        }
        let words = PageText.collapsed(text)
        if path == self.path || folders.contains(path) {
            if end < address.endIndex { sortings += 1 }
        } else if folders.contains(where: { $0.starts(with: path) }) {
            if Self.meansParent(words) { saysSo = true }
        } else if let folder = folders.last(where: { path.starts(with: $0) }), isDirect(path, in: folder) {
            let name = path[folder.count...].prefix { $0 != Self.slash }
            if !words.isEmpty { if Self.names(words, name) { named += 1 } else { unnamed += 1 } }
            if isFolder, end == address.endIndex { add(Array(name), address, path, words, line) }
        } else {
            others += 1
        }
    }

    /// Whether a link of that address and text leads to what is directly in the folder, and has its name.
    func names(_ address: [UInt8], text: [UInt8]) -> Bool {
        guard let path = location(of: PageLink.trimmed(address)), path != self.path, !folders.contains(path),
            let folder = folders.last(where: { path.starts(with: $0) }), isDirect(path, in: folder)
        else { return false }
        return Self.names(PageText.collapsed(text), path[folder.count...].prefix { $0 != Self.slash })
    }

    private func isDirect(_ path: [UInt8], in folder: [UInt8]) -> Bool {
        let rest = path[folder.count...]
        return rest.firstIndex(of: Self.slash).map { $0 + 1 == rest.endIndex } ?? !rest.isEmpty
    }

    private mutating func add(
        _ name: [UInt8], _ address: [UInt8], _ path: [UInt8], _ words: [UInt8], _ line: Int
    ) {
        // Hidden ones are no more listed than those of this computer.
        guard name.first != UInt8(ascii: "."), known.count < Self.mostFolders, known.insert(name).inserted else {
            return
        }
        let isText = String(validating: name, as: UTF8.self) != nil
        let shown = isText ? name : Self.withoutSign(words)
        waiting.append(Folder(name: shown.isEmpty ? name : shown, location: address, line: line))
    }

    // MARK: Addresses and texts

    /// The decoded path to which an address leads; nil if that is on another server.
    private func location(of address: [UInt8]) -> [UInt8]? {
        if LocationDetection.isAbsolute(address) {
            let (origin, rest) = Self.parts(of: address)
            guard origin == self.origin else { return nil }
            return PageLink.unescaped(rest.prefix { !"?#".utf8.contains($0) })
        }
        guard !address.starts(with: "//".utf8), PageLink.isFetchable(address) || address.isEmpty else { return nil }
        var rest = address.prefix { !"?#".utf8.contains($0) }
        if rest.isEmpty { return path }
        if rest.first == Self.slash { return PageLink.unescaped(rest) }
        var end = base.count
        while true {
            if rest.starts(with: "./".utf8) {
                rest = rest.dropFirst(2)
            } else if rest.elementsEqual(".".utf8) {
                rest = []
            } else if rest.starts(with: "../".utf8) || rest.elementsEqual("..".utf8) {
                rest = rest.dropFirst(3)
                if end > 1 { end = (base[..<(end - 1)].lastIndex(of: Self.slash) ?? -1) + 1 }
            } else {
                return Array(base[..<end]) + PageLink.unescaped(rest)
            }
        }
    }

    /// Whether a link's text is the name of what it leads to: whole, or cut and marked as such. Other characters than
    /// ASCII may differ: a page often has another encoding than the names in it.
    private static func names(_ words: [UInt8], _ name: ArraySlice<UInt8>) -> Bool {
        let text = withoutSign(words)
        let name = PageText.collapsed(Array(name))
        if text == name { return true }
        let (plain, plainName) = (text.filter { $0 < 0x80 }, name.filter { $0 < 0x80 })
        if plain == plainName, !plain.isEmpty, plain.count < text.count, plainName.count < name.count { return true }
        let mark = ["..>", "...", "…"].map { Array($0.utf8) }.first { text.suffix($0.count).elementsEqual($0) }
        guard let mark, text.count > mark.count else { return false }
        return name.starts(with: text.dropLast(mark.count))
    }

    /// The text without what marks a folder or a link (`ls -F`).
    private static func withoutSign(_ words: [UInt8]) -> [UInt8] {
        guard words.count > 1, let last = words.last, last == slash || last == UInt8(ascii: "@") else { return words }
        return Array(words.dropLast())
    }

    private static func meansParent(_ words: [UInt8]) -> Bool {
        if withoutSign(words).elementsEqual("..".utf8) { return true }
        return String(decoding: words.prefix(80), as: UTF8.self).lowercased().contains("parent")
    }

    // MARK: The decision

    /// Whether the page is a folder's, as far as it has been read.
    package var isFolder: Bool {
        (saysSo || sortings >= 2) && others <= max(Self.fewOthers, named / 2) && unnamed <= 3 * named
    }

    /// The folders found since the last call, if the page is a folder's.
    package mutating func takeFolders() -> [Folder] {
        guard !waiting.isEmpty, named > 0, isFolder else { return [] }
        defer { waiting = [] }
        return waiting
    }
}
