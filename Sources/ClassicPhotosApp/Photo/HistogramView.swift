import Foundation
import GLibBridge
import GtkBridge
import PhotoCore

/// Draws a histogram: the three colours over each other, from black at the left to white at the right.
@MainActor
final class HistogramView: CanvasDrawing {
    private static let height = 80

    let widget = Canvas()
    private var heights: [(color: Color, values: [Double])] = []
    private var shown: PhotoHistogram?

    init() {
        widget.drawing = self
        widget.setSizeRequest(width: -1, height: Self.height)
        widget.addClass("histogram")
        widget.setAccessibleLabel(localized("Histogram"))
    }

    func show(_ histogram: PhotoHistogram?) {
        guard histogram != shown else { return }
        shown = histogram
        heights =
            histogram.map {
                [
                    (Color(red: 0.9, green: 0.1, blue: 0.1, alpha: 0.55), $0.heights(\.red)),
                    (Color(red: 0.1, green: 0.75, blue: 0.2, alpha: 0.55), $0.heights(\.green)),
                    (Color(red: 0.2, green: 0.4, blue: 1, alpha: 0.55), $0.heights(\.blue)),
                ]
            } ?? []
        widget.queueDraw()
    }

    func resized(width: Double, height: Double) {}

    func draw(on snapshot: Snapshot) {
        let width = widget.width / 256
        let height = widget.height
        for (color, values) in heights {
            for (index, value) in values.enumerated() where value > 0 {
                let bar = max(1, value * height)
                snapshot.append(
                    color, in: Frame(x: Double(index) * width, y: height - bar, width: width, height: bar))
            }
        }
    }
}
