import Foundation
import GLibBridge
import GtkBridge
import PhotoCore

/// What wheel, touchpad, fingers and pointer do to the photo.
extension PhotoCanvas {
    func listen() {
        widget.onScroll { [weak self] in self?.scrolled($0) ?? false }
        widget.onPointer { [weak self] place in
            self?.pointer = place.map { CGPoint(x: $0.x, y: $0.y) }
            self?.showDividerCursor()
            if place != nil { self?.onPointer?() }
        }
        widget.onDrag(
            DragInput(
                began: { [weak self] x, _ in self?.dragBegan(at: x) ?? false },
                moved: { [weak self] x, y in self?.dragged(ViewOffset(dx: x, dy: y)) },
                ended: { [weak self] in self?.dragEnded() }))
        widget.onPinch(
            PinchInput(
                began: { [weak self] in self?.pinchBegan() },
                changed: { [weak self] factor, x, y in self?.pinched(factor, CGPoint(x: x, y: y)) }, ended: {}))
        widget.onPress(button: 1) { [weak self] presses, x, y in
            self?.widget.grabFocus()
            self?.pressed(presses, CGPoint(x: x, y: y))
        }
        widget.onPress(button: 3) { [weak self] _, x, y in self?.onMenu?(CGPoint(x: x, y: y)) }
        widget.onLongPress { [weak self] x, y in
            // A finger that holds the divider is about to drag it.
            guard let self, dividerStart == nil else { return false }
            stopMoving()
            onMenu?(CGPoint(x: x, y: y))
            return true
        }
        widget.onSwipe { [weak self] x, y in
            guard let self, !viewport.canPan, abs(x) > 2 * abs(y), abs(x) > 300 else { return }
            stepped(toTheRight: x < 0)
        }
    }

    private var now: Double { Double(MonotonicClock.microseconds) / 1000 }

    // MARK: - Wheel and touchpad

    /// A wheel zooms, and moves the photo with control (up and down) or shift (across); a touchpad moves it, and zooms
    /// with control: as the desktop's own viewer has it.
    private func scrolled(_ input: ScrollInput) -> Bool {
        if input.isSmooth != input.isControlHeld, !(input.isShiftHeld && !input.isSmooth) {
            return input.isSmooth ? swept(input) : panned(input)
        }
        if input.isShiftHeld, !input.isSmooth { return panned(input) }
        let factor = input.isSmooth ? ZoomSteps.touchpad : ZoomSteps.wheel
        let scale = ZoomSteps.scale(targetScale, after: input.dy, factor: factor)
        zoom(to: scale, about: pointer, animated: !input.isSmooth)
        return true
    }

    /// A notch is worth a tenth of the view.
    private func panned(_ input: ScrollInput) -> Bool {
        let step = CGSize(width: viewport.view.width / 10, height: viewport.view.height / 10)
        let isAcross = input.isShiftHeld && input.dx == 0
        pan(
            by: isAcross
                ? ViewOffset(dx: -input.dy * step.width, dy: 0)
                : ViewOffset(dx: -input.dx * step.width, dy: -input.dy * step.height))
        return true
    }

    private func swept(_ input: ScrollInput) -> Bool {
        if settledViewport.canPan {
            kinetics = nil
            pan(by: ViewOffset(dx: -input.dx, dy: -input.dy))
        } else if let isToTheRight = sweep.add(input.dx, at: now) {
            stepped(toTheRight: isToTheRight)
        }
        return true
    }

    /// What is looked at moves on; the next photo is at the side where the next word is.
    private func stepped(toTheRight: Bool) { onStep?(toTheRight != widget.isRightToLeft) }

    // MARK: - Dragging

    /// Any press may become a drag; a zoom under way goes on, for it may be this press, the second of two, that began
    /// it.
    private func dragBegan(at x: Double) -> Bool {
        kinetics = nil
        if takeDivider(at: x) { return true }
        guard viewport.canPan else { return false }
        drag = (DragVelocity(), .zero)
        widget.setCursor("grabbing")
        return true
    }

    private func dragged(_ offset: ViewOffset) {
        if dragDivider(by: offset.dx) { return }
        guard var drag else { return }
        drag.velocity.note(offset, at: now)
        // The place that a zoom is about stays under the pointer until it is over.
        if zoomMotion == nil { pan(by: ViewOffset(dx: offset.dx - drag.done.dx, dy: offset.dy - drag.done.dy)) }
        drag.done = offset
        self.drag = drag
    }

    private func dragEnded() {
        dividerStart = nil
        guard let drag else { return }
        self.drag = nil
        widget.setCursor(nil)
        changed()
        throwOn(drag.velocity.velocity(at: now))
    }

    // MARK: - Zooming

    private func pinchBegan() {
        stopMoving()
        drag = nil
        pinchScale = viewport.scale
    }

    private func pinched(_ factor: Double, _ place: CGPoint) {
        zoom(to: pinchScale * factor, about: place, animated: false)
    }

    /// What moves is held by a press; every second one in short order zooms.
    private func pressed(_ presses: Int, _ place: CGPoint) {
        if presses.isMultiple(of: 2) {
            zoom(to: ZoomSteps.doubleClick(from: settledViewport), about: place)
        } else if presses == 1 {
            stopMoving()
        }
    }
}
