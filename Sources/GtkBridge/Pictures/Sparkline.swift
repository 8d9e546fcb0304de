import CGtk
import GLibBridge

/// A row of thin bars, one per value, in the text's colour; those above a limit in the warning colour.
public final class Sparkline: Widget {
    private final class Drawing {
        var values: [Double] = []
        var limit = 1.0
        var count = 1
    }
    private let drawing = Drawing()

    /// Bars for up to `count` values; `limit` is two thirds of the height.
    public init(count: Int, limit: Double) {
        drawing.count = max(1, count)
        drawing.limit = limit
        guard let made = gtk_drawing_area_new() else { preconditionFailure("never NULL") }
        super.init(made)
        gtk_drawing_area_set_draw_func(
            object.typed(),
            { area, context, width, height, data in
                guard let area, let context, let data else { return }
                let drawing = Unmanaged<Drawing>.fromOpaque(data).takeUnretainedValue()
                Sparkline.draw(drawing, area, context, Double(width), Double(height))
            }, Unmanaged.passRetained(drawing).toOpaque(),
            { data in data.map { Unmanaged<Drawing>.fromOpaque($0).release() } })
    }

    /// The values, oldest first.
    public var values: [Double] {
        get { drawing.values }
        set {
            guard newValue != drawing.values else { return }
            drawing.values = newValue
            gtk_widget_queue_draw(widget)
        }
    }

    private nonisolated static func draw(
        _ drawing: Drawing, _ area: UnsafeMutablePointer<GtkDrawingArea>, _ context: OpaquePointer, _ width: Double,
        _ height: Double
    ) {
        let style = gtk_widget_get_style_context(UnsafeMutableRawPointer(area).assumingMemoryBound(to: GtkWidget.self))
        var color = GdkRGBA()
        gtk_style_context_get_color(style, &color)
        var warning = color
        _ = gtk_style_context_lookup_color(style, "warning_color", &warning)
        let limitY = height - height * 2 / 3
        cairo_set_source_rgba(context, Double(color.red), Double(color.green), Double(color.blue), 0.2)
        cairo_rectangle(context, 0, limitY.rounded(.down), width, 1)
        cairo_fill(context)
        let step = width / Double(drawing.count)
        var x = width - step * Double(min(drawing.count, drawing.values.count))
        for value in drawing.values.suffix(drawing.count) {
            let bar = value > drawing.limit ? warning : color
            cairo_set_source_rgba(
                context, Double(bar.red), Double(bar.green), Double(bar.blue), value > drawing.limit ? 1 : 0.55)
            let length = min(height, max(1, value / drawing.limit * height * 2 / 3))
            cairo_rectangle(context, x, height - length, max(1, step - 1), length)
            cairo_fill(context)
            x += step
        }
    }
}
