import CGtk

/// The direction of children.
public enum Orientation: Sendable {
    /// Side by side.
    case horizontal
    /// One below the other.
    case vertical

    var gtk: GtkOrientation {
        switch self {
        case .horizontal: GTK_ORIENTATION_HORIZONTAL
        case .vertical: GTK_ORIENTATION_VERTICAL
        }
    }
}

/// A widget's place in excess space.
public enum Alignment: Sendable {
    /// Fills it.
    case fill
    /// At the top, or at the reading start.
    case start
    /// In the middle.
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
