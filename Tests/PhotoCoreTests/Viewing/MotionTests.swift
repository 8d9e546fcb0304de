import Foundation
import PhotoCore
import Testing

@Suite struct ZoomStepTests {
    @Test func `Two small turns of the wheel are one large`() {
        let twice = ZoomSteps.scale(ZoomSteps.scale(0.4, after: 1), after: 1)
        #expect(abs(twice - ZoomSteps.scale(0.4, after: 2)) < 1e-12)
        #expect(ZoomSteps.scale(1, after: -1) == 1.3)
        #expect(ZoomSteps.scale(1, after: -1e300).isFinite)
    }

    @Test func `A press steps over neither 100% nor the whole`() {
        #expect(ZoomSteps.next(after: 0.8, zoomsIn: true, fitting: 0.15) == 1)
        #expect(ZoomSteps.next(after: 1, zoomsIn: true, fitting: 0.15) == 1.5)
        #expect(ZoomSteps.next(after: 1.2, zoomsIn: false, fitting: 0.15) == 1)
        #expect(ZoomSteps.next(after: 0.2, zoomsIn: false, fitting: 0.15) == 0.15)
        #expect(abs(ZoomSteps.next(after: 0.15, zoomsIn: true, fitting: 0.15) - 0.225) < 1e-12)
    }

    @Test func `A double click leads to 100% and back`() {
        var viewport = PhotoViewport(
            photo: CGSize(width: 6000, height: 4000), view: CGSize(width: 900, height: 700), density: 1)
        #expect(ZoomSteps.doubleClick(from: viewport) == 1)
        viewport.zoom(to: 3)
        #expect(ZoomSteps.doubleClick(from: viewport) == 0.15)
        let small = PhotoViewport(
            photo: CGSize(width: 60, height: 40), view: CGSize(width: 900, height: 700), density: 1)
        #expect(ZoomSteps.doubleClick(from: small) == 2)
    }
}

@Suite struct MotionTests {
    @Test func `A zoom ends exactly where it leads`() {
        let motion = ZoomMotion(from: 0.15, to: 1, about: nil, at: 1000)
        #expect(motion.scale(at: 1000) == 0.15)
        #expect(motion.scale(at: 900) == 0.15)
        let way = stride(from: 1000.0, through: 1200, by: 10).map { motion.scale(at: $0) }
        #expect(zip(way, way.dropFirst()).allSatisfy { $0 < $1 })
        #expect(motion.scale(at: 1200) == 1)
        #expect(motion.isOver(at: 1200) && !motion.isOver(at: 1199))
    }

    @Test func `A thrown photo slows down and rests`() throws {
        let pan = try #require(KineticPan(velocity: ViewOffset(dx: 1000, dy: -500), at: 0))
        #expect(pan.offset(at: 0) == .zero)
        let way = stride(from: 0.0, through: 2000, by: 50).map { pan.offset(at: $0).dx }
        let steps = zip(way, way.dropFirst()).map { $1 - $0 }
        #expect(steps.allSatisfy { $0 >= 0 })
        #expect(zip(steps, steps.dropFirst()).allSatisfy { $0 >= $1 })
        #expect(pan.isOver(at: 2000))
        // It covers the distance of a quarter of a second in total: 1 / friction.
        #expect(abs(pan.offset(at: 1e9).dx - 250) < 8)
        #expect(pan.offset(at: 1e9).dy == -pan.offset(at: 1e9).dx / 2)
    }

    @Test func `A photo that hardly moved is not thrown`() {
        #expect(KineticPan(velocity: ViewOffset(dx: 5, dy: 5), at: 0) == nil)
        #expect(KineticPan(velocity: ViewOffset(dx: .nan, dy: 5), at: 0) == nil)
        #expect(KineticPan(velocity: ViewOffset(dx: .infinity, dy: 5), at: 0) == nil)
    }

    @Test func `Only the last moment of a drag counts`() {
        var drag = DragVelocity()
        for time in 0...20 { drag.note(ViewOffset(dx: Double(time) * 10, dy: 0), at: Double(time) * 10) }
        #expect(abs(drag.velocity(at: 200).dx - 1000) < 1e-6)
        // A hand that rests before it releases throws nothing.
        #expect(drag.velocity(at: 400) == .zero)
        #expect(DragVelocity().velocity(at: 0) == .zero)
    }

    @Test func `One sweep is one photo`() {
        var sweep = SweepCount()
        let told = (0..<40).compactMap { sweep.add(20, at: Double($0) * 10) }
        #expect(told == [true])
        let back = (0..<10).compactMap { sweep.add(-20, at: 1000 + Double($0) * 10) }
        #expect(back == [false])
        #expect(sweep.add(30, at: 5000) == nil)
    }

    @Test func `Only what moves on a large display is drawn coarsely`() {
        var pace = FramePace()
        for _ in 0..<10 { pace.note(pixels: 630_000, nanoseconds: 2_500_000) }
        #expect(pace.divisor(pixels: 630_000, isMoving: true) == 1)
        #expect(pace.divisor(pixels: 3840 * 2160, isMoving: true) == 3)
        #expect(pace.divisor(pixels: 3840 * 2160, isMoving: false) == 1)
        #expect(pace.divisor(pixels: 1920 * 1080, isMoving: true) == 2)
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300])
    func `What a device reports once is forgotten`(odd: Double) {
        var sweep = SweepCount()
        _ = sweep.add(odd, at: 0)
        #expect((0..<40).compactMap { sweep.add(20, at: 1000 + Double($0) * 10) } == [true])
        var pace = FramePace()
        pace.note(pixels: 630_000, nanoseconds: odd)
        for _ in 0..<2000 { pace.note(pixels: 630_000, nanoseconds: 2_500_000) }
        #expect(pace.divisor(pixels: 630_000, isMoving: true) == 1)
        #expect(ZoomSteps.scale(2, after: odd).isFinite)
        let motion = ZoomMotion(from: 1, to: 2, about: nil, at: 0)
        #expect(motion.scale(at: odd) >= 1 || odd.isNaN)
        var drag = DragVelocity()
        drag.note(ViewOffset(dx: odd, dy: odd), at: 0)
        drag.note(ViewOffset(dx: 1, dy: 1), at: 50)
        let pan = KineticPan(velocity: drag.velocity(at: 50), at: 50)
        #expect(pan.map { $0.offset(at: 1e9).dx.isFinite } ?? true)
    }
}
