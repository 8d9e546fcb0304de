import CGLib

/// The signatures of what people do with pointer, fingers and keys.
extension Signal {
    /// `void (*)(object, guint, user_data)`: "activate" of a GtkListView (the row).
    @discardableResult
    public static func connect(
        _ object: UnsafeMutableRawPointer, uint name: String, _ body: @escaping @MainActor (Int) -> Void
    ) -> SignalID {
        typealias Function = @MainActor (Int) -> Void
        let callback: @convention(c) (gpointer?, guint, gpointer?) -> Void = { _, argument, data in
            MainActor.assumeIsolated { handler(data, Function.self)?(Int(argument)) }
        }
        return connect(object, name, after: false, body as Function, unsafeBitCast(callback, to: GCallback.self))
    }

    /// `void (*)(object, gdouble, user_data)`: "scale-changed" of a GtkGestureZoom.
    @discardableResult
    public static func connect(
        _ object: UnsafeMutableRawPointer, double name: String, _ body: @escaping @MainActor (Double) -> Void
    ) -> SignalID {
        typealias Function = @MainActor (Double) -> Void
        let callback: @convention(c) (gpointer?, gdouble, gpointer?) -> Void = { _, argument, data in
            MainActor.assumeIsolated { handler(data, Function.self)?(argument) }
        }
        return connect(object, name, after: false, body as Function, unsafeBitCast(callback, to: GCallback.self))
    }

    /// `void (*)(object, gdouble, gdouble, user_data)`: "drag-begin", "drag-update", "drag-end", "motion", "enter",
    /// "swipe".
    @discardableResult
    public static func connect(
        _ object: UnsafeMutableRawPointer, twoDoubles name: String,
        _ body: @escaping @MainActor (Double, Double) -> Void
    ) -> SignalID {
        typealias Function = @MainActor (Double, Double) -> Void
        let callback: @convention(c) (gpointer?, gdouble, gdouble, gpointer?) -> Void = { _, x, y, data in
            MainActor.assumeIsolated { handler(data, Function.self)?(x, y) }
        }
        return connect(object, name, after: false, body as Function, unsafeBitCast(callback, to: GCallback.self))
    }

    /// `void (*)(object, gint, gdouble, gdouble, user_data)`: "pressed" and "released" of a GtkGestureClick.
    @discardableResult
    public static func connect(
        _ object: UnsafeMutableRawPointer, click name: String,
        _ body: @escaping @MainActor (_ presses: Int, _ x: Double, _ y: Double) -> Void
    ) -> SignalID {
        typealias Function = @MainActor (Int, Double, Double) -> Void
        let callback: @convention(c) (gpointer?, CInt, gdouble, gdouble, gpointer?) -> Void = {
            _, presses, x, y, data in
            MainActor.assumeIsolated { handler(data, Function.self)?(Int(presses), x, y) }
        }
        return connect(object, name, after: false, body as Function, unsafeBitCast(callback, to: GCallback.self))
    }

    /// `gboolean (*)(object, gdouble, gdouble, user_data)`: "scroll"; true stops the event.
    @discardableResult
    public static func connect(
        _ object: UnsafeMutableRawPointer, twoDoublesDecision name: String,
        _ body: @escaping @MainActor (Double, Double) -> Bool
    ) -> SignalID {
        typealias Function = @MainActor (Double, Double) -> Bool
        let callback: @convention(c) (gpointer?, gdouble, gdouble, gpointer?) -> gboolean = { _, x, y, data in
            MainActor.assumeIsolated { handler(data, Function.self)?(x, y) == true ? 1 : 0 }
        }
        return connect(object, name, after: false, body as Function, unsafeBitCast(callback, to: GCallback.self))
    }

    /// `gboolean (*)(object, guint keyval, guint keycode, GdkModifierType, user_data)`: "key-pressed"; true stops the
    /// event.
    @discardableResult
    public static func connect(
        _ object: UnsafeMutableRawPointer, key name: String,
        _ body: @escaping @MainActor (_ symbol: UInt32, _ modifiers: UInt32) -> Bool
    ) -> SignalID {
        typealias Function = @MainActor (UInt32, UInt32) -> Bool
        let callback: @convention(c) (gpointer?, guint, guint, guint, gpointer?) -> gboolean = {
            _, symbol, _, modifiers, data in
            MainActor.assumeIsolated { handler(data, Function.self)?(symbol, modifiers) == true ? 1 : 0 }
        }
        return connect(object, name, after: false, body as Function, unsafeBitCast(callback, to: GCallback.self))
    }

    /// `void (*)(object, guint keyval, guint keycode, GdkModifierType, user_data)`: "key-released".
    @discardableResult
    public static func connect(
        _ object: UnsafeMutableRawPointer, keyReleased name: String,
        _ body: @escaping @MainActor (_ symbol: UInt32, _ modifiers: UInt32) -> Void
    ) -> SignalID {
        typealias Function = @MainActor (UInt32, UInt32) -> Void
        let callback: @convention(c) (gpointer?, guint, guint, guint, gpointer?) -> Void = {
            _, symbol, _, modifiers, data in
            MainActor.assumeIsolated { handler(data, Function.self)?(symbol, modifiers) }
        }
        return connect(object, name, after: false, body as Function, unsafeBitCast(callback, to: GCallback.self))
    }
}
