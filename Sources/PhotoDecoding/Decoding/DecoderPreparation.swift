import CGLib
import Foundation
import PhotoCore

/// What a process loads before it can't open anything any more.
package enum DecoderPreparation {
    /// Loads all that decodes `formats`, as far as it is installed.
    package static func load(_ formats: [EncodedPicture.Format]) {
        PlaneColors.useOneThread()
        for format in formats { _ = PixbufLoader(format: format) }
        if formats.contains(.jpeg) { _ = TurboLibrary.shared }
        if !formats.isEmpty { _ = ColorLibrary.shared }
        // The C library's table for the texts in a PNG.
        g_free(g_convert("a", 1, "UTF-8", "ISO-8859-1", nil, nil, nil))
    }

    /// Loads all that reads what cameras write.
    package static func loadMetadata() { _ = ExifReader().facts(in: Data([0])) }
}
