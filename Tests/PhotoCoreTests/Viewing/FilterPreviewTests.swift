import Foundation
import TestSupport
import Testing

@testable import PhotoCore

@Suite("Previews of a photo under every filter")
@MainActor
struct FilterPreviewTests {
    private let context = HandDrivenMainContext()

    private func preview(_ plane: PhotoPlane, turn: ExifOrientation = .topLeft, side: Int = 40) -> FilterPreview {
        FilterPreview(
            of: PhotoLayer(plane, level: 0, of: plane.size, orientation: .topLeft),
            photo: CGSize(width: plane.size.width, height: plane.size.height), turn: turn, side: side, density: 1)
    }

    @Test func `Each is the photo's middle under its filter`() throws {
        let plane = try Planes.noise(60, 40)
        let previews = FilterPreviews(of: FilterChoice.all, mainContext: context)
        var made: [Int: PixelBuffer] = [:]
        previews.made = { made[$0] = $1 }
        previews.show(preview(plane))
        #expect(context.run { made.count == FilterChoice.all.count })
        let middle = plane.picture(of: PixelPart(x: 10, y: 0, size: .square(40)))
        for (index, choice) in FilterChoice.all.enumerated() {
            let wanted = choice.filter()?.apply(to: middle, isCancelled: { false }) ?? middle
            #expect(made[index] == wanted, "\(choice.displayName)")
        }
    }

    @Test(arguments: ExifOrientation.allCases)
    func `They are turned as the photo is`(turn: ExifOrientation) throws {
        let plane = try Planes.noise(40, 40)
        let picture = try #require(preview(plane, turn: turn).picture())
        #expect(picture == turn.applied(to: plane.picture(of: PixelPart(all: plane.size))))
    }

    @Test(arguments: [Int.min, -1, 0, 1, 2])
    func `A display has at least a pixel a point`(density: Int) throws {
        let plane = try Planes.noise(40, 40)
        let preview = FilterPreview(
            of: PhotoLayer(plane, level: 0, of: plane.size, orientation: .topLeft),
            photo: CGSize(width: 40, height: 40), turn: .topLeft, side: 8, density: density)
        #expect(preview.picture()?.size == .square(8 * max(1, density)))
    }

    @Test func `A display has at most 64 pixels a point`() throws {
        let plane = try Planes.noise(40, 40)
        let preview = FilterPreview(
            of: PhotoLayer(plane, level: 0, of: plane.size, orientation: .topLeft),
            photo: CGSize(width: 40, height: 40), turn: .topLeft, side: 8, density: .max)
        #expect(preview.picture()?.size == .square(512))
    }

    @Test func `Those of a photo that is no longer shown are cancelled, and late ones are dropped`() throws {
        let previews = FilterPreviews(of: FilterChoice.all, mainContext: context)
        let (one, other) = (try Planes.noise(64, 40, seed: 1), try Planes.make(64, 40) { _, _, _ in 9 })
        var made: [Int: PixelBuffer] = [:]
        previews.made = { made[$0] = $1 }
        previews.show(preview(one))
        previews.show(preview(other))
        #expect(context.run { made.count == FilterChoice.all.count })
        #expect(made[0]?.bytes.first == 9)
        made = [:]
        previews.show(preview(other))
        previews.clear()
        context.drain()
        #expect(made.isEmpty)
    }

    @Test func `The same photo again is not done again`() throws {
        let plane = try Planes.noise(64, 40)
        let previews = FilterPreviews(of: FilterChoice.all, mainContext: context)
        var count = 0
        previews.made = { _, _ in count += 1 }
        previews.show(preview(plane))
        #expect(context.run { count == FilterChoice.all.count })
        previews.show(preview(plane))
        previews.show(preview(plane, turn: .clockwise))
        #expect(context.run { count == 2 * FilterChoice.all.count })
    }
}
