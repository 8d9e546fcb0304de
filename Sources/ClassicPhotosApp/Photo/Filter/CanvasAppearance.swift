import Foundation
import GtkBridge
import PhotoCore

/// What is done to a photo for the eye.
struct CanvasAppearance {
    var choice = FilterChoice(.none)
    /// For a filter that is no colour matrix: what it has made of what is on screen, one over the other. Empty before
    /// it has.
    var filtered: [PhotoLayer] = []
    /// Whether the original is shown for now.
    var showsOriginal = false
    /// Whether the original is shown next to the filtered photo.
    var isCompared = false
    /// Where the original ends, as a share of the divider's way from left to right.
    var split = 0.5

    var isFiltered: Bool { !choice.changesNothing && !showsOriginal }

    /// What is seen of original and filtered photo.
    var sides: CompareControls.Sides {
        if choice.changesNothing { return .filtered }
        return showsOriginal ? .original : isCompared ? .both : .filtered
    }

    /// How `layers` are drawn with the filter, where the part `seen` of the photo, in its pixels, is on screen.
    ///
    /// A colour matrix is left to the graphics card: the pixels stay as they are, in its memory, and a slider changes
    /// twelve numbers. Where the processor paints the window, GTK would take 23 ms for 900 x 640
    /// (gsk_color_matrix_node_draw, pixel by pixel in floating point); the filters' own loops take a quarter of a
    /// millisecond.
    func paint(_ layers: [PhotoLayer], seen: CGRect, inSoftware: Bool) -> CanvasPaint {
        guard let matrix = choice.matrix else {
            // Lower layers are seen only where the uppermost does not cover what is on screen.
            let isCovering = filtered.last?.area.insetBy(dx: -0.5, dy: -0.5).contains(seen) == true
            return CanvasPaint(layers: filtered.isEmpty ? layers : isCovering ? filtered.suffix(1) : filtered)
        }
        return inSoftware
            ? CanvasPaint(layers: layers, matrix: matrix)
            : CanvasPaint(layers: layers, transform: ColorTransform(matrix))
    }

    /// The divider's handle, in points: what the style says. The divider is in its middle.
    static let handle = 36.0

    /// Where the divider is in a view of `width`, in points: whole ones, for its edges to be sharp.
    func divider(in width: Double) -> Double { (Self.handle / 2 + split * max(0, width - Self.handle)).rounded() }

    /// The share at which the divider is at `place`.
    static func split(at place: Double, in width: Double) -> Double {
        guard width > handle else { return 0.5 }
        return min(1, max(0, (place - handle / 2) / (width - handle)))
    }
}

/// How a photo is drawn in one frame: from what, and who maps its colours.
struct CanvasPaint {
    /// What is drawn, one over the other.
    var layers: [PhotoLayer]
    /// What the sampler does to the colours.
    var matrix: ColorMatrix?
    /// What GTK does to them.
    var transform: ColorTransform?

    /// Whether what is behind a photo is part of its pictures.
    var isOnBoard: Bool { transform == nil }

    /// Has the sampler do its part.
    func set(_ sampler: inout FrameSampler, board: PhotoBoard) {
        sampler.matrix = matrix
        sampler.board = isOnBoard ? board : nil
    }
}

extension ColorTransform {
    /// The same as GTK's nodes take it.
    init(_ matrix: ColorMatrix) {
        self.init(red: matrix.red, green: matrix.green, blue: matrix.blue, offset: matrix.offset / 255)
    }
}
