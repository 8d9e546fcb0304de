import CGtk

/// A switch.
public final class Switch: Widget {
    /// A switch, initially off.
    public convenience init() { self.init(made: gtk_switch_new()) }

    /// Whether it is on.
    public var isOn: Bool {
        get { gtk_switch_get_active(opaque) != 0 }
        set { gtk_switch_set_active(opaque, newValue ? 1 : 0) }
    }

    /// Calls `body` when it is switched.
    public func onSwitched(_ body: @escaping @MainActor () -> Void) { onNotify("active", body) }
}
