import Foundation
import GLibBridge
import GtkBridge
import PhotoCore

/// Has wheel, touchpad, fingers and pointer move the photo on a canvas, and the divider of a photo that is compared.
@MainActor
final class PhotoGestures {
    /// So near the divider, in points, a pointer or a finger takes hold of it.
    private static let dividerReach = 10.0

    /// Called when the person wants the next photo (true) or the one before.
    var onStep: (@MainActor (Bool) -> Void)?
    /// Called when the person wants the photo's menu, with the place of the click.
    var onMenu: (@MainActor (CGPoint) -> Void)?
    /// Called when the divider is dragged, with its place in points.
    var onDivider: (@MainActor (Double) -> Void)?
    private let canvas: PhotoCanvas
    private var pointer: CGPoint?
    private var sweep = SweepCount()
    /// Where the divider was when it was taken hold of; nil while it is not.
    private var dividerStart: Double?
    private var hasDividerCursor = false

    init(on canvas: PhotoCanvas) {
        self.canvas = canvas
        let widget = canvas.widget
        widget.onScroll { [weak self] in self?.scrolled($0) ?? false }
        widget.onPointer { [weak self] place in
            self?.pointer = place.map { CGPoint(x: $0.x, y: $0.y) }
            self?.showDividerCursor()
        }
        widget.onDrag(
            DragInput(
                began: { [weak self] x, _ in self?.dragBegan(at: x) ?? false },
                moved: { [weak self] x, y in self?.dragged(ViewOffset(dx: x, dy: y)) },
                ended: { [weak self] in self?.dragEnded() }))
        widget.onPinch(
            PinchInput(
                began: { [weak canvas] in canvas?.move { $0.beginPinch() } },
                changed: { [weak canvas] factor, x, y in
                    guard let canvas, !canvas.content.isEmpty else { return }
                    canvas.move { $0.pinch(by: factor, about: CGPoint(x: x, y: y)) }
                }))
        widget.onPress(button: 1) { [weak self] presses, x, y in self?.pressed(presses, CGPoint(x: x, y: y)) }
        widget.onPress(button: 3) { [weak self] _, x, y in self?.onMenu?(CGPoint(x: x, y: y)) }
        widget.onLongPress { [weak self] x, y in
            // A finger that holds the divider is about to drag it.
            guard let self, dividerStart == nil else { return false }
            canvas.move { $0.stop() }
            onMenu?(CGPoint(x: x, y: y))
            return true
        }
        widget.onSwipe { [weak self] x, y in
            guard let self, !canvas.viewport.canPan, abs(x) > 2 * abs(y), abs(x) > 300 else { return }
            step(toTheRight: x < 0)
        }
    }

    private var now: Double { MonotonicClock.exactMilliseconds }

    private func scrolled(_ input: ScrollInput) -> Bool {
        let meaning = ScrollMeaning(
            dx: input.dx, dy: input.dy, isSmooth: input.isSmooth, isControlHeld: input.isControlHeld,
            isShiftHeld: input.isShiftHeld, in: canvas.viewport.view)
        switch meaning {
        case .zoom:
            let factor = input.isSmooth ? ZoomSteps.touchpad : ZoomSteps.wheel
            let scale = ZoomSteps.scale(canvas.motion.targetScale, after: input.dy, factor: factor)
            canvas.zoom(to: scale, about: pointer, animated: !input.isSmooth)
        case .pan(let offset): canvas.move { $0.pan(by: offset) }
        case .sweep(let offset):
            if canvas.motion.settled.canPan {
                canvas.move {
                    $0.hold()
                    $0.pan(by: offset)
                }
            } else if let isToTheRight = sweep.add(input.dx, at: now) {
                step(toTheRight: isToTheRight)
            }
        }
        return true
    }

    /// The photo moves on; the next one is at the side where the next word is.
    private func step(toTheRight: Bool) { onStep?(toTheRight != canvas.widget.isRightToLeft) }

    /// Every second press in short order zooms; any other holds what moves.
    private func pressed(_ presses: Int, _ place: CGPoint) {
        canvas.widget.grabFocus()
        if presses.isMultiple(of: 2) {
            canvas.zoom(to: ZoomSteps.doubleClick(from: canvas.motion.settled), about: place)
        } else if presses == 1 {
            canvas.move { $0.stop() }
        }
    }

    // MARK: - Dragging

    /// Any press may become a drag.
    private func dragBegan(at x: Double) -> Bool {
        canvas.move { $0.hold() }
        if isNearDivider(x) {
            dividerStart = canvas.look.divider(in: canvas.widget.width)
            return true
        }
        canvas.move { $0.beginDrag() }
        if canvas.motion.isDragged { canvas.widget.setCursor("grabbing") }
        return canvas.motion.isDragged
    }

    private func dragged(_ offset: ViewOffset) {
        if let dividerStart {
            onDivider?(dividerStart + offset.dx)
        } else {
            canvas.move { $0.drag(to: offset, at: now) }
        }
    }

    private func dragEnded() {
        dividerStart = nil
        guard canvas.motion.isDragged else { return }
        canvas.widget.setCursor(nil)
        canvas.move { $0.endDrag(at: now, throws: Style.hasAnimations) }
    }

    // MARK: - The divider

    private func showDividerCursor() {
        guard !canvas.motion.isDragged, canvas.look.sides == .both || hasDividerCursor else { return }
        let isNear = pointer.map { isNearDivider($0.x) } ?? false
        guard isNear != hasDividerCursor else { return }
        hasDividerCursor = isNear
        canvas.widget.setCursor(isNear ? "col-resize" : nil)
    }

    private func isNearDivider(_ x: Double) -> Bool {
        canvas.look.sides == .both && abs(x - canvas.look.divider(in: canvas.widget.width)) <= Self.dividerReach
    }
}
