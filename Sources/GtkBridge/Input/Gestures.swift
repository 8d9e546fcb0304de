import CGtk
import GLibBridge

/// A turn of a wheel, or two fingers on a touchpad.
package struct ScrollInput: Sendable, Equatable {
    /// To the right: notches of a wheel, points of a touchpad.
    package let dx: Double
    /// Down: notches of a wheel, points of a touchpad.
    package let dy: Double
    /// Whether it comes from a touchpad, or another device without notches.
    package let isSmooth: Bool
    package let isControlHeld: Bool
    package let isShiftHeld: Bool
}

extension Widget {
    func add(controller: OpaquePointer?) -> UnsafeMutableRawPointer {
        guard let controller else { preconditionFailure("GTK's constructors abort rather than return NULL") }
        gtk_widget_add_controller(widget, controller)
        return UnsafeMutableRawPointer(controller)
    }

    /// Calls `body` for each scroll over it; it returns whether it handles it.
    package func onScroll(_ body: @escaping @MainActor (ScrollInput) -> Bool) {
        let pointer = add(controller: gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES))
        Signal.connect(pointer, "scroll") { (dx: Double, dy: Double) in
            let state = gtk_event_controller_get_current_event_state(OpaquePointer(pointer)).rawValue
            let device = gtk_event_controller_get_current_event_device(OpaquePointer(pointer))
            let isTouchpad = device.map { gdk_device_get_source($0) == GDK_SOURCE_TOUCHPAD } ?? false
            let isSurface =
                gtk_event_controller_scroll_get_unit(OpaquePointer(pointer)) == GDK_SCROLL_UNIT_SURFACE
            return body(
                ScrollInput(
                    dx: dx, dy: dy, isSmooth: isTouchpad || isSurface,
                    isControlHeld: state & GDK_CONTROL_MASK.rawValue != 0,
                    isShiftHeld: state & GDK_SHIFT_MASK.rawValue != 0))
        }
    }

    /// Reports drags with the first or the middle button, or a finger. `began` gets the start, in points, and returns
    /// whether to accept it; `moved` gets the offset from there.
    package func onDrag(
        began: @escaping @MainActor (_ x: Double, _ y: Double) -> Bool,
        moved: @escaping @MainActor (_ x: Double, _ y: Double) -> Void, ended: @escaping @MainActor () -> Void
    ) {
        let pointer = add(controller: gtk_gesture_drag_new())
        gtk_gesture_single_set_button(OpaquePointer(pointer), 0)
        Signal.connect(pointer, "drag-begin") { (x: Double, y: Double) in
            let button = gtk_gesture_single_get_current_button(OpaquePointer(pointer))
            // 0 is a finger.
            guard button <= 2, began(x, y) else {
                gtk_gesture_set_state(OpaquePointer(pointer), GTK_EVENT_SEQUENCE_DENIED)
                return
            }
        }
        Signal.connect(pointer, "drag-update", moved)
        Signal.connect(pointer, "drag-end", ended)
    }

    /// Reports pinches, on a touchpad or a screen. `changed` gets the distance of the fingers relative to the start,
    /// and their middle, in points.
    package func onPinch(
        began: @escaping @MainActor () -> Void,
        changed: @escaping @MainActor (_ factor: Double, _ x: Double, _ y: Double) -> Void
    ) {
        let pointer = add(controller: gtk_gesture_zoom_new())
        Signal.connect(pointer, "begin", began)
        Signal.connect(pointer, "scale-changed") { (factor: Double) in
            var x = 0.0
            var y = 0.0
            gtk_gesture_get_bounding_box_center(OpaquePointer(pointer), &x, &y)
            changed(factor, x, y)
        }
    }

    /// Calls `body` for each press of `button` (1 the first, 3 the menu's), with the count of rapid presses.
    package func onPress(button: Int, _ body: @escaping @MainActor (_ presses: Int, _ x: Double, _ y: Double) -> Void) {
        let pointer = add(controller: gtk_gesture_click_new())
        gtk_gesture_single_set_button(OpaquePointer(pointer), guint(button))
        Signal.connect(pointer, "pressed", body)
    }

    /// Calls `body` with the position of a long press, in points: a finger's right click. If it returns true, children
    /// see no click or drag.
    package func onLongPress(_ body: @escaping @MainActor (_ x: Double, _ y: Double) -> Bool) {
        let pointer = add(controller: gtk_gesture_long_press_new())
        gtk_gesture_single_set_touch_only(OpaquePointer(pointer), 1)
        Signal.connect(pointer, "pressed") { (x: Double, y: Double) in
            if body(x, y) { gtk_gesture_set_state(OpaquePointer(pointer), GTK_EVENT_SEQUENCE_CLAIMED) }
        }
    }

    /// Calls `body` with true when the first button or a finger is pressed on it or its children, and with false on
    /// release. Children see no click; keys and screen readers still activate them.
    package func onHold(_ body: @escaping @MainActor (_ isHeld: Bool) -> Void) {
        let pointer = add(controller: gtk_gesture_click_new())
        gtk_event_controller_set_propagation_phase(OpaquePointer(pointer), GTK_PHASE_CAPTURE)
        Signal.connect(pointer, "pressed") {
            gtk_gesture_set_state(OpaquePointer(pointer), GTK_EVENT_SEQUENCE_CLAIMED)
            body(true)
        }
        // Even if the pointer has left it by then, or the press was cancelled.
        Signal.connect(pointer, "end") { body(false) }
    }

    /// Calls `body` with the position of a click, in points: the first button without selection modifiers. Not for
    /// clicks that a child handles.
    package func onClick(_ body: @escaping @MainActor (_ x: Double, _ y: Double) -> Void) {
        let pointer = add(controller: gtk_gesture_click_new())
        Signal.connect(pointer, "released") { (presses: Int, x: Double, y: Double) in
            let state = gtk_event_controller_get_current_event_state(OpaquePointer(pointer)).rawValue
            if presses == 1, state & (GDK_CONTROL_MASK.rawValue | GDK_SHIFT_MASK.rawValue) == 0 { body(x, y) }
        }
    }

    /// Calls `body` with the position, in points, of each click that rapidly follows another there, if `takes` returns
    /// true for the position of its press. Children then see no press.
    package func onRapidClick(
        takes: @escaping @MainActor (_ x: Double, _ y: Double) -> Bool,
        _ body: @escaping @MainActor (_ x: Double, _ y: Double) -> Void
    ) {
        let pointer = add(controller: gtk_gesture_click_new())
        gtk_event_controller_set_propagation_phase(OpaquePointer(pointer), GTK_PHASE_CAPTURE)
        var isTaken = false
        Signal.connect(pointer, "pressed") { (presses: Int, x: Double, y: Double) in
            isTaken = presses > 1 && takes(x, y)
            if isTaken { gtk_gesture_set_state(OpaquePointer(pointer), GTK_EVENT_SEQUENCE_CLAIMED) }
        }
        Signal.connect(pointer, "released") { (_: Int, x: Double, y: Double) in
            if isTaken { body(x, y) }
        }
    }

    /// Whether a button is at a position of it, in points.
    package func hasButton(atX x: Double, y: Double) -> Bool {
        guard let found = gtk_widget_pick(widget, x, y, GTK_PICK_DEFAULT) else { return false }
        return gtk_widget_get_ancestor(found, gtk_button_get_type()) != nil
    }

    /// Calls `body` with the pointer's position over it, in points; nil when it leaves.
    package func onPointer(_ body: @escaping @MainActor ((x: Double, y: Double)?) -> Void) {
        let pointer = add(controller: gtk_event_controller_motion_new())
        Signal.connect(pointer, "enter") { (x: Double, y: Double) in body((x, y)) }
        Signal.connect(pointer, "motion") { (x: Double, y: Double) in body((x, y)) }
        Signal.connect(pointer, "leave") { body(nil) }
    }

    /// Calls `body` with the velocity of a swipe with three fingers, or one on a screen, in points per second.
    package func onSwipe(_ body: @escaping @MainActor (_ x: Double, _ y: Double) -> Void) {
        let pointer = add(controller: gtk_gesture_swipe_new())
        gtk_gesture_single_set_touch_only(OpaquePointer(pointer), 1)
        Signal.connect(pointer, "swipe", body)
    }
}
