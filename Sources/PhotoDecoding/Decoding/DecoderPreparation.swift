import CGLib
import Foundation
import PhotoCore

/// Loads what a worker needs before it is confined and can open nothing more.
package enum DecoderPreparation {
    /// Loads the installed libraries that decode `formats`.
    package static func load(_ formats: [EncodedPicture.Format]) {
        PlaneColors.useOneThread()
        // Drawings may contain photos.
        for format in formats.contains(.svg) ? [.png, .jpeg] : formats { _ = PixbufLoader(format: format) }
        if formats.contains(.svg) { _ = DrawingLibrary.shared }
        if formats.contains(.jpeg) { _ = TurboLibrary.shared }
        if formats.contains(.heif) { loadVideoCodecs() }
        if !formats.isEmpty { _ = ColorLibrary.shared }
        // Loads the C library's table for the texts in a PNG.
        g_free(g_convert("a", 1, "UTF-8", "ISO-8859-1", nil, nil, nil))
    }

    /// Loads libheif's codecs for good: later versions have them as plug-ins, which each picture would load again.
    private static func loadVideoCodecs() {
        guard let library = LazyLibrary("libheif.so.1") else { return }
        // It returns a small structure, in registers.
        let setUp: (@convention(c) (UnsafeMutableRawPointer?) -> Void)? = try? library.function("heif_init")
        setUp?(nil)
    }

    /// Loads the library that reads what cameras write.
    package static func loadMetadata() { _ = ExifReader().facts(in: Data([0])) }
}
