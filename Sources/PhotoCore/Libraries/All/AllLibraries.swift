import Foundation

/// All libraries that are remembered, and the folders that a person has pinned, as one: `libraries:all`.
public enum AllLibraries {
    /// Its address.
    public static let address = "libraries:all"

    /// Its URL. No URL is relative to it.
    public static var url: URL { URL(string: address) ?? URL(fileURLWithPath: "/") }

    /// Whether `url` is its.
    public static func isAll(_ url: URL) -> Bool { url.absoluteString == address }

    /// One of them.
    package struct Member: Sendable, Equatable {
        /// Its address, as it is remembered.
        package let address: String
        /// What it is called.
        package let name: String

        /// The library or folder at `address`.
        package init(address: String, name: String) { (self.address, self.name) = (address, name) }
    }

    /// What has become of a member.
    package struct Line: Sendable, Equatable {
        package enum State: Sendable, Equatable {
            /// Its photos are there: as many as it says.
            case shown(Int)
            /// It has not answered yet.
            case waiting
            /// It has failed; `known` photos are there from an earlier time.
            case failed(CatalogueFailure, known: Int)
        }

        package let member: Member
        package let state: State
        /// The library that its photos are of, if it is one with an interface of its own.
        package let library: LibraryLocation?
        /// The base of its relative addresses.
        package let base: URL
    }
}

extension CatalogueFacts {
    /// How many of several libraries have failed.
    package var failedLineCount: Int {
        lines.count { if case .failed = $0.state { true } else { false } }
    }
}

extension AllLibraries {
    /// Without folders within others of them, whose photos would be there twice: each is read with those in it.
    static func outermost(_ members: [Member]) -> [Member] {
        let folders = members.map { member in
            URL(string: member.address).flatMap { url in DAVFolder(url)?.address ?? FolderLocation(url)?.folder }
                .map { Array($0.absoluteString.utf8) }
        }
        return members.indices.filter { index in
            guard let own = folders[index] else { return true }
            return !folders.indices.contains { other in
                guard other != index, let folder = folders[other], own.starts(with: folder) else { return false }
                return folder.count < own.count || other < index
            }
        }.map { members[$0] }
    }
}

extension RecentCatalogues {
    /// What belongs to ``AllLibraries``: the libraries, and the folders of this computer that are pinned; by name.
    package func members(by collation: any NameCollating) -> [AllLibraries.Member] {
        let folders = shown.filter { entry in
            entry.isPinned && URL(string: entry.address).flatMap { FolderLocation($0) } != nil
        }
        // Not the last one first: they keep their places.
        var keys = collation.makeKeys()
        let members = (libraries + folders).map { entry in
            let member = AllLibraries.Member(address: entry.address, name: entry.shownTitle)
            return (member: member, key: keys.key(of: member.name))
        }
        return members.sorted { one, other in
            one.key == other.key
                ? one.member.address < other.member.address : one.key.lexicographicallyPrecedes(other.key)
        }.map(\.member)
    }
}
