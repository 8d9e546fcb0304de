import CGtk
import GLibBridge

/// Prints a picture on one page.
@MainActor
public final class PrintJob {
    /// The outcome.
    public enum Outcome: Sendable, Equatable {
        /// Sent to the printer, or to a file.
        case printed
        /// The person cancelled.
        case cancelled
        /// Failed; the system's reason.
        case failed(reason: String)
    }

    /// The picture's place on a page of this size, in the page's units.
    public typealias Placing = @MainActor (_ width: Double, _ height: Double) -> Frame

    private let operation: ObjectReference
    private let picture: Texture
    private let place: Placing

    /// The last choice of printer and paper.
    private static var settings: ObjectReference?

    private var pointer: UnsafeMutablePointer<GtkPrintOperation> { operation.typed() }

    /// A job called `name` for `picture`, initially in landscape if `isLandscape`.
    public init(name: String, picture: Texture, isLandscape: Bool, placing place: @escaping Placing) {
        operation = ObjectReference(new: gtk_print_operation_new())
        self.picture = picture
        self.place = place
        gtk_print_operation_set_n_pages(pointer, 1)
        gtk_print_operation_set_job_name(pointer, name)
        gtk_print_operation_set_allow_async(pointer, 1)
        gtk_print_operation_set_embed_page_setup(pointer, 1)
        let setup = gtk_page_setup_new()
        gtk_page_setup_set_orientation(
            setup, isLandscape ? GTK_PAGE_ORIENTATION_LANDSCAPE : GTK_PAGE_ORIENTATION_PORTRAIT)
        gtk_print_operation_set_default_page_setup(pointer, setup)
        g_object_unref(setup.map { UnsafeMutableRawPointer($0) })
        let settings = Self.settings?.opaque ?? gtk_print_settings_new()
        if let settings {
            gtk_print_settings_set(settings, GTK_PRINT_SETTINGS_OUTPUT_BASENAME, name)
            gtk_print_operation_set_print_settings(pointer, settings)
            if Self.settings == nil { g_object_unref(UnsafeMutableRawPointer(settings)) }
        }
        Signal.connect(operation.pointer, "draw-page") { [weak self] (context: UnsafeMutableRawPointer?) in
            if let context { self?.draw(OpaquePointer(context)) }
        }
    }

    /// Shows the print dialog for `parent`, and prints. Retain the job until it ends.
    public func run(parent: ApplicationWindow, completion: @escaping @MainActor (Outcome) -> Void) {
        Signal.connect(operation.pointer, "done") { [weak self] (result: Int) in
            self?.done(GtkPrintOperationResult(UInt32(result)), completion)
        }
        // "done" reports the outcome in any case.
        gtk_print_operation_run(pointer, GTK_PRINT_OPERATION_ACTION_PRINT_DIALOG, parent.object.typed(), nil)
    }

    private func done(_ result: GtkPrintOperationResult, _ completion: @MainActor (Outcome) -> Void) {
        switch result {
        case GTK_PRINT_OPERATION_RESULT_APPLY:
            Self.settings = gtk_print_operation_get_print_settings(pointer).map {
                ObjectReference(borrowing: UnsafeMutableRawPointer($0))
            }
            completion(.printed)
        case GTK_PRINT_OPERATION_RESULT_CANCEL: completion(.cancelled)
        default:
            var error: UnsafeMutablePointer<GError>?
            gtk_print_operation_get_error(pointer, &error)
            completion(.failed(reason: error.map { GLibError(consuming: $0).message } ?? ""))
        }
    }

    private func draw(_ context: OpaquePointer) {
        let width = gtk_print_context_get_width(context)
        let height = gtk_print_context_get_height(context)
        let frame = place(width, height)
        guard let cairo = gtk_print_context_get_cairo_context(context),
            let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, CInt(picture.width), CInt(picture.height))
        else { return }
        defer { cairo_surface_destroy(surface) }
        // Fails beyond the size of cairo's surfaces.
        guard let data = cairo_image_surface_get_data(surface) else { return }
        gdk_texture_download(picture.object.opaque, data, gsize(cairo_image_surface_get_stride(surface)))
        cairo_surface_mark_dirty(surface)
        cairo_translate(cairo, frame.x, frame.y)
        cairo_scale(cairo, frame.width / Double(picture.width), frame.height / Double(picture.height))
        cairo_set_source_surface(cairo, surface, 0, 0)
        cairo_paint(cairo)
    }
}
