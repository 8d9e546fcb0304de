import GtkBridge
import PhotoCore

extension Texture {
    /// The whole `plane`, without copying its pixels.
    convenience init(_ plane: PhotoPlane) {
        // The pixels are contiguous from the first row's first byte.
        let base = plane.withRow(0) { $0.baseAddress.map { UnsafeRawPointer($0) } }
        guard let base else { preconditionFailure("a plane has at least one pixel") }
        self.init(
            width: plane.size.width, height: plane.size.height, bytesPerRow: plane.bytesPerRow,
            channels: plane.channels, base: base, keeping: plane)
    }
}
