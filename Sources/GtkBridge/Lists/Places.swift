import CGtk
import GLibBridge

/// Children at fixed places, in points from the left and the top (GtkFixed). Scrolled, it may be millions of points
/// wide: the places are exact if they are multiples of 64, which single precision represents up to 2^30.
package final class Places: Widget {
    package convenience init() { self.init(made: gtk_fixed_new()) }

    package func put(_ child: Widget, x: Int) { gtk_fixed_put(object.typed(), child.widget, Double(x), 0) }

    package func move(_ child: Widget, x: Int) { gtk_fixed_move(object.typed(), child.widget, Double(x), 0) }
}
