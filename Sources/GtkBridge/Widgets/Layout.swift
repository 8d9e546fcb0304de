import CGtk

/// The direction of children.
package enum Orientation: Sendable {
    case horizontal
    case vertical

    var gtk: GtkOrientation { self == .horizontal ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL }
}

/// A widget's place in excess space.
package enum Alignment: Sendable {
    case fill
    /// At the top, or at the reading start.
    case start
    case center
    /// At the bottom, or at the reading end.
    case end

    var gtk: GtkAlign {
        switch self {
        case .fill: GTK_ALIGN_FILL
        case .start: GTK_ALIGN_START
        case .center: GTK_ALIGN_CENTER
        case .end: GTK_ALIGN_END
        }
    }
}
