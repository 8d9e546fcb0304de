import Foundation
import TestSupport
import Testing

@testable import PhotoCore

@Suite struct PhotoMotionTests {
    private let view = CGSize(width: 900, height: 700)
    private var large: PhotoMotion { PhotoMotion(photo: CGSize(width: 6000, height: 4000), view: view, density: 1) }
    private var zoomed: PhotoMotion {
        var motion = large
        motion.zoom(to: 1, about: nil, at: nil)
        return motion
    }

    private func near(_ one: CGPoint, _ other: CGPoint) -> Bool {
        abs(one.x - other.x) < 1e-6 && abs(one.y - other.y) < 1e-6
    }

    @Test func `A zoom takes a moment and ends where it leads`() {
        var motion = large
        let fitting = motion.viewport.scale
        motion.zoom(to: 1, about: CGPoint(x: 100, y: 100), at: 1000)
        #expect(motion.viewport.scale == fitting)
        #expect(motion.targetScale == 1 && motion.settled.scale == 1)
        #expect(motion.isZooming && motion.goesOn && motion.isMoving)
        motion.advance(to: 1100)
        #expect(motion.viewport.scale > fitting && motion.viewport.scale < 1)
        let settled = motion.settled
        motion.advance(to: 1000 + ZoomMotion.milliseconds)
        #expect(motion.viewport.scale == 1 && !motion.goesOn)
        #expect(near(motion.viewport.center, settled.center))
    }

    @Test func `Without animations a zoom is there at once`() {
        let motion = zoomed
        #expect(motion.viewport.scale == 1 && !motion.isMoving)
    }

    @Test func `A running zoom ends when the view or the photo changes`() {
        let changes: [(inout PhotoMotion) -> Void] = [
            { $0.resize(to: CGSize(width: 500, height: 500), density: 1) },
            { $0.setPhoto(CGSize(width: 6000, height: 5000)) },
            { $0.turn(by: .clockwise) },
        ]
        for change in changes {
            var motion = large
            motion.zoom(to: 1, about: nil, at: 0)
            motion.advance(to: 10)
            change(&motion)
            #expect(!motion.goesOn)
            #expect(motion.viewport.scale == 1)
        }
    }

    @Test func `More of the same photo does not end a zoom`() {
        var motion = large
        motion.zoom(to: 1, about: nil, at: 0)
        motion.setPhoto(motion.viewport.photo)
        #expect(motion.isZooming)
    }

    @Test func `A drag moves the photo and throws it`() {
        var motion = zoomed
        let before = motion.viewport.center
        motion.beginDrag()
        for step in 1...10 { motion.drag(to: ViewOffset(dx: -Double(step) * 10, dy: 0), at: Double(step) * 10) }
        #expect(near(motion.viewport.center, CGPoint(x: before.x + 100, y: before.y)))
        motion.endDrag(at: 100, throws: true)
        #expect(!motion.isDragged && motion.goesOn)
        motion.advance(to: 200)
        #expect(motion.viewport.center.x > before.x + 100)
        let held = motion.viewport.center
        motion.hold()
        motion.advance(to: 300)
        #expect(motion.viewport.center == held && !motion.goesOn)
    }

    @Test func `Without animations a photo stays where it is released`() {
        var motion = zoomed
        motion.beginDrag()
        for step in 1...10 { motion.drag(to: ViewOffset(dx: -Double(step) * 10, dy: 0), at: Double(step) * 10) }
        motion.endDrag(at: 100, throws: false)
        #expect(!motion.isMoving)
    }

    @Test func `A photo that is shown as a whole is not dragged`() {
        var motion = large
        motion.beginDrag()
        #expect(!motion.isDragged)
        let before = motion.viewport
        motion.drag(to: ViewOffset(dx: 50, dy: 50), at: 10)
        motion.endDrag(at: 20, throws: true)
        #expect(motion.viewport == before && !motion.isMoving)
    }

    @Test func `The place that a zoom is about stays while a pointer is held`() {
        var motion = zoomed
        motion.zoom(to: 2, about: CGPoint(x: 10, y: 10), at: 0)
        let settled = motion.settled
        motion.beginDrag()
        motion.drag(to: ViewOffset(dx: 5, dy: 5), at: 50)
        motion.advance(to: ZoomMotion.milliseconds)
        #expect(near(motion.viewport.center, settled.center))
    }

    @Test func `Fingers that pinch multiply the scale that there was`() {
        var motion = zoomed
        motion.beginDrag()
        motion.beginPinch()
        #expect(!motion.isDragged)
        for factor in [1.1, 1.5, 2] { motion.pinch(by: factor, about: CGPoint(x: 300, y: 300)) }
        #expect(motion.viewport.scale == 2)
    }

    @Test func `Another photo is shown as a whole and upright`() {
        var motion = zoomed
        motion.turn(by: .clockwise)
        motion.zoom(to: 3, about: nil, at: 0)
        motion.begin(CGSize(width: 400, height: 300))
        #expect(motion.turn == .topLeft && !motion.goesOn)
        #expect(motion.viewport == PhotoViewport(photo: CGSize(width: 400, height: 300), view: view, density: 1))
    }

    @Test(arguments: 0..<200)
    func `Whatever is done, the viewport stays within the photo`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let odd = [Double.nan, .infinity, -.infinity, 1e300, -1e300, 0]
        func number(_ range: ClosedRange<Double>) -> Double {
            Int.random(in: 0..<20, using: &random) == 0
                ? odd[Int.random(in: 0..<odd.count, using: &random)] : .random(in: range, using: &random)
        }
        var motion = large
        var now = 0.0
        for _ in 0..<100 {
            now += .random(in: 0...80, using: &random)
            let place = CGPoint(x: number(0...900), y: number(0...700))
            let way = ViewOffset(dx: number(-500...500), dy: number(-500...500))
            switch Int.random(in: 0..<10, using: &random) {
            case 0: motion.zoom(to: number(0.01...30), about: place, at: now)
            case 1: motion.zoom(to: number(0.01...30), about: nil, at: nil)
            case 2: motion.beginDrag()
            case 3, 4: motion.drag(to: way, at: now)
            case 5: motion.endDrag(at: now, throws: true)
            case 6: motion.beginPinch()
            case 7: motion.pinch(by: number(0.1...9), about: place)
            case 8: motion.turn(by: .clockwise)
            default: motion.advance(to: now)
            }
            let viewport = motion.viewport
            #expect(viewport.scales.contains(viewport.scale))
            #expect(CGRect(origin: .zero, size: viewport.photo).insetBy(dx: -1, dy: -1).contains(viewport.center))
        }
        motion.advance(to: now + 60_000)
        motion.advance(to: now + 60_001)
        #expect(!motion.goesOn)
    }
}

@Suite struct ScrollMeaningTests {
    private func meaning(
        _ dx: Double, _ dy: Double, smooth: Bool = false, control: Bool = false, shift: Bool = false
    ) -> ScrollMeaning {
        ScrollMeaning(
            dx: dx, dy: dy, isSmooth: smooth, isControlHeld: control, isShiftHeld: shift,
            in: CGSize(width: 900, height: 700))
    }

    @Test func `A wheel zooms and moves the photo with control or shift`() {
        #expect(meaning(0, 1) == .zoom)
        #expect(meaning(0, 1, control: true) == .pan(ViewOffset(dx: 0, dy: -70)))
        #expect(meaning(0, 1, shift: true) == .pan(ViewOffset(dx: -90, dy: 0)))
        #expect(meaning(2, 0, shift: true) == .pan(ViewOffset(dx: -180, dy: 0)))
    }

    @Test func `A touchpad moves the photo and zooms with control`() {
        #expect(meaning(3, 4, smooth: true) == .sweep(ViewOffset(dx: -3, dy: -4)))
        #expect(meaning(3, 4, smooth: true, shift: true) == .sweep(ViewOffset(dx: -3, dy: -4)))
        #expect(meaning(3, 4, smooth: true, control: true) == .zoom)
    }
}
