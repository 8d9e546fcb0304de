import CGtk
import GLibBridge

/// A window of the application: a header bar, and the content below it.
package class ApplicationWindow: Widget {
    private var window: UnsafeMutablePointer<GtkWindow> { object.typed() }
    private var fullscreenReturn: FullscreenReturn?
    #if ADWAITA_1_5
        private var dialogKeys: DialogKeys?
    #endif

    package init(application: Application) {
        super.init(made: adw_application_window_new(application.object.typed()))
        fullscreenReturn = FullscreenReturn(self)
        #if ADWAITA_1_5
            dialogKeys = DialogKeys(of: self)
        #endif
        onKey { [weak self, weak application] key in
            guard let action = application?.missedKeys.value(for: key) else { return false }
            return self?.activate(detailed: action) ?? false
        }
    }

    package func setContent(_ content: Widget) { adw_application_window_set_content(object.typed(), content.widget) }

    package var title: String {
        get { gtk_window_get_title(window).map { String(cString: $0) } ?? "" }
        set { gtk_window_set_title(window, newValue) }
    }

    /// Its size in points when not maximized.
    package var defaultSize: (width: Int, height: Int) {
        get {
            var width: CInt = 0
            var height: CInt = 0
            gtk_window_get_default_size(window, &width, &height)
            return (Int(width), Int(height))
        }
        set { gtk_window_set_default_size(window, CInt(clamping: newValue.width), CInt(clamping: newValue.height)) }
    }

    package var isMaximized: Bool {
        get { gtk_window_is_maximized(window) != 0 }
        set { if newValue { gtk_window_maximize(window) } else { gtk_window_unmaximize(window) } }
    }

    package var isFullscreen: Bool {
        get { gtk_window_is_fullscreen(window) != 0 }
        set { if newValue { gtk_window_fullscreen(window) } else { gtk_window_unfullscreen(window) } }
    }

    package var isActive: Bool { gtk_window_is_active(window) != 0 }

    /// Whether the person uses it now, or a dialog over it.
    package var isInUse: Bool {
        if isActive { return true }
        let windows = gtk_window_get_toplevels()
        return (0..<g_list_model_get_n_items(windows)).contains { index in
            guard let item = g_list_model_get_item(windows, index) else { return false }
            defer { g_object_unref(item) }
            let other = item.assumingMemoryBound(to: GtkWindow.self)
            return gtk_window_is_active(other) != 0 && gtk_window_get_transient_for(other) == window
        }
    }

    package func present() { gtk_window_present(window) }

    /// Raises it for an event of the person in another program, at `time` of the display.
    package func present(at time: UInt32) { present_window(window, time) }

    /// Closes it, unless a close request handler prevents it.
    package func close() { gtk_window_close(window) }

    /// Calls `body` before it closes; the result true keeps it open.
    package func onCloseRequest(_ body: @escaping @MainActor () -> Bool) {
        Signal.connect(object.pointer, "close-request", body)
    }

    /// Adds an action as "win.NAME"; a menu entry for a choice has the action "win.NAME::CHOICE".
    package func add(_ action: Action) { g_action_map_add_action(opaque, action.object.opaque) }

    /// Activates the action "win.NAME".
    package func activate(_ name: String) { g_action_group_activate_action(opaque, name, nil) }

    /// Its content as last drawn, in device pixels; nil before the first drawing.
    package func screenshot() -> Texture? {
        let paintable = gtk_widget_paintable_new(widget)
        defer { g_object_unref(UnsafeMutableRawPointer(paintable)) }
        let snapshot = gtk_snapshot_new()
        let scale = Float(scaleFactor)
        gtk_snapshot_scale(snapshot, scale, scale)
        let width = Double(gtk_widget_get_width(widget))
        let height = Double(gtk_widget_get_height(widget))
        gdk_paintable_snapshot(paintable, snapshot, width, height)
        guard let node = gtk_snapshot_free_to_node(snapshot) else { return nil }
        defer { gsk_render_node_unref(node) }
        guard let renderer = gtk_native_get_renderer(opaque) else { return nil }
        var viewport = graphene_rect_t()
        graphene_rect_init(&viewport, 0, 0, Float(width) * scale, Float(height) * scale)
        guard let texture = gsk_renderer_render_texture(renderer, node, &viewport) else { return nil }
        return Texture(ObjectReference(taking: UnsafeMutableRawPointer(texture)))
    }
}

/// Prevents the desktop from dimming and locking the screen.
@MainActor
package final class Inhibition {
    private let application: ObjectReference
    private var cookie: guint

    /// Active until `end`, while `window` exists; the desktop may show `reason`. Nil without a desktop to ask.
    package init?(for window: ApplicationWindow, reason: String) {
        let gtkWindow: UnsafeMutablePointer<GtkWindow> = window.object.typed()
        guard let found = gtk_window_get_application(gtkWindow) else { return nil }
        application = ObjectReference(borrowing: UnsafeMutableRawPointer(found))
        cookie = gtk_application_inhibit(found, gtkWindow, GTK_APPLICATION_INHIBIT_IDLE, reason)
        if cookie == 0 { return nil }
    }

    package func end() {
        guard cookie != 0 else { return }
        gtk_application_uninhibit(application.typed(), cookie)
        cookie = 0
    }
}
