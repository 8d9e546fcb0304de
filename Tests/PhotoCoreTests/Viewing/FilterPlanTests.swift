import Foundation
import Testing

@testable import PhotoCore

@Suite("A part of a photo, filtered as within the whole")
struct FilterPlanTests {
    private static let choices = [
        FilterChoice(.blur, amount: 0.3), FilterChoice(.sharpen, amount: 0.8), FilterChoice(.vignette, amount: 1),
    ]

    /// A view of 100 x 80 points, at 100%, of the photo around `center`.
    private func view(
        of photo: CGSize, turn: ExifOrientation = .topLeft, scale: Double = 1, center: CGPoint
    ) -> FilterPlan.View {
        var viewport = PhotoViewport(photo: photo, view: CGSize(width: 100, height: 80), density: 1)
        if turn != .topLeft { viewport.turn(by: turn) }
        viewport.zoom(to: scale)
        viewport.setCenter(center)
        return FilterPlan.View(viewport, turn: turn)
    }

    @Test(
        arguments: choices,
        [ExifOrientation.topLeft, .rightTop, .bottomLeft])
    func `It is the same as that part of the whole`(of choice: FilterChoice, orientation: ExifOrientation) throws {
        let plane = try Planes.noise(300, 240)
        let layer = PhotoLayer(plane, level: 0, of: plane.size, orientation: orientation)
        let upright = orientation.turned(plane.size)
        let size = CGSize(width: upright.width, height: upright.height)
        let plan = try #require(
            FilterPlan(choice, of: layer, in: view(of: size, center: CGPoint(x: 60, y: 150))))
        #expect(plan.part.size.width < 300 || plan.part.size.height < 240)
        let made = try #require(plan.run(isCancelled: { false }))
        let filter = try #require(choice.filter())
        let whole = try #require(
            filter.apply(to: plane.picture(of: PixelPart(all: plane.size)), isCancelled: { false }))
        var most = 0
        for y in 0..<plan.part.size.height {
            made.plane.withRow(y) { row in
                for x in 0..<(3 * plan.part.size.width) {
                    let at = 4 * ((plan.part.y + y) * 300 + plan.part.x + x / 3) + x % 3
                    most = max(most, abs(Int(row[x]) - Int(whole.bytes[at])))
                }
            }
        }
        // Each blur is within 2 of the exact result.
        #expect(most <= (choice.kind == .vignette ? 0 : 2))
    }

    @Test(arguments: ExifOrientation.allCases)
    func `It lies where it was in the photo, however that is turned`(orientation: ExifOrientation) throws {
        let plane = try Planes.noise(300, 240)
        let layer = PhotoLayer(plane, level: 0, of: plane.size, orientation: orientation)
        let part = PixelPart(x: 20, y: 30, size: PixelSize(width: 90, height: 70))
        let copy = try #require(PhotoPlane.make(plane.picture(of: part), part: PixelPart(all: part.size), channels: 3))
        let upright = orientation.turned(plane.size)
        let size = CGSize(width: upright.width, height: upright.height)
        let sampler = FrameSampler(
            PhotoViewport(photo: size, view: size, density: 1), turn: .topLeft, board: nil)
        let whole = try #require(sampler.frame(of: layer))
        let shown = try #require(sampler.frame(of: PhotoLayer(copy, part: part, of: layer)))
        #expect(shown.size == orientation.turned(part.size))
        for y in 0..<shown.size.height {
            for x in 0..<shown.size.width {
                #expect(shown.pixel(x, y) == whole.pixel(shown.x + x, shown.y + y))
            }
        }
    }

    @Test(arguments: ExifOrientation.allCases)
    func `What is seen of a turned photo is what is filtered of it`(turn: ExifOrientation) throws {
        let size = turn.swapsSides ? CGSize(width: 240, height: 300) : CGSize(width: 300, height: 240)
        let upright = CGSize(width: 300, height: 240)
        let view = view(of: upright, turn: turn, center: CGPoint(x: size.width - 50, y: 40))
        // The upper right corner of the visible part, turned back.
        let corner = FrameSampler.turned(
            CGRect(x: size.width - 100, y: 0, width: 100, height: 80), turn.inverse, in: size)
        #expect(view.visible == corner)
        #expect(view.photo == upright)
    }

    @Test func `What is on screen does for what is on screen, and not for what lies around it`() throws {
        let plane = try Planes.noise(300, 240)
        let layer = PhotoLayer(plane, level: 0, of: plane.size, orientation: .topLeft)
        let view = view(of: CGSize(width: 300, height: 240), center: CGPoint(x: 150, y: 120))
        func plan(_ extent: FilterPlan.Extent) throws -> FilterPlan {
            try #require(FilterPlan(FilterChoice(.vignette), of: layer, in: view, extent))
        }
        let (visible, around, whole) = (try plan(.visible), try plan(.around), try plan(.whole))
        #expect(visible.part.size == PixelSize(width: 100, height: 80))
        #expect(around.part.size == PixelSize(width: 200, height: 180))
        #expect(whole.part.size == plane.size)
        #expect(visible.isMet(by: visible) && visible.isMet(by: around) && visible.isMet(by: whole))
        #expect(!around.isMet(by: visible) && around.isMet(by: whole))
    }

    @Test func `Matrices, and nothing of a filter, need no plan`() throws {
        let plane = try Planes.noise(30, 24)
        let layer = PhotoLayer(plane, level: 0, of: plane.size, orientation: .topLeft)
        let view = view(of: CGSize(width: 30, height: 24), center: .zero)
        for choice in FilterChoice.all where choice.matrix != nil || choice.kind == .none {
            #expect(FilterPlan(choice, of: layer, in: view) == nil)
        }
        #expect(FilterPlan(FilterChoice(.blur, amount: 0), of: layer, in: view) == nil)
    }

    @Test func `A strong blur is made of a coarser level, a weak one and every other filter of what is shown`() throws {
        let size = PixelSize(width: 4000, height: 3000)
        var layers: [Int: PhotoLayer] = [:]
        for level in 0..<4 {
            let plane = try Planes.make(4, 3) { _, _, _ in 0 }
            layers[level] = PhotoLayer(plane, level: level, of: size, orientation: .topLeft)
        }
        let best = try #require(layers[0])
        let photo = CGSize(width: 4000, height: 3000)
        func level(_ choice: FilterChoice) -> Double {
            FilterPlan.layer(for: choice, in: layers, insteadOf: best, of: photo).density
        }
        // A sigma of 150 pixels is one of 18.75 at level 3.
        #expect(level(FilterChoice(.blur, amount: 1)) == 0.125)
        #expect(level(FilterChoice(.blur, amount: 0.15)) == 0.5)
        #expect(level(FilterChoice(.blur, amount: 0.05)) == 1)
        #expect(level(FilterChoice(.vignette)) == 1)
        #expect(level(FilterChoice(.sharpen)) == 1)
    }
}
