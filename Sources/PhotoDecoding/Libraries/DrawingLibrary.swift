import CGLib

/// The functions of librsvg (2.46 or later) and of cairo that draw SVG.
///
/// Not GdkPixbuf's module: librsvg builds it no more by default, and GNOME's runtime for Flatpak lacks it.
struct DrawingLibrary: Sendable {
    /// Nil if one of them is not installed.
    static let shared = DrawingLibrary()

    typealias Failure = UnsafeMutablePointer<UnsafeMutablePointer<GError>?>

    /// rsvg_handle_new_from_data
    let parse: @convention(c) (UnsafePointer<UInt8>?, gsize, Failure?) -> UnsafeMutableRawPointer?
    /// rsvg_handle_get_dimensions, into an RsvgDimensionData: two ints, two doubles.
    let dimensions: @convention(c) (UnsafeMutableRawPointer, UnsafeMutableRawPointer) -> Void
    /// rsvg_handle_render_document, on a cairo context, in an RsvgRectangle: four doubles.
    let render: @convention(c) (UnsafeMutableRawPointer, OpaquePointer, UnsafePointer<Double>, Failure?) -> gboolean

    /// cairo_image_surface_create_for_data, of a cairo_format_t.
    let makeSurface: @convention(c) (UnsafeMutablePointer<UInt8>?, CInt, CInt, CInt, CInt) -> OpaquePointer?
    let endSurface: @convention(c) (OpaquePointer) -> Void
    let flush: @convention(c) (OpaquePointer) -> Void
    let makeContext: @convention(c) (OpaquePointer) -> OpaquePointer?
    let endContext: @convention(c) (OpaquePointer) -> Void
    /// cairo_status: 0 without an error.
    let status: @convention(c) (OpaquePointer) -> CInt

    private init?() {
        guard let drawing = LazyLibrary("librsvg-2.so.2"), let painting = LazyLibrary("libcairo.so.2") else {
            return nil
        }
        do throws(LazyLibrary.Missing) {
            parse = try drawing.function("rsvg_handle_new_from_data")
            dimensions = try drawing.function("rsvg_handle_get_dimensions")
            render = try drawing.function("rsvg_handle_render_document")
            makeSurface = try painting.function("cairo_image_surface_create_for_data")
            endSurface = try painting.function("cairo_surface_destroy")
            flush = try painting.function("cairo_surface_flush")
            makeContext = try painting.function("cairo_create")
            endContext = try painting.function("cairo_destroy")
            status = try painting.function("cairo_status")
        } catch {
            return nil
        }
    }
}
