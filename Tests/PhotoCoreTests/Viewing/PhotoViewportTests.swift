import Foundation
@testable import PhotoCore
import Testing

@Suite struct PhotoViewportTests {
    private let landscape = CGSize(width: 6000, height: 4000)
    private let view = CGSize(width: 900, height: 700)

    private func viewport(density: Double = 1) -> PhotoViewport {
        PhotoViewport(photo: landscape, view: view, density: density)
    }

    @Test func `A photo is shown as a whole in the middle`() {
        let viewport = viewport()
        #expect(viewport.zoom == .fit)
        #expect(viewport.scale == 0.15)
        #expect(viewport.photoFrame() == CGRect(x: 0, y: 50, width: 900, height: 600))
        #expect(!viewport.canPan)
    }

    @Test func `A small photo is not enlarged to fit`() {
        let viewport = PhotoViewport(photo: CGSize(width: 100, height: 50), view: view, density: 1)
        #expect(viewport.scale == 1)
        #expect(viewport.photoFrame() == CGRect(x: 400, y: 325, width: 100, height: 50))
    }

    @Test func `Filling leaves nothing of the view free`() {
        var viewport = viewport()
        viewport.set(.fill)
        #expect(viewport.scale == 0.175)
        #expect(viewport.photoFrame().insetBy(dx: -0.001, dy: -0.001).contains(CGRect(origin: .zero, size: view)))
        #expect(viewport.canPan)
    }

    @Test func `100% is one pixel for one, whatever the display's density`() {
        var viewport = viewport(density: 2)
        viewport.zoom(to: 1)
        #expect(viewport.photoFrame().width == 6000)
        let left = viewport.photoPoint(at: CGPoint(x: 100, y: 100))
        let right = viewport.photoPoint(at: CGPoint(x: 101, y: 100))
        #expect(right.x - left.x == 2)
    }

    @Test(arguments: [CGPoint(x: 450, y: 350), CGPoint(x: 300, y: 200), CGPoint(x: 700, y: 500)])
    func `Zooming keeps the point under the pointer`(pointer: CGPoint) {
        var viewport = viewport()
        viewport.zoom(to: 1)
        for scale in [1.3, 3, 0.9, 20, 1] {
            let before = viewport.photoPoint(at: pointer)
            viewport.zoom(to: scale, about: pointer)
            let after = viewport.photoPoint(at: pointer)
            #expect(abs(after.x - before.x) < 1e-6 && abs(after.y - before.y) < 1e-6)
        }
    }

    @Test func `Zooming out ends where all fits`() {
        var viewport = viewport()
        viewport.zoom(to: 2, about: CGPoint(x: 10, y: 10))
        viewport.zoom(to: 0.001, about: CGPoint(x: 890, y: 690))
        #expect(viewport.zoom == .fit)
        #expect(viewport.photoFrame() == CGRect(x: 0, y: 50, width: 900, height: 600))
        viewport.zoom(to: 1000)
        #expect(viewport.scale == 20)
    }

    @Test func `Panning stops at the photo's edges`() {
        var viewport = viewport()
        viewport.zoom(to: 1)
        viewport.pan(by: ViewOffset(dx: 10, dy: -20))
        #expect(viewport.center == CGPoint(x: 2990, y: 2020))
        viewport.pan(by: ViewOffset(dx: 1e6, dy: 1e6))
        #expect(viewport.photoFrame().origin == .zero)
        viewport.pan(by: ViewOffset(dx: -1e6, dy: -1e6))
        #expect(viewport.photoFrame().maxX == 900)
        #expect(viewport.photoFrame().maxY == 700)
    }

    @Test func `A photo that fits across is panned down only`() {
        var viewport = PhotoViewport(photo: CGSize(width: 400, height: 4000), view: view, density: 1)
        viewport.zoom(to: 1)
        viewport.pan(by: ViewOffset(dx: 100, dy: 100))
        #expect(viewport.center.x == 200)
        #expect(viewport.center.y == 1900)
    }

    @Test func `A resized view keeps fitting or keeps the middle and the size`() {
        var fitting = viewport()
        fitting.resize(to: CGSize(width: 600, height: 700), density: 1)
        #expect(fitting.scale == 0.1)
        var free = viewport()
        free.zoom(to: 1)
        free.setCenter(CGPoint(x: 1000, y: 1000))
        free.resize(to: CGSize(width: 600, height: 500), density: 2)
        #expect(free.scale == 2)
        #expect(free.center == CGPoint(x: 1000, y: 1000))
    }

    @Test func `A photo whose true size comes later stays where it is`() {
        var viewport = PhotoViewport(photo: CGSize(width: 300_000, height: 200_000), view: view, density: 1)
        let guessed = viewport.photoFrame()
        viewport.setPhoto(landscape)
        #expect(viewport.photoFrame() == guessed)
    }

    @Test func `Turning turns around the middle of the view`() {
        var viewport = viewport()
        viewport.zoom(to: 1)
        viewport.setCenter(CGPoint(x: 1000, y: 3000))
        viewport.turn(by: .clockwise)
        #expect(viewport.photo == CGSize(width: 4000, height: 6000))
        // 1000 from the left edge becomes 1000 from the upper one; 1000 from the lower one becomes 1000 from the left.
        #expect(viewport.center == CGPoint(x: 1000, y: 1000))
        for _ in 0..<3 { viewport.turn(by: .clockwise) }
        #expect(abs(viewport.center.x - 1000) < 1e-6 && abs(viewport.center.y - 3000) < 1e-6)
        viewport.turn(by: .mirrored)
        #expect(abs(viewport.center.x - 5000) < 1e-6 && abs(viewport.center.y - 3000) < 1e-6)
    }

    @Test func `Sizes that are none are taken for one`() {
        var viewport = PhotoViewport(
            photo: CGSize(width: 0, height: Double.nan), view: CGSize(width: -5, height: 0), density: 0)
        viewport.zoom(to: .infinity)
        #expect(viewport.scale.isFinite)
        #expect(viewport.photoFrame().width.isFinite)
    }
}

@Suite struct TurningTests {
    private func turned(_ picture: PixelBuffer, _ turns: [ExifOrientation]) -> PixelBuffer {
        turns.reduce(picture) { $1.applied(to: $0) }
    }

    private let picture = PixelBuffer(size: PixelSize(width: 3, height: 2)) { bytes in
        for index in 0..<bytes.count { bytes[index] = UInt8(index) }
    }

    @Test func `One orientation after another is the one that they make together`() {
        for first in ExifOrientation.allCases {
            for second in ExifOrientation.allCases {
                #expect(turned(picture, [first, second]) == turned(picture, [first.followed(by: second)]))
            }
        }
    }

    @Test func `An orientation is what its parts say`() {
        for each in ExifOrientation.allCases {
            #expect(ExifOrientation(swaps: each.swapsSides, flipsX: each.flipsX, flipsY: each.flipsY) == each)
        }
    }

    @Test func `Four quarter turns and two flips are nothing`() {
        let four = (0..<4).reduce(ExifOrientation.topLeft) { turned, _ in turned.followed(by: .clockwise) }
        #expect(four == .topLeft)
        #expect(ExifOrientation.clockwise.followed(by: .counterclockwise) == .topLeft)
        #expect(ExifOrientation.mirrored.followed(by: .mirrored) == .topLeft)
        #expect(ExifOrientation.upsideDown.followed(by: .upsideDown) == .topLeft)
    }
}

@Suite struct ViewportNumbersTests {
    private static let odd: [Double] = [
        0, -1, 1e-300, 0.5, 3, 65_535, 1e18, -1e19, 1e300, -1e300, .infinity, -.infinity, .nan,
    ]

    private func isSound(_ viewport: PhotoViewport) -> Bool {
        let frame = viewport.photoFrame()
        let numbers = [
            viewport.scale, viewport.center.x, viewport.center.y, viewport.density, viewport.photo.width,
            viewport.photo.height, viewport.view.width, viewport.view.height, frame.minX, frame.minY, frame.width,
            frame.height,
        ]
        return numbers.allSatisfy(\.isFinite) && viewport.scale > 0 && viewport.density >= 1
            && frame.width > 0 && frame.height > 0
    }

    @Test(arguments: odd)
    func `No size and no density unsettles it`(one: Double) {
        for other in Self.odd {
            var viewport = PhotoViewport(
                photo: CGSize(width: one, height: other), view: CGSize(width: other, height: one), density: other)
            #expect(isSound(viewport), "\(one), \(other)")
            viewport.zoom(to: 1)
            viewport.resize(to: CGSize(width: one, height: 640), density: other)
            #expect(isSound(viewport), "\(one), \(other)")
            viewport.set(.free)
            viewport.setPhoto(CGSize(width: other, height: 7))
            #expect(isSound(viewport), "\(one), \(other)")
            viewport.turn(by: .clockwise)
            #expect(isSound(viewport), "\(one), \(other)")
        }
    }

    @Test(arguments: odd)
    func `The pixels of every view and its middle can be counted`(one: Double) {
        for other in Self.odd {
            let viewport = PhotoViewport(
                photo: CGSize(width: 3, height: 2), view: CGSize(width: one, height: other), density: other)
            let (width, height) = (viewport.pixels.width, viewport.pixels.height)
            #expect(width > 0 && height > 0 && !width.multipliedReportingOverflow(by: 4 * height).overflow)
        }
    }

    @Test(arguments: odd)
    func `Nothing that a device reports unsettles it`(one: Double) {
        for other in Self.odd {
            var viewport = PhotoViewport(
                photo: CGSize(width: 65_535, height: 40), view: CGSize(width: 900, height: 640), density: 1)
            viewport.zoom(to: one, about: CGPoint(x: other, y: one))
            #expect(isSound(viewport), "\(one), \(other)")
            viewport.zoom(to: 3, about: CGPoint(x: one, y: other))
            viewport.pan(by: ViewOffset(dx: one, dy: other))
            #expect(isSound(viewport), "\(one), \(other)")
            viewport.setCenter(CGPoint(x: one, y: other))
            #expect(isSound(viewport), "\(one), \(other)")
            viewport.zoom(to: ZoomSteps.scale(1, after: one, factor: 1.3))
            #expect(isSound(viewport), "\(one), \(other)")
            for zoomsIn in [true, false] {
                viewport.zoom(to: ZoomSteps.next(after: one, zoomsIn: zoomsIn, fitting: other))
            }
            #expect(isSound(viewport), "\(one), \(other)")
            let view = FilterPlan.View(viewport, turn: .rightTop)
            #expect(view.visible.minX.isFinite && view.visible.width.isFinite && view.scale.isFinite)
        }
    }
}

extension PhotoViewport {
    /// Pans until a place of the photo, in its pixels, is in the middle, as far as the edges permit.
    mutating func setCenter(_ place: CGPoint) {
        let there = photoPoint(at: middle)
        pan(by: ViewOffset(dx: (there.x - place.x) * scale / density, dy: (there.y - place.y) * scale / density))
    }
}
