import CGLib

/// The signatures of what is dragged from program to program, and printed.
extension Signal {
    /// `gboolean (*)(object, pointer, user_data)`: "accept" of a GtkDropTarget (the GdkDrop).
    @discardableResult
    public static func connect(
        _ object: UnsafeMutableRawPointer, pointerDecision name: String,
        _ body: @escaping @MainActor (UnsafeMutableRawPointer?) -> Bool
    ) -> SignalID {
        typealias Function = @MainActor (UnsafeMutableRawPointer?) -> Bool
        let callback: @convention(c) (gpointer?, gpointer?, gpointer?) -> gboolean = { _, argument, data in
            nonisolated(unsafe) let argument = argument
            return MainActor.assumeIsolated { handler(data, Function.self)?(argument) == true ? 1 : 0 }
        }
        return connect(object, name, after: false, body as Function, unsafeBitCast(callback, to: GCallback.self))
    }

    /// `gboolean (*)(object, GValue, gdouble, gdouble, user_data)`: "drop" of a GtkDropTarget.
    @discardableResult
    public static func connect(
        _ object: UnsafeMutableRawPointer, drop name: String,
        _ body: @escaping @MainActor (_ value: UnsafePointer<GValue>) -> Bool
    ) -> SignalID {
        typealias Function = @MainActor (UnsafePointer<GValue>) -> Bool
        let callback: @convention(c) (gpointer?, UnsafePointer<GValue>?, gdouble, gdouble, gpointer?) -> gboolean = {
            _, value, _, _, data in
            guard let value else { return 0 }
            nonisolated(unsafe) let unsafeValue = value
            return MainActor.assumeIsolated { handler(data, Function.self)?(unsafeValue) == true ? 1 : 0 }
        }
        return connect(object, name, after: false, body as Function, unsafeBitCast(callback, to: GCallback.self))
    }

    /// `pointer (*)(object, gdouble, gdouble, user_data)`: "prepare" of a GtkDragSource; what is returned is taken over.
    @discardableResult
    public static func connect(
        _ object: UnsafeMutableRawPointer, twoDoublesMaking name: String,
        _ body: @escaping @MainActor (Double, Double) -> UnsafeMutableRawPointer?
    ) -> SignalID {
        typealias Function = @MainActor (Double, Double) -> UnsafeMutableRawPointer?
        let callback: @convention(c) (gpointer?, gdouble, gdouble, gpointer?) -> gpointer? = { _, x, y, data in
            nonisolated(unsafe) var made: UnsafeMutableRawPointer?
            MainActor.assumeIsolated { made = handler(data, Function.self)?(x, y) }
            return made
        }
        return connect(object, name, after: false, body as Function, unsafeBitCast(callback, to: GCallback.self))
    }

    /// `void (*)(object, pointer, gint, user_data)`: "draw-page" of a GtkPrintOperation (the context, the page).
    @discardableResult
    public static func connect(
        _ object: UnsafeMutableRawPointer, pointerInt name: String,
        _ body: @escaping @MainActor (UnsafeMutableRawPointer?, Int) -> Void
    ) -> SignalID {
        typealias Function = @MainActor (UnsafeMutableRawPointer?, Int) -> Void
        let callback: @convention(c) (gpointer?, gpointer?, CInt, gpointer?) -> Void = { _, argument, number, data in
            nonisolated(unsafe) let argument = argument
            MainActor.assumeIsolated { handler(data, Function.self)?(argument, Int(number)) }
        }
        return connect(object, name, after: false, body as Function, unsafeBitCast(callback, to: GCallback.self))
    }
}
