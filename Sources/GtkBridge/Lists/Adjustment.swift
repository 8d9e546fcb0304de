import CGtk
import GLibBridge

/// A scroll position, in points.
@MainActor
public final class Adjustment {
    private let object: ObjectReference
    private var adjustment: UnsafeMutablePointer<GtkAdjustment> { object.typed() }

    /// A scrolled window always has one.
    init(_ adjustment: UnsafeMutablePointer<GtkAdjustment>?) {
        guard let adjustment else { preconditionFailure("a scrolled window always has one") }
        object = ObjectReference(borrowing: UnsafeMutableRawPointer(adjustment))
    }

    /// The top edge of the visible part.
    public var value: Double {
        get { gtk_adjustment_get_value(adjustment) }
        set { gtk_adjustment_set_value(adjustment, newValue) }
    }

    /// The end of the whole range.
    public var upper: Double { gtk_adjustment_get_upper(adjustment) }
    /// The size of the visible part.
    public var pageSize: Double { gtk_adjustment_get_page_size(adjustment) }

    /// Calls `body` when the position changes for any reason.
    public func onValueChanged(_ body: @escaping @MainActor () -> Void) {
        Signal.connect(object.pointer, "value-changed", body)
    }

    /// Calls `body` when the length of the list or the size of the view changes.
    public func onChanged(_ body: @escaping @MainActor () -> Void) { Signal.connect(object.pointer, "changed", body) }
}
