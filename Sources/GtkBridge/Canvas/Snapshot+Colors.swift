import CGtk
import GLibBridge

/// An affine colour map for GTK's nodes: the new red, green and blue are weighted sums of the old ones plus an offset.
/// Alpha is unchanged. For colours that are not premultiplied, 0 to 1.
public struct ColorTransform: Sendable, Equatable {
    /// The weights of red, green and blue in the new red.
    var red: SIMD3<Double>
    /// The weights of red, green and blue in the new green.
    var green: SIMD3<Double>
    /// The weights of red, green and blue in the new blue.
    var blue: SIMD3<Double>
    /// The offsets: 1 is a channel's whole range.
    var offset: SIMD3<Double>

    /// The map with these rows.
    public init(red: SIMD3<Double>, green: SIMD3<Double>, blue: SIMD3<Double>, offset: SIMD3<Double>) {
        self.red = red
        self.green = green
        self.blue = blue
        self.offset = offset
    }
}

extension Snapshot {
    /// Maps the colours of what `body` draws. A graphics card does it while drawing; GTK's cairo renderer pixel by
    /// pixel, in 23 ms for 900 x 640: see ``Widget/isDrawnInSoftware``.
    public func withColors(_ transform: ColorTransform, _ body: () -> Void) {
        // A row vector of colours times the matrix: a row is the contribution of one old channel.
        let rows = (0..<3).map { channel in
            [transform.red[channel], transform.green[channel], transform.blue[channel], 0].map { Float($0) }
        }
        let values = rows.flatMap(\.self) + [0, 0, 0, 1]
        var matrix = graphene_matrix_t()
        graphene_matrix_init_from_float(&matrix, values)
        var offset = graphene_vec4_t()
        graphene_vec4_init(&offset, Float(transform.offset.x), Float(transform.offset.y), Float(transform.offset.z), 0)
        gtk_snapshot_push_color_matrix(pointer, &matrix, &offset)
        body()
        gtk_snapshot_pop(pointer)
    }

    /// What `body` draws, painted by GTK's cairo renderer at this size: rows of premultiplied BGRA without padding.
    /// Needs no display.
    static func painted(width: Int, height: Int, _ body: (Snapshot) -> Void) -> [UInt8] {
        gtk_init_check()
        guard let made = gtk_snapshot_new() else { return [] }
        body(Snapshot(made))
        guard let node = gtk_snapshot_free_to_node(made) else { return [] }
        defer { gsk_render_node_unref(node) }
        var bytes = [UInt8](repeating: 0, count: 4 * width * height)
        bytes.withUnsafeMutableBytes { target in
            let surface = cairo_image_surface_create_for_data(
                target.baseAddress?.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32, CInt(width),
                CInt(height), CInt(4 * width))
            let cairo = cairo_create(surface)
            gsk_render_node_draw(node, cairo)
            cairo_destroy(cairo)
            cairo_surface_destroy(surface)
        }
        return bytes
    }
}

extension Widget {
    /// Whether the processor (GTK's cairo renderer), not a graphics card, paints its window.
    public var isDrawnInSoftware: Bool {
        guard let native = gtk_widget_get_native(widget), let renderer = gtk_native_get_renderer(native) else {
            return true
        }
        let instance = UnsafeMutableRawPointer(renderer).assumingMemoryBound(to: GTypeInstance.self)
        return g_type_check_instance_is_a(instance, gsk_cairo_renderer_get_type()) != 0
    }
}
