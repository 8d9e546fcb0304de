import CGtk
import GLibBridge

/// A row of thin bars, one per value, in the text's colour; those above a limit in the warning colour.
public final class Sparkline: Widget {
    private struct Drawing {
        var values: [Double] = []
        var limit: Double
        var count: Int
    }
    private let drawing: Boxed<Drawing>

    /// Bars for up to `count` values; `limit` is two thirds of the height.
    public init(count: Int, limit: Double) {
        drawing = Boxed(Drawing(limit: limit, count: max(1, count)))
        super.init(made: gtk_drawing_area_new())
        gtk_drawing_area_set_draw_func(
            object.typed(),
            { area, context, width, height, data in
                guard let area, let context, let data else { return }
                let drawing = Boxed<Drawing>.value(in: data)
                Sparkline.draw(drawing, area, context, Double(width), Double(height))
            }, drawing.data, releaseObject)
    }

    /// The values, oldest first.
    public var values: [Double] {
        get { drawing.value.values }
        set {
            guard newValue != drawing.value.values else { return }
            drawing.value.values = newValue
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
