import CGdkPixbuf
import Foundation
import GLibBridge
import PhotoCore

/// A GdkPixbufLoader for one picture, on one thread. Discards unfinished work when freed.
final class PixbufLoader {
    /// What to do with a picture of known size.
    enum Plan {
        case decode(at: PixelSize)
        /// Stop before allocating memory for it.
        case refuse(DecodeFailure)
    }

    /// Called once, as soon as the original's size is known.
    var plan: (PixelSize) -> Plan = { .decode(at: $0) }

    private let object: ObjectReference
    private var prepared: SignalID = 0
    private var refusal: DecodeFailure?
    private var isOpen = true

    /// A loader for `format`; nil if none is installed.
    init?(format: EncodedPicture.Format) {
        // libheif's loader has one name for both its formats, libavif's the other.
        let types =
            switch format {
            case .heif: ["heif/avif"]
            case .avif: ["avif", "heif/avif"]
            default: [format.rawValue]
            }
        // No lazy sequence: its `first` would create the loader twice and leak one.
        var made: UnsafeMutablePointer<GdkPixbufLoader>?
        for type in types where made == nil {
            made = (try? GLibError.check { gdk_pixbuf_loader_new_with_type(type, $0) }) ?? nil
        }
        guard let made else { return nil }
        object = ObjectReference(taking: UnsafeMutableRawPointer(made))
        // The handler runs within `write` and `finish`, on their thread, and they retain self.
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

    /// Decodes these bytes.
    func write(_ data: Data) throws(DecodeFailure) {
        try check { error in
            data.withUnsafeBytes { bytes in
                _ = gdk_pixbuf_loader_write(
                    loader, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), gsize(bytes.count), error)
            }
        }
    }

    /// The picture, after its last byte.
    func finish() throws(DecodeFailure) -> PixbufPixels {
        isOpen = false
        try check { error in _ = gdk_pixbuf_loader_close(loader, error) }
        guard let pixbuf = gdk_pixbuf_loader_get_pixbuf(loader) else {
            throw .unreadable(reason: translatable("It contains no picture."))
        }
        return PixbufPixels(borrowing: pixbuf)
    }

    /// The available part of the picture after a failure; nil if there is none.
    var partial: PixbufPixels? { gdk_pixbuf_loader_get_pixbuf(loader).map { PixbufPixels(borrowing: $0) } }

    /// The frames of an animation; after `finish`.
    var animation: ObjectReference? {
        guard let animation = gdk_pixbuf_loader_get_animation(loader),
            gdk_pixbuf_animation_is_static_image(animation) == 0
        else { return nil }
        return ObjectReference(borrowing: UnsafeMutableRawPointer(animation))
    }

    /// Makes missing parts transparent instead of uninitialized.
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
            // Every loader treats a size of 0 as an error, before it allocates memory.
            gdk_pixbuf_loader_set_size(loader, 0, 0)
        }
    }

    private func check(_ body: (UnsafeMutablePointer<UnsafeMutablePointer<GError>?>) -> Void) throws(DecodeFailure) {
        do {
            try GLibError.check(body)
        } catch {
            // Not with GLibError.matches: used here, Swift 6.3 takes GIO's error codes from this library's headers, and
            // no longer finds them in libsoup's when it compiles the whole module.
            let isShort =
                error.domain == String(cString: g_quark_to_string(gdk_pixbuf_error_quark()))
                && error.code == Int(GDK_PIXBUF_ERROR_INSUFFICIENT_MEMORY.rawValue)
            throw refusal ?? (isShort ? .outOfMemory : .unreadable(reason: error.message))
        }
        if let refusal { throw refusal }
    }
}
