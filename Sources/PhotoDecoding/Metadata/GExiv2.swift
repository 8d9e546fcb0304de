import CGLib

/// The functions of gexiv2, GLib's interface to Exiv2, in use: those of version 0.14 and later.
///
/// Not linked: Exiv2 would add 5 ms to each start, a third of the program's allowance over an empty window.
struct GExiv2: Sendable {
    /// Nil if the library is not installed, or cannot be initialized.
    static let shared = GExiv2()

    typealias Metadata = UnsafeMutableRawPointer
    typealias Failure = UnsafeMutablePointer<UnsafeMutablePointer<GError>?>

    let new: @convention(c) () -> Metadata?
    /// The bytes are read as long as the object lives.
    let open: @convention(c) (Metadata, UnsafeRawPointer?, glong, Failure?) -> gboolean
    let text: @convention(c) (Metadata, UnsafePointer<CChar>, Failure?) -> UnsafeMutablePointer<CChar>?
    let exposureTime:
        @convention(c) (Metadata, UnsafeMutablePointer<gint>, UnsafeMutablePointer<gint>, Failure?) -> gboolean
    let aperture: @convention(c) (Metadata, Failure?) -> gdouble
    let focalLength: @convention(c) (Metadata, Failure?) -> gdouble
    let speed: @convention(c) (Metadata, Failure?) -> gint
    let latitude: @convention(c) (Metadata, UnsafeMutablePointer<gdouble>, Failure?) -> gboolean
    let longitude: @convention(c) (Metadata, UnsafeMutablePointer<gdouble>, Failure?) -> gboolean

    let hasTag: @convention(c) (Metadata, UnsafePointer<CChar>, Failure?) -> gboolean
    let clearTag: @convention(c) (Metadata, UnsafePointer<CChar>, Failure?) -> gboolean
    let setNumber: @convention(c) (Metadata, UnsafePointer<CChar>, glong, Failure?) -> gboolean
    let eraseThumbnail: @convention(c) (Metadata, Failure?) -> Void
    /// Changes the metadata of the picture at a path, without touching its pixels.
    let save: @convention(c) (Metadata, UnsafePointer<CChar>, Failure?) -> gboolean
    /// The same of the picture in a ``Stream``. Nil from version 0.15 on, which writes only files.
    let saveStream: (@convention(c) (Metadata, UnsafeMutableRawPointer, Failure?) -> gboolean)?

    /// ManagedStreamCallbacks, which no installed header declares; each function gets the handle first.
    struct Stream {
        let handle: UnsafeMutableRawPointer
        let canSeek: @convention(c) (UnsafeMutableRawPointer) -> gboolean
        let canRead: @convention(c) (UnsafeMutableRawPointer) -> gboolean
        let canWrite: @convention(c) (UnsafeMutableRawPointer) -> gboolean
        let length: @convention(c) (UnsafeMutableRawPointer) -> gint64
        let position: @convention(c) (UnsafeMutableRawPointer) -> gint64
        /// To a buffer, from this index of it on, this many bytes: how many there were.
        let read: @convention(c) (UnsafeMutableRawPointer, UnsafeMutableRawPointer?, gint32, gint32) -> gint32
        let write: @convention(c) (UnsafeMutableRawPointer, UnsafeMutableRawPointer?, gint32, gint32) -> Void
        /// By this many bytes from the start (0), the position (1) or the end (2).
        let seek: @convention(c) (UnsafeMutableRawPointer, gint64, CInt) -> Void
        let flush: @convention(c) (UnsafeMutableRawPointer) -> Void
    }

    /// GEXIV2_LOG_LEVEL_MUTE: otherwise it reports every broken tag on standard error.
    private static let mute: CInt = 4

    /// The library's files, the usual one first: 0.14, and 0.16, which has its version in its name.
    private static let files = ["libgexiv2.so.2", "libgexiv2-0.16.so.4"]

    private init?() {
        guard let library = Self.files.lazy.compactMap({ LazyLibrary($0) }).first else { return nil }
        func load<Function>(_ name: String) throws(LazyLibrary.Missing) -> Function {
            try library.function("gexiv2_" + name)
        }
        do throws(LazyLibrary.Missing) {
            let setLogLevel: @convention(c) (CInt) -> Void = try load("log_set_level")
            let setUp: @convention(c) () -> gboolean = try load("initialize")
            new = try load("metadata_new")
            open = try load("metadata_open_buf")
            text = try load("metadata_try_get_tag_string")
            exposureTime = try load("metadata_try_get_exposure_time")
            aperture = try load("metadata_try_get_fnumber")
            focalLength = try load("metadata_try_get_focal_length")
            speed = try load("metadata_try_get_iso_speed")
            latitude = try load("metadata_try_get_gps_latitude")
            longitude = try load("metadata_try_get_gps_longitude")
            hasTag = try load("metadata_try_has_tag")
            clearTag = try load("metadata_try_clear_tag")
            setNumber = try load("metadata_try_set_tag_long")
            eraseThumbnail = try load("metadata_try_erase_exif_thumbnail")
            save = try load("metadata_save_file")
            saveStream = try? load("metadata_save_stream")
            setLogLevel(Self.mute)
            guard setUp() != 0 else { return nil }
        } catch {
            return nil
        }
    }
}
