import Foundation

/// What a person signs out of: all of some servers, or only one of the buckets, galleries or libraries at them.
public struct SignOutScope: Sendable, Equatable, ExpressibleByArrayLiteral {
    /// The servers.
    public let servers: Set<WebServer>
    /// Nil for all of the servers.
    private let part: Part?

    private struct Part: Equatable {
        enum Kind: Equatable {
            /// Its name is that of its protection space.
            case bucket(name: String)
            case gallery
            /// Its names are those of its place.
            case library(names: Set<String>)
        }
        let kind: Kind
        /// What the paths of its addresses begin with.
        let path: String
    }

    /// All of these servers.
    public init(_ servers: Set<WebServer>) { (self.servers, part) = (servers, nil) }

    /// All of these servers.
    public init(arrayLiteral servers: WebServer...) { self.init(Set(servers)) }

    /// The bucket `name`, whose objects are below `store`, or below the same path at others of these servers.
    public init(bucket name: String, at store: URL, on servers: Set<WebServer>) {
        self.servers = servers
        part = Part(kind: .bucket(name: name), path: Self.path(store))
    }

    /// The Piwigo gallery at an address, or at the same path of others of these servers. One that is not below a path
    /// has its server for itself.
    public init(gallery: URL, on servers: Set<WebServer>) {
        self.servers = servers
        let path = Self.path(gallery)
        part = path == "/" ? nil : Part(kind: .gallery, path: path)
    }

    /// The library of an Immich or PhotoPrism server, or at the same path of others of these servers. Earlier versions
    /// kept its key under a shorter name, which goes as well, unless that is now the name of one of the libraries at
    /// the addresses `others`.
    public init(library: LibraryLocation, on servers: Set<WebServer>, leaving others: [String] = []) {
        self.servers = servers
        let isTaken = others.contains { address in
            guard let other = URL(string: address).flatMap({ LibraryLocation($0) }), let place = other.place,
                let server = WebServer(place.address)
            else { return false }
            return servers.contains(server) && place.name == library.plainName
        }
        part = library.place.map { place in
            let names: Set<String> = isTaken ? [place.name] : [place.name, library.plainName]
            return Part(kind: .library(names: names), path: Self.path(place.address))
        }
    }

    private static func path(_ url: URL) -> String {
        let path = url.path(percentEncoded: true)
        return path.hasSuffix("/") ? path : path + "/"
    }

    /// Whether all of its servers are meant, not something at them.
    package var isWhole: Bool { part == nil }

    /// Whether there is nothing to sign out of.
    public var isEmpty: Bool { servers.isEmpty }

    /// Whether the name and the password for a space belong to it.
    public func contains(_ space: ProtectionSpace) -> Bool {
        guard servers.contains(WebServer(space)) else { return false }
        guard let part else { return true }
        if space.isProxy { return false }
        return switch part.kind {
        case .bucket(let name): space.scheme == .signature && space.realm == name
        // Both may be behind HTTP's own password.
        case .gallery:
            !space.scheme.isOfPlaces
                || space.scheme == .session && GalleryAddress.isName(space.realm, ofPlaceAt: part.path)
        case .library(let names): !space.scheme.isOfPlaces || space.scheme == .key && names.contains(space.realm)
        }
    }

    /// Whether what an http or https address names belongs to it.
    public func contains(_ url: URL) -> Bool {
        guard let server = WebServer(url), servers.contains(server) else { return false }
        return part.map { Self.path(url).hasPrefix($0.path) } ?? true
    }
}
