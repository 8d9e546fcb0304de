import Foundation
import Testing

@testable import PhotoCore

@Suite struct PhotoContentTests {
    private let size = PixelSize(width: 640, height: 480)

    private func plane(_ width: Int, _ height: Int) throws -> PhotoPlane {
        try #require(
            PhotoPlane.make(size: PixelSize(width: width, height: height), channels: 3) { bytes in
                bytes.update(repeating: 0)
                return true
            })
    }

    private func layer(_ level: Int) throws -> PhotoLayer {
        PhotoLayer(try plane(640 >> level, 480 >> level), level: level, of: size, orientation: .topLeft)
    }

    @Test func `The coarsest level that is not enlarged is shown`() throws {
        let content = PhotoContent(layers: [0: try layer(0), 1: try layer(1), 2: try layer(2)], size: size)
        #expect(content.layers(for: 0.25).map(\.density) == [0.25])
        #expect(content.layers(for: 0.3).map(\.density) == [0.5])
        #expect(content.layers(for: 8).map(\.density) == [1])
        #expect(content.isSharp(content.layers(for: 0.25), at: 0.25))
    }

    @Test func `Where that is missing, the finest there is is shown`() throws {
        let content = PhotoContent(layers: [2: try layer(2)], size: size)
        let shown = content.layers(for: 1)
        #expect(shown.map(\.density) == [0.25])
        #expect(content.isCovered(by: shown) && !content.isSharp(shown, at: 1))
    }

    @Test func `The row's picture lies below what is not all of the photo`() throws {
        let upper = PhotoLayer(try plane(640, 100), level: 0, of: size, orientation: .topLeft)
        let content = PhotoContent(layers: [0: upper], row: try plane(80, 80), size: size)
        let shown = content.layers(for: 1)
        #expect(shown.count == 2)
        #expect(!content.isCovered(by: shown) && !content.isSharp(shown, at: 1))
    }

    @Test func `A photo of unknown size has its row's shape and fills the view`() throws {
        let content = PhotoContent(row: try plane(80, 60))
        #expect(content.shownSize == CGSize(width: 80_000, height: 60_000))
        #expect(content.isCovered(by: content.layers(for: 0.01)))
        #expect(!content.isEmpty && PhotoContent().isEmpty)
        #expect(PhotoContent().isCovered(by: []) && !PhotoContent(size: size).isCovered(by: []))
    }
}
