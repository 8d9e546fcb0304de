/// The folders of a server's photos, of which only those that have photos themselves are named. A pure value.
package struct FolderPaths: Sendable, Equatable {
    /// A folder.
    package struct Folder: Sendable, Equatable {
        /// The last part of its path.
        package let name: String
        /// Its path, as the server names it.
        package let path: String
    }

    /// Each has a part. The parts of all of them would take many times as much memory.
    private let paths: [String]

    /// The folders at `paths`.
    package init(_ paths: [String]) {
        self.paths = paths.filter { path in path.utf8.contains { $0 != UInt8(ascii: "/") } }
    }

    /// The parts of a path; the first one of an absolute path begins with a slash.
    private static func parts(_ path: String) -> [Substring] {
        var parts = path.split(separator: "/")
        if path.hasPrefix("/"), let first = parts.first { parts[0] = "/" + first }
        return parts
    }

    /// The innermost folder that all photos are in; "" if there is none.
    package var top: String {
        guard let first = paths.first else { return "" }
        var common = Self.parts(first)[...]
        for path in paths where !common.isEmpty {
            common = common.prefix(zip(common, Self.parts(path)).prefix { $0 == $1 }.count)
        }
        return common.joined(separator: "/")
    }

    /// Whether photos are directly in the folder at `path`.
    package func hasPhotos(in path: String) -> Bool {
        let own = Self.parts(path)
        return paths.contains { Self.parts($0) == own }
    }

    /// The folders directly in the one at `path`, in natural order; "" is around all.
    package func folders(in path: String) -> [Folder] {
        let own = Self.parts(path)
        var known: Set<Substring> = []
        var found: [Folder] = []
        for path in paths {
            let parts = Self.parts(path)
            guard parts.count > own.count, parts.starts(with: own) else { continue }
            let part = parts[own.count]
            guard known.insert(part).inserted else { continue }
            found.append(
                Folder(
                    name: String(part.drop { $0 == "/" }), path: parts.prefix(own.count + 1).joined(separator: "/")))
        }
        guard let order = try? NaturalOrder.sorted(found.map(\.name), isCancelled: { false }) else { return found }
        return order.map { found[$0] }
    }
}
