import Foundation
import TestSupport
import Testing

@testable import PhotoCore

@Suite("Filtering what is on screen")
@MainActor
struct LiveFiltrationTests {
    private let context = HandDrivenMainContext()
    private let size = CGSize(width: 200, height: 160)

    private func layers(_ levels: ClosedRange<Int> = 0...1) throws -> [Int: PhotoLayer] {
        var layers: [Int: PhotoLayer] = [:]
        for level in levels {
            let plane = try Planes.noise(200 >> level, 160 >> level)
            layers[level] = PhotoLayer(
                plane, level: level, of: PixelSize(width: 200, height: 160), orientation: .topLeft)
        }
        return layers
    }

    private func view(at center: CGPoint, scale: Double = 1) -> FilterPlan.View {
        var viewport = PhotoViewport(photo: size, view: CGSize(width: 40, height: 40), density: 1)
        viewport.zoom(to: scale)
        viewport.setCenter(center)
        return FilterPlan.View(viewport, turn: .topLeft)
    }

    private func first(_ live: LiveFiltration) -> UInt8? { live.layers.last?.plane.withRow(0) { $0[0] } }

    @Test func `What is on screen is filtered, and then all of the photo coarsely`() throws {
        let live = LiveFiltration(mainContext: context)
        let layers = try layers()
        let best = try #require(layers[0])
        live.want(FilterChoice(.vignette), of: [best], in: layers, view: view(at: CGPoint(x: 30, y: 30)))
        #expect(live.layers.isEmpty)
        #expect(context.run { live.isDone })
        #expect(live.layers.map(\.density) == [0.5, 1])
        #expect(live.layers[0].covers(size))
        #expect(!live.layers[1].covers(size))
    }

    @Test(
        arguments: [true, false])
    func `At first what is on screen is filtered at once, where that is asked for; then no more`(preparesMoves: Bool)
        throws
    {
        let live = LiveFiltration(mainContext: context)
        let layers = try layers()
        let best = try #require(layers[0])
        let view = view(at: CGPoint(x: 30, y: 30))
        func want(_ choice: FilterChoice) {
            live.want(choice, of: [best], in: layers, view: view, preparesMoves: preparesMoves, atOnce: true)
        }
        want(FilterChoice(.vignette))
        let made = try #require(live.layers.first)
        let plan = try #require(FilterPlan(FilterChoice(.vignette), of: best, in: view, .visible))
        let plane = try #require(plan.run(isCancelled: { false })?.plane)
        #expect(live.layers.count == 1 && made.plane.size == plane.size)
        #expect(
            (0..<plane.size.height).allSatisfy { y in
                made.plane.withRow(y) { one in plane.withRow(y) { Array(one) == Array($0) } }
            })
        #expect(context.run { live.isDone })
        let before = live.layers.map { ObjectIdentifier($0.plane) }
        want(FilterChoice(.blur))
        #expect(live.layers.map { ObjectIdentifier($0.plane) } == before, "the slider is not blocked")
        #expect(context.run { live.isDone })
    }

    /// A photo with more pixels than are filtered at once, all on screen, and its level of half the size.
    private func large() throws -> (layers: [Int: PhotoLayer], view: FilterPlan.View) {
        let side = 2 * (Int(Double(LiveFiltration.mostAtOnce).squareRoot()) / 2 + 1)
        var layers: [Int: PhotoLayer] = [:]
        for level in 0...1 {
            layers[level] = PhotoLayer(
                try Planes.noise(side >> level, side >> level), level: level, of: .square(side), orientation: .topLeft)
        }
        let viewport = PhotoViewport(
            photo: CGSize(width: side, height: side), view: CGSize(width: side, height: side), density: 1)
        return (layers, FilterPlan.View(viewport, turn: .topLeft))
    }

    @Test func `Of what takes too long, a coarser level is shown at first`() throws {
        let live = LiveFiltration(mainContext: context)
        let (layers, view) = try large()
        let best = try #require(layers[0])
        live.want(FilterChoice(.vignette), of: [best], in: layers, view: view, atOnce: true)
        #expect(live.layers.map(\.density) == [0.5])
        #expect(context.run { live.isDone })
        #expect(live.layers.last?.density == 1)
    }

    @Test func `An unavailable result is not waited for`() throws {
        let live = LiveFiltration(mainContext: context)
        let (layers, view) = try large()
        let best = try #require(layers[0])
        live.want(FilterChoice(.vignette), of: [best], in: [0: best], view: view, atOnce: true)
        #expect(live.layers.isEmpty)
        #expect(context.run { live.isDone })
        #expect(!live.layers.isEmpty)
    }

    @Test func `What an earlier wish comes to does not replace what was made at once`() throws {
        let live = LiveFiltration(mainContext: context)
        let (layers, view) = try large()
        let best = try #require(layers[0])
        live.want(FilterChoice(.vignette), of: [best], in: [0: best], view: view)
        live.want(FilterChoice(.blur), of: [best], in: layers, view: view, preparesMoves: false, atOnce: true)
        let made = live.layers.map { ObjectIdentifier($0.plane) }
        #expect(made.count == 1)
        #expect(context.run { live.isDone })
        // Long after the end of the earlier one.
        _ = context.run(forAtMost: 0.5) { false }
        #expect(live.layers.map { ObjectIdentifier($0.plane) } == made)
    }

    @Test func `A photo that is moved a little is not filtered again; further, only what is on screen is`() throws {
        let live = LiveFiltration(mainContext: context)
        let layers = try layers()
        let best = try #require(layers[0])
        live.want(FilterChoice(.sharpen), of: [best], in: layers, view: view(at: CGPoint(x: 30, y: 30)))
        #expect(context.run { live.isDone })
        let before = live.layers.map { ObjectIdentifier($0.plane) }
        live.want(FilterChoice(.sharpen), of: [best], in: layers, view: view(at: CGPoint(x: 38, y: 36)))
        #expect(live.isDone)
        live.want(FilterChoice(.sharpen), of: [best], in: layers, view: view(at: CGPoint(x: 150, y: 100)))
        #expect(!live.isDone)
        // The previous result stays until the next one.
        #expect(live.layers.map { ObjectIdentifier($0.plane) } == before)
        #expect(context.run { live.isDone })
        let after = live.layers.map { ObjectIdentifier($0.plane) }
        #expect(after[0] == before[0] && after[1] != before[1])
    }

    @Test func `Of amounts that come faster than they are filtered the newest wins, and those between are never begun`()
        throws
    {
        let live = LiveFiltration(mainContext: context)
        let layers = try layers(0...0)
        let best = try #require(layers[0])
        var shown = 0
        live.observer = { shown += 1 }
        let fitting = FilterPlan.View(
            PhotoViewport(photo: size, view: size, density: 1), turn: .topLeft)
        for step in 1...100 {
            live.want(FilterChoice(.blur, amount: Double(step) / 100), of: [best], in: layers, view: fitting)
        }
        #expect(context.run { live.isDone })
        // The one that was running when the others came, and the last.
        #expect(shown == 2)
        let wanted = try #require(
            FilterChoice(.blur, amount: 1).filter()?.apply(
                to: best.plane.picture(of: PixelPart(all: best.plane.size)), isCancelled: { false }))
        #expect(first(live).map { abs(Int($0) - Int(wanted.bytes[0])) <= 2 } == true)
    }

    @Test func `While a slider moves only what is on screen is filtered; once it rests, what lies around it as well`()
        throws
    {
        let live = LiveFiltration(mainContext: context)
        let layers = try layers()
        let best = try #require(layers[0])
        let view = view(at: CGPoint(x: 100, y: 80))
        live.want(FilterChoice(.sharpen), of: [best], in: layers, view: view, preparesMoves: false)
        #expect(context.run { live.isDone })
        #expect(live.layers.map(\.plane.size) == [PixelSize(width: 40, height: 40)])
        live.want(FilterChoice(.sharpen), of: [best], in: layers, view: view)
        #expect(context.run { live.isDone })
        #expect(live.layers.map(\.plane.size) == [PixelSize(width: 100, height: 80), PixelSize(width: 80, height: 80)])
    }

    @Test func `What was filtered of another photo is dropped`() throws {
        let live = LiveFiltration(mainContext: context)
        let layers = try layers(0...0)
        let best = try #require(layers[0])
        live.want(FilterChoice(.blur), of: [best], in: layers, view: view(at: .zero))
        live.clear()
        #expect(live.isDone)
        let other = try self.layers(0...0)
        let another = try #require(other[0])
        live.want(FilterChoice(.vignette), of: [another], in: other, view: view(at: .zero))
        var shown = 0
        live.observer = { shown += 1 }
        #expect(context.run { live.isDone })
        #expect(shown >= 1)
        live.clear()
        #expect(live.layers.isEmpty)
    }

    @Test func `A colour matrix, or no filter, leaves nothing to be shown instead of the photo`() throws {
        let live = LiveFiltration(mainContext: context)
        let layers = try layers(0...0)
        let best = try #require(layers[0])
        live.want(FilterChoice(.vignette), of: [best], in: layers, view: view(at: .zero))
        #expect(context.run { live.isDone })
        live.want(FilterChoice(.sepia), of: [best], in: layers, view: view(at: .zero))
        #expect(live.layers.isEmpty)
    }

    @Test func `A row's picture, the middle of a photo, has its vignette where the photo has it`() throws {
        let live = LiveFiltration(mainContext: context)
        let white = try Planes.make(80, 80) { _, _, _ in 255 }
        let row = PhotoLayer(row: white, of: size)
        let view = FilterPlan.View(PhotoViewport(photo: size, view: size, density: 1), turn: .topLeft)
        live.want(FilterChoice(.vignette, amount: 1), of: [row], in: [:], view: view)
        #expect(context.run { live.isDone })
        let whole = PixelBuffer(size: PixelSize(width: 100, height: 80)) { $0.initialize(repeating: 255) }
        let wanted = try #require(Vignette(amount: 1).apply(to: whole, isCancelled: { false }))
        #expect(first(live) == wanted.bytes[4 * 10])
    }
}
