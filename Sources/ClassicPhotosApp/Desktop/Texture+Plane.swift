import GtkBridge
import PhotoCore

extension Texture {
    /// All of `plane`, whose pixels are not copied.
    convenience init(_ plane: PhotoPlane) {
        // They lie in one piece, from the first row's first byte on.
        let base = plane.withRow(0) { $0.baseAddress.map { UnsafeRawPointer($0) } }
        guard let base else { preconditionFailure("a plane has at least one pixel") }
        self.init(
            width: plane.size.width, height: plane.size.height, bytesPerRow: plane.bytesPerRow,
            channels: plane.channels, base: base, keeping: plane)
    }
}
