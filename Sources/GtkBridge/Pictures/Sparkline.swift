import CGtk
import GLibBridge

/// A row of thin bars, one per value, in the text's colour; those above a limit in the warning colour.
package final class Sparkline: Widget {
    private struct Drawing {
        var values: [Double] = []
        var limit: Double
        var count: Int
        /// Whether these are the bars above the limit, or the others.
        var isAboveLimit: Bool
    }
    /// One layer for each colour, because a widget knows only the colour of its own text.
    private let layers: [Layer]

    /// Bars for up to `count` values; `limit` is two thirds of the height.
    package init(count: Int, limit: Double) {
        layers = [false, true].map { Layer(Drawing(limit: limit, count: max(1, count), isAboveLimit: $0)) }
        super.init(made: gtk_overlay_new())
        layers[1].addClass("warning")
        gtk_overlay_set_child(opaque, layers[0].widget)
        gtk_overlay_add_overlay(opaque, layers[1].widget)
    }

    /// The values, oldest first.
    package var values: [Double] {
        get { layers[0].values }
        set { for layer in layers { layer.values = newValue } }
    }

    /// The bars on one side of the limit; below, also its line.
    private final class Layer: Widget {
        private let drawing: Boxed<Drawing>

        init(_ drawing: Drawing) {
            self.drawing = Boxed(drawing)
            super.init(made: gtk_drawing_area_new())
            gtk_drawing_area_set_draw_func(
                object.typed(),
                { area, context, width, height, data in
                    guard let area, let context, let data else { return }
                    let widget = UnsafeMutableRawPointer(area).assumingMemoryBound(to: GtkWidget.self)
                    Layer.draw(Boxed<Drawing>.value(in: data), widget, context, Double(width), Double(height))
                }, self.drawing.data, releaseObject)
        }

        var values: [Double] {
            get { drawing.value.values }
            set {
                guard newValue != drawing.value.values else { return }
                drawing.value.values = newValue
                queueDraw()
            }
        }

        private nonisolated static func draw(
            _ drawing: Drawing, _ widget: UnsafeMutablePointer<GtkWidget>, _ context: OpaquePointer, _ width: Double,
            _ height: Double
        ) {
            var color = GdkRGBA()
            #if ADWAITA_1_5
                gtk_widget_get_color(widget, &color)
            #else
                gtk_style_context_get_color(gtk_widget_get_style_context(widget), &color)
            #endif
            func set(opacity: Double) {
                cairo_set_source_rgba(
                    context, Double(color.red), Double(color.green), Double(color.blue), opacity)
            }
            if !drawing.isAboveLimit {
                set(opacity: 0.2)
                cairo_rectangle(context, 0, (height - height * 2 / 3).rounded(.down), width, 1)
                cairo_fill(context)
            }
            set(opacity: drawing.isAboveLimit ? 1 : 0.55)
            let step = width / Double(drawing.count)
            var x = width - step * Double(min(drawing.count, drawing.values.count))
            for value in drawing.values.suffix(drawing.count) {
                defer { x += step }
                guard (value > drawing.limit) == drawing.isAboveLimit else { continue }
                let length = min(height, max(1, value / drawing.limit * height * 2 / 3))
                cairo_rectangle(context, x, height - length, max(1, step - 1), length)
                cairo_fill(context)
            }
        }
    }
}
