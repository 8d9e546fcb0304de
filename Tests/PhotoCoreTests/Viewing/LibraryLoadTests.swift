import Foundation
import PhotoCore
import TestSupport
import Testing

@testable import PhotoCore

/// A photo of a library: the server's picture of a screen's size first, the original when that does not suffice.
@MainActor
@Suite struct LibraryLoadTests {
    private let fetcher = StubFetcher()
    private let context = HandDrivenMainContext()
    private let url = URL(fileURLWithPath: "/api/assets/1/original")
    private let preview = URL(fileURLWithPath: "/api/assets/1/preview")
    private let facts = URL(fileURLWithPath: "/api/assets/1")
    /// The stub decodes every picture as one of this size; the original has twice as many pixels along a side.
    private let original = PixelSize(
        width: 2 * GreyPhotoDecoder.size.width, height: 2 * GreyPhotoDecoder.size.height)
    private let decoder = GreyPhotoDecoder()

    private func load(preview: URL?) -> PhotoLoad {
        let size = original
        let library = LibraryPhoto(preview: preview, facts: facts) { body in
            guard !body.isEmpty else { return nil }
            var facts = LibraryFacts()
            facts.fileName = String(decoding: body, as: UTF8.self)
            switch facts.fileName {
            case "another shape": facts.size = PixelSize(width: 100, height: 1000)
            case "lying": facts.size = PixelSize(width: size.height, height: size.width)
            case "no size": break
            default: facts.size = size
            }
            return facts
        }
        return PhotoLoad(
            url, services: .init(fetcher: fetcher, decoder: decoder, mainContext: context), library: library)
    }

    private var requested: [String] { fetcher.asked.map(\.lastPathComponent) }

    private func answer(_ name: String = "IMG_1.HEIC") {
        fetcher.answer(facts, .success(Data(name.utf8)))
        fetcher.answer(preview, .success(Data([7])))
    }

    private let screen = PhotoDetail.fitting(PixelSize(width: 160, height: 120))

    @Test(arguments: ["IMG_1.HEIC", "lying"])
    func `The smaller picture suffices for the page, and has the original's size`(_ name: String) {
        let load = load(preview: preview)
        load.want(screen)
        #expect(requested.sorted() == ["1", "preview"])
        answer(name)
        #expect(context.run { load.status == .ready })
        #expect(load.uprightSize == original)
        #expect(load.showsPreview && load.layers.count == 1)
        #expect(load.layers.values.first?.density == 0.5)
        #expect(load.layers.values.first?.covers(CGSize(width: original.width, height: original.height)) == true)
        #expect(load.facts?.fileName == name)
        #expect(load.wholeData == nil)
        load.want(screen)
        load.want(.level(1))
        #expect(requested.count == 2)
    }

    @Test func `Zoomed past it, the original comes, and the smaller picture stays until then`() {
        let load = load(preview: preview)
        load.want(screen)
        answer()
        #expect(context.run { load.status == .ready })
        load.want(.level(0))
        #expect(requested.last == "original")
        #expect(load.showsPreview && !load.layers.isEmpty)
        fetcher.answer(url, .success(Data([9])))
        #expect(context.run { !load.showsPreview })
        #expect(load.status == .ready && load.layers[0] != nil)
        #expect(load.wholeData == Data([9]))
    }

    @Test func `A screen larger than the smaller picture has the original`() {
        let load = load(preview: preview)
        load.want(.fitting(PixelSize(width: 10_000, height: 10_000)))
        answer()
        #expect(context.run { requested.contains("original") })
        fetcher.answer(url, .success(Data([9])))
        #expect(context.run { load.status == .ready && !load.showsPreview })
    }

    @Test(arguments: ["another shape", "no size", ""])
    func `Where the server does not tell the size, the original comes`(_ name: String) {
        let load = load(preview: preview)
        load.want(screen)
        answer(name)
        #expect(context.run { requested.contains("original") })
        #expect(!load.showsPreview)
    }

    @Test func `Where there is no smaller picture, the original comes`() {
        let load = load(preview: preview)
        load.want(screen)
        fetcher.answer(facts, .success(Data("IMG_1.HEIC".utf8)))
        fetcher.answer(preview, .failure(.refused(status: 404, phrase: "Not Found", retryAfter: nil)))
        #expect(context.run { requested.contains("original") })
        fetcher.answer(url, .success(Data([9])))
        #expect(context.run { load.status == .ready && load.layers.count > 0 })
    }

    @Test func `Given up and wanted again, it goes on with what is missing`() {
        let load = load(preview: preview)
        load.want(screen)
        fetcher.answer(facts, .success(Data("IMG_1.HEIC".utf8)))
        #expect(context.run { load.facts != nil })
        load.cancel()
        #expect(load.status == .waiting)
        load.want(screen)
        #expect(requested.filter { $0 == "1" }.count == 1)
        #expect(requested.filter { $0 == "preview" }.count == 2)
        fetcher.answer(preview, .success(Data([7])))
        #expect(context.run { load.status == .ready })
        #expect(load.showsPreview)
    }

    @Test func `After a failure of everything, retrying begins with the smaller picture`() {
        let load = load(preview: preview)
        load.want(screen)
        for address in [facts, preview] { fetcher.answer(address, .failure(.noNetwork(host: "photos.example.org"))) }
        #expect(context.run { requested.contains("original") })
        fetcher.answer(url, .failure(.noNetwork(host: "photos.example.org")))
        #expect(context.run { load.status.isFinal })
        load.retry()
        answer()
        #expect(context.run { load.status == .ready })
        #expect(load.showsPreview)
        #expect(requested.filter { $0 == "original" }.count == 1)
    }

    @Test func `Of a video, whose picture is all there is, only the facts come in addition`() {
        let load = load(preview: nil)
        load.want(screen)
        #expect(requested.sorted() == ["1", "original"])
        fetcher.answer(facts, .success(Data("IMG_1.MOV".utf8)))
        fetcher.answer(url, .success(Data([7])))
        #expect(context.run { load.status == .ready && load.facts != nil })
        #expect(load.uprightSize == GreyPhotoDecoder.size)
    }

    @Test func `Memory that is released keeps the smaller picture`() {
        let load = load(preview: preview)
        load.want(screen)
        answer()
        #expect(context.run { load.status == .ready })
        load.release(finerThan: 8)
        #expect(load.layers.count == 1)
    }
}
