import CGtk

/// Which way children follow each other.
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

/// Where a widget lies when it has more room than it wants.
public enum Alignment: Sendable {
    /// Takes it all.
    case fill
    /// At the top, or where reading begins.
    case start
    /// In the middle.
    case center
    /// At the bottom, or where reading ends.
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
