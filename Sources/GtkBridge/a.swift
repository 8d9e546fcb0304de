import CGtk
import GLibBridge
@MainActor public func w() -> UnsafeMutablePointer<GtkWidget> { objref(unsafeBitCast(gtk_button_new(), to: UnsafeMutablePointer<GObject>.self)); adw_init(); return gtk_button_new() }
