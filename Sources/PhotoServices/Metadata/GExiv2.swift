import CGLib
import Glibc

/// The functions of gexiv2, the face of Exiv2 for GLib's programs, that are used here: those of version 0.14 and later.
///
/// Loaded when the first photo is looked into, and not linked: Exiv2 would take 5 ms of each start, a third of what the
/// program may take longer than an empty window.
struct GExiv2: Sendable {
    /// nil where the library is not installed, or cannot be set up.
    static let shared = GExiv2()

    typealias Metadata = UnsafeMutableRawPointer
    typealias Failure = UnsafeMutablePointer<UnsafeMutablePointer<GError>?>

    let new: @convention(c) () -> Metadata?
    /// The bytes are read for as long as the object lives.
    let open: @convention(c) (Metadata, UnsafeRawPointer?, glong, Failure?) -> gboolean
    let text: @convention(c) (Metadata, UnsafePointer<CChar>, Failure?) -> UnsafeMutablePointer<CChar>?
    let exposureTime:
        @convention(c) (Metadata, UnsafeMutablePointer<gint>, UnsafeMutablePointer<gint>, Failure?) -> gboolean
    let aperture: @convention(c) (Metadata, Failure?) -> gdouble
    let focalLength: @convention(c) (Metadata, Failure?) -> gdouble
    let speed: @convention(c) (Metadata, Failure?) -> gint
    let latitude: @convention(c) (Metadata, UnsafeMutablePointer<gdouble>, Failure?) -> gboolean
    let longitude: @convention(c) (Metadata, UnsafeMutablePointer<gdouble>, Failure?) -> gboolean

    /// GEXIV2_LOG_LEVEL_MUTE: it says on standard error what it thinks of every broken tag.
    private static let mute: CInt = 4

    private init?() {
        guard let library = dlopen("libgexiv2.so.2", RTLD_NOW | RTLD_LOCAL) else { return nil }
        func function<Function>(_ name: String, as _: Function.Type = Function.self) -> Function? {
            dlsym(library, "gexiv2_" + name).map { unsafeBitCast($0, to: Function.self) }
        }
        guard let new = function("metadata_new", as: (@convention(c) () -> Metadata?).self),
            let setLogLevel = function("log_set_level", as: (@convention(c) (CInt) -> Void).self),
            let setUp = function("initialize", as: (@convention(c) () -> gboolean).self),
            let open = function(
                "metadata_open_buf",
                as: (@convention(c) (Metadata, UnsafeRawPointer?, glong, Failure?) -> gboolean).self),
            let text = function(
                "metadata_try_get_tag_string",
                as: (@convention(c) (Metadata, UnsafePointer<CChar>, Failure?) -> UnsafeMutablePointer<CChar>?).self),
            let exposureTime = function(
                "metadata_try_get_exposure_time",
                as: (@convention(c) (Metadata, UnsafeMutablePointer<gint>, UnsafeMutablePointer<gint>, Failure?) ->
                    gboolean)
                    .self),
            let aperture = function(
                "metadata_try_get_fnumber", as: (@convention(c) (Metadata, Failure?) -> gdouble).self),
            let focalLength = function(
                "metadata_try_get_focal_length", as: (@convention(c) (Metadata, Failure?) -> gdouble).self),
            let speed = function("metadata_try_get_iso_speed", as: (@convention(c) (Metadata, Failure?) -> gint).self),
            let latitude = function(
                "metadata_try_get_gps_latitude",
                as: (@convention(c) (Metadata, UnsafeMutablePointer<gdouble>, Failure?) -> gboolean).self),
            let longitude = function(
                "metadata_try_get_gps_longitude",
                as: (@convention(c) (Metadata, UnsafeMutablePointer<gdouble>, Failure?) -> gboolean).self)
        else { return nil }
        setLogLevel(Self.mute)
        guard setUp() != 0 else { return nil }
        (self.new, self.open, self.text, self.exposureTime) = (new, open, text, exposureTime)
        (self.aperture, self.focalLength, self.speed) = (aperture, focalLength, speed)
        (self.latitude, self.longitude) = (latitude, longitude)
    }
}
