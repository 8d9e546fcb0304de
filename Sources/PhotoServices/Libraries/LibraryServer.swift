import Foundation
import PhotoCore

/// The server of a library.
package enum LibraryServer {
    /// Passes the server of the library at `address`; nil if it has none. A bucket may be at a store that only the
    /// person's configuration names, which is read on another thread.
    @MainActor
    package static func find(
        for address: String, in mainContext: any MainContextPerforming,
        _ body: @escaping @MainActor @Sendable (WebServer?) -> Void
    ) {
        DispatchQueue.global(qos: .userInitiated).async {
            let server = server(of: address)
            mainContext.perform { body(server) }
        }
    }

    private static func server(of address: String) -> WebServer? {
        guard let url = URL(string: address) else { return nil }
        if let library = LibraryLocation(url) { return WebServer(library.interface) }
        if let folder = DAVFolder(url) { return WebServer(folder.address) }
        if GalleryAddress.isGallery(url) { return WebServer(url) }
        guard let bucket = S3Location(url) else { return nil }
        return (try? S3Configuration.ofThisPerson.access(to: bucket)).flatMap { WebServer($0.store) }
    }
}
