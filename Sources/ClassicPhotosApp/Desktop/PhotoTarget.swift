import Foundation
import PhotoCore

/// A photo that an action applies to.
struct PhotoTarget: Equatable, Sendable {
    let name: String
    let url: URL
    /// The address of the picture in its row, if that is another one.
    var thumbnail: URL?

    /// Whether it is a file on this computer.
    var isLocal: Bool { url.isFileURL }

    /// Its address as another program gets it: without a password.
    var addressToPassOn: String { url.withoutPassword.absoluteString }

    /// Its file name: the last part of its address if that is the name of a file, otherwise its name.
    var fileName: String { url.fileName(ofPhoto: name).replacing("/", with: "-") }
}

extension PhotoTarget {
    /// The photo of a record; nil if its address is invalid.
    @MainActor
    init?(_ record: PhotoRecord) {
        guard case .success(let url) = record.location else { return nil }
        self.init(name: record.name, url: url, thumbnail: record.rowURL)
    }

    /// The photos of these entries with an address, in this order. For a worker, if there are many.
    static func targets(of entries: some Sequence<UInt32>, in catalogue: Catalogue) -> [PhotoTarget] {
        entries.compactMap { entry in
            guard case .success(let url) = catalogue.location(at: Int(entry)) else { return nil }
            return PhotoTarget(
                name: catalogue.name(at: Int(entry)), url: url, thumbnail: catalogue.thumbnailLocation(at: Int(entry)))
        }
    }
}
