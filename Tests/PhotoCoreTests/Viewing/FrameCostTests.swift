import Foundation
import TestSupport
import Testing

@testable import PhotoCore

/// The cost of a frame: the photo's pixels that it reads, on the main context.
@Suite struct FrameCostTests {
    private let view = CGSize(width: 60, height: 45)

    /// Twice as many along each side as in the view, and one more at each end; or all pixels of the coarsest level.
    private func mostPixels(_ view: CGSize) -> Int {
        let across = max(2 * Int(view.width) + 4, PhotoPlane.smallestHalved)
        let down = max(2 * Int(view.height) + 4, PhotoPlane.smallestHalved)
        return across * down
    }

    private func layer(_ plane: PhotoPlane, _ orientation: ExifOrientation = .topLeft) throws -> PhotoLayer {
        let upright = orientation.turned(plane.size)
        return PhotoLayer(
            plane, orientation: orientation, area: CGRect(x: 0, y: 0, width: upright.width, height: upright.height),
            density: 1, coarser: try #require(plane.halves(isCancelled: { false })))
    }

    @Test(arguments: [(4000, 3000), (65_535, 40), (40, 65_535), (65_535, 1), (1, 65_535), (513, 512), (3, 2)])
    func `A frame's cost is bounded by the view, however far a photo is zoomed out`(width: Int, height: Int) throws {
        let layer = try layer(try Planes.make(width, height) { x, y, _ in UInt8(truncatingIfNeeded: x / 9 + y / 7) })
        var viewport = PhotoViewport(photo: CGSize(width: width, height: height), view: view, density: 1)
        for scale in [20, 1, 0.99, 0.51, 0.49, 0.1, 0.01, 0] {
            viewport.zoom(to: scale)
            let sampler = FrameSampler(viewport, turn: .topLeft, board: nil)
            let frame = try #require(sampler.frame(of: layer))
            #expect(frame.sourcePixels <= mostPixels(view), "at \(scale)")
        }
    }

    @Test(arguments: [FilterChoice.Kind.vignette, .sharpen, .blur])
    func `The cost of a filtered photo that shrinks into its row is bounded, too`(kind: FilterChoice.Kind) throws {
        let plane = try Planes.noise(3000, 2000)
        let photo = CGSize(width: 3000, height: 2000)
        let layer = PhotoLayer(plane, level: 0, of: plane.size, orientation: .rightTop)
        var viewport = PhotoViewport(photo: photo.swapped, view: CGSize(width: 900, height: 640), density: 1)
        viewport.zoom(to: 1)
        let plan = try #require(
            FilterPlan(FilterChoice(kind), of: layer, in: FilterPlan.View(viewport, turn: .topLeft), .around))
        let filtered = try #require(plan.run(isCancelled: { false }))
        #expect(filtered.plane.size.width > 900)
        for side in [400.0, 80, 17, 3, 0.4] {
            var sampler = FrameSampler(viewport, turn: .topLeft, board: nil)
            sampler.photoFrame = CGRect(x: 5, y: 5, width: side * 2 / 3, height: side)
            sampler.view = PixelSize(width: 900, height: 640)
            guard let frame = sampler.frame(of: filtered) else { continue }
            #expect(frame.sourcePixels <= mostPixels(CGSize(width: side, height: side)), "\(side)")
        }
    }

    @Test(arguments: ExifOrientation.allCases)
    func `A coarser level of a part lies where the finer one does`(orientation: ExifOrientation) throws {
        let whole = try Planes.make(1601, 1203) { x, y, channel in
            UInt8(truncatingIfNeeded: channel == 0 ? x / 7 : y / 5)
        }
        let upright = orientation.turned(whole.size)
        let photo = CGSize(width: upright.width, height: upright.height)
        let source = PhotoLayer(whole, level: 0, of: whole.size, orientation: orientation)
        let part = PixelPart(x: 77, y: 131, size: PixelSize(width: 1333, height: 1001))
        let picture = whole.picture(of: part)
        let plane = try #require(PhotoPlane.make(picture, part: PixelPart(all: part.size), channels: 3))
        let coarser = try #require(plane.halves(isCancelled: { false }))
        #expect(coarser.count == 2)
        var sampler = FrameSampler(
            PhotoViewport(photo: photo, view: CGSize(width: 300, height: 300), density: 1), turn: .topLeft, board: nil)
        sampler.photoFrame = CGRect(x: 3, y: 4, width: photo.width / 7, height: photo.height / 7)
        let one = try #require(sampler.frame(of: PhotoLayer(plane, part: part, of: source)))
        let other = try #require(sampler.frame(of: PhotoLayer(plane, coarser: coarser, part: part, of: source)))
        #expect(one.x == other.x && one.y == other.y && one.size == other.size)
        #expect(other.sourcePixels < one.sourcePixels / 8)
        let away = zip(one.bytes, other.bytes).map { abs(Int($0) - Int($1)) }
        #expect(away.max() ?? 0 <= 3)
    }

    @Test func `What is no number ends nothing`() throws {
        let layer = try layer(try Planes.noise(600, 20))
        let odd: [Double] = [0, -1, 1, 1e-300, 1e18, -1e19, 1e300, -1e300, .infinity, -.infinity, .nan]
        var sampler = FrameSampler(
            PhotoViewport(photo: CGSize(width: 600, height: 20), view: view, density: 1), turn: .rightTop, board: nil)
        for x in odd {
            for y in odd {
                for side in odd {
                    sampler.photoFrame = CGRect(x: x, y: y, width: side, height: side / 3)
                    let frame = sampler.frame(of: layer)
                    #expect(frame.map { $0.bytes.count == 4 * $0.size.width * $0.size.height } ?? true)
                    #expect(frame.map { $0.size.width <= 60 && $0.size.height <= 45 } ?? true)
                }
            }
        }
    }

    @Test func `Any frame at any place is as large as what is seen`() throws {
        var random = SeededGenerator(seed: 11)
        let layers = [
            try layer(try Planes.noise(2000, 3)), try layer(try Planes.noise(3, 2000)),
            try layer(try Planes.noise(700, 600)),
        ]
        for _ in 0..<1500 {
            let layer = layers.randomElement(using: &random) ?? layers[0]
            let turn = ExifOrientation.allCases.randomElement(using: &random) ?? .topLeft
            let size = turn.turned(layer.plane.size)
            var sampler = FrameSampler(
                PhotoViewport(photo: CGSize(width: size.width, height: size.height), view: view, density: 1),
                turn: turn,
                board: nil)
            let width = Double(size.width) * pow(2, Double.random(in: -14...7, using: &random))
            sampler.photoFrame = CGRect(
                x: Double.random(in: -2 * width...100, using: &random),
                y: Double.random(in: -3000...60, using: &random), width: width,
                height: width * Double(size.height) / Double(size.width))
            guard let frame = sampler.frame(of: layer) else { continue }
            #expect(frame.sourcePixels <= mostPixels(view))
            #expect(frame.x >= 0 && frame.x + frame.size.width <= 60)
            #expect(frame.y >= 0 && frame.y + frame.size.height <= 45)
        }
    }
}
