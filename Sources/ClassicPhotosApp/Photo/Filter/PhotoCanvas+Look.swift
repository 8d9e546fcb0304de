import Foundation
import GtkBridge
import PhotoCore

/// The photo as it is, as a filter makes it, or both side by side.
extension PhotoCanvas {
    /// How `layers` are drawn, with the filter or without.
    ///
    /// A colour matrix is left to the graphics card: the pixels stay as they are, in its memory, and a slider changes
    /// twelve numbers. Where the processor paints the window, GTK would take 23 ms for 900 x 640
    /// (gsk_color_matrix_node_draw, pixel by pixel in floating point); the filters' own loops take a quarter of a
    /// millisecond.
    func paint(_ isFiltered: Bool, _ layers: [PhotoLayer]) -> CanvasPaint {
        guard isFiltered else { return CanvasPaint(layers: layers) }
        guard let matrix = look.choice.matrix else {
            return CanvasPaint(layers: look.filtered.isEmpty ? layers : filteredLayers)
        }
        return widget.isDrawnInSoftware
            ? CanvasPaint(layers: layers, matrix: matrix)
            : CanvasPaint(layers: layers, transform: ColorTransform(matrix))
    }

    /// What lies below is seen only where the uppermost does not cover all of the view.
    private var filteredLayers: [PhotoLayer] {
        guard let last = look.filtered.last,
            last.area.insetBy(dx: -0.5, dy: -0.5).contains(FilterPlan.View(viewport, turn: turn).visible)
        else { return look.filtered }
        return [last]
    }

    // MARK: - Side by side

    /// So near the divider, in points, a pointer or a finger takes hold of it.
    private static let dividerReach = 10.0

    private var isDividerShown: Bool { look.isCompared && look.isFiltered }

    func drawDivider(at x: Double, on snapshot: Snapshot) {
        // Seen on any photo: white between two darker lines.
        let height = widget.height
        snapshot.append(
            Color(red: 0, green: 0, blue: 0, alpha: 0.35), in: Frame(x: x - 2, y: 0, width: 4, height: height))
        snapshot.append(Color(red: 1, green: 1, blue: 1), in: Frame(x: x - 1, y: 0, width: 2, height: height))
    }

    func takeDivider(at x: Double) -> Bool {
        guard isNearDivider(x) else { return false }
        dividerStart = look.divider(in: widget.width)
        return true
    }

    /// Moves the divider, if it is held, so far from where it was taken.
    func dragDivider(by way: Double) -> Bool {
        guard let dividerStart else { return false }
        onDivider?(dividerStart + way)
        return true
    }

    func showDividerCursor() {
        guard drag == nil, isDividerShown || hasDividerCursor else { return }
        let isNear = pointer.map { isNearDivider($0.x) } ?? false
        guard isNear != hasDividerCursor else { return }
        hasDividerCursor = isNear
        widget.setCursor(isNear ? "col-resize" : nil)
    }

    private func isNearDivider(_ x: Double) -> Bool {
        isDividerShown && abs(x - look.divider(in: widget.width)) <= Self.dividerReach
    }
}
