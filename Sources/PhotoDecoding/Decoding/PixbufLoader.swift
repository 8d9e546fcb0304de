import CGdkPixbuf
import Foundation
import GLibBridge
import PhotoCore

/// A GdkPixbufLoader for one picture, on one thread. What it was begun with is put away unfinished when it goes.
final class PixbufLoader {
    /// What is done with a picture whose size is known.
    enum Plan {
        /// Decode it, at this size.
        case decode(at: PixelSize)
        /// Stop before any memory is taken for it.
        case refuse(DecodeFailure)
    }

    /// Asked once, as soon as the bytes tell the original's size.
    var plan: (PixelSize) -> Plan = { .decode(at: $0) }

    private let object: ObjectReference
    private var prepared: SignalID = 0
    private var refusal: DecodeFailure?
    private var isOpen = true

    /// A loader for `format`; nil where none is installed.
    init?(format: EncodedPicture.Format) {
        // libheif's loader goes by one name for both its formats, libavif's by the other.
        let types =
            switch format {
            case .heif: ["heif/avif"]
            case .avif: ["avif", "heif/avif"]
            default: [format.rawValue]
            }
        // No lazy sequence: its `first` makes the loader twice, and nobody would put the other away.
        var made: UnsafeMutablePointer<GdkPixbufLoader>?
        for type in types where made == nil {
            made = (try? GLibError.check { gdk_pixbuf_loader_new_with_type(type, $0) }) ?? nil
        }
        guard let made else { return nil }
        object = ObjectReference(taking: UnsafeMutableRawPointer(made))
        // The handler runs within `write` and `finish`, on their thread, and they hold self.
        nonisolated(unsafe) unowned let loader = self
        prepared = Signal.connectAnywhere(object.pointer, "size-prepared") { (width: Int, height: Int) in
            loader.prepare(PixelSize(width: width, height: height))
        }
    }

    deinit {
        Signal.disconnect(object.pointer, prepared)
        if isOpen { gdk_pixbuf_loader_close(loader, nil) }
    }

    private var loader: UnsafeMutablePointer<GdkPixbufLoader> { object.typed() }

    /// Decodes as far as these bytes go.
    func write(_ data: Data) throws(DecodeFailure) {
        try check { error in
            data.withUnsafeBytes { bytes in
                _ = gdk_pixbuf_loader_write(
                    loader, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), gsize(bytes.count), error)
            }
        }
    }

    /// The picture, after its last byte was written.
    func finish() throws(DecodeFailure) -> PixbufPixels {
        isOpen = false
        try check { error in _ = gdk_pixbuf_loader_close(loader, error) }
        guard let pixbuf = gdk_pixbuf_loader_get_pixbuf(loader) else {
            throw .unreadable(reason: "There is no picture in it.")
        }
        return PixbufPixels(borrowing: pixbuf)
    }

    /// What there is of the picture after a failure; nil where there is nothing yet.
    var partial: PixbufPixels? { gdk_pixbuf_loader_get_pixbuf(loader).map { PixbufPixels(borrowing: $0) } }

    /// The frames, where the picture moves; after `finish`.
    var animation: ObjectReference? {
        guard let animation = gdk_pixbuf_loader_get_animation(loader),
            gdk_pixbuf_animation_is_static_image(animation) == 0
        else { return nil }
        return ObjectReference(borrowing: UnsafeMutableRawPointer(animation))
    }

    /// Has what does not come be transparent, and not what happened to be in the memory.
    func clearsFirst() {
        nonisolated(unsafe) let loader = loader
        Signal.connectAnywhere(object.pointer, "area-prepared") {
            if let pixbuf = gdk_pixbuf_loader_get_pixbuf(loader) { gdk_pixbuf_fill(pixbuf, 0) }
        }
    }

    private func prepare(_ size: PixelSize) {
        switch refusal.map(Plan.refuse) ?? plan(size) {
        case .decode(let target):
            gdk_pixbuf_loader_set_size(loader, CInt(clamping: target.width), CInt(clamping: target.height))
        case .refuse(let failure):
            refusal = failure
            // Every loader takes a size of nothing for an error, before it takes memory.
            gdk_pixbuf_loader_set_size(loader, 0, 0)
        }
    }

    private func check(
        _ body: (UnsafeMutablePointer<UnsafeMutablePointer<GError>?>) -> Void
    ) throws(DecodeFailure) {
        do {
            try GLibError.check(body)
        } catch {
            // Not by GLibError.matches: asked for here, Swift 6.3 takes GIO's error codes from this library's headers,
            // and finds them in libsoup's no more when it compiles the module as a whole.
            let isShort =
                error.domain == String(cString: g_quark_to_string(gdk_pixbuf_error_quark()))
                && error.code == Int(GDK_PIXBUF_ERROR_INSUFFICIENT_MEMORY.rawValue)
            throw refusal ?? (isShort ? .outOfMemory : .unreadable(reason: error.message))
        }
        if let refusal { throw refusal }
    }
}
