import Foundation
import TestSupport
import Testing

@testable import PhotoCore

@MainActor
@Suite("Held photos, for another picture size")
struct HeldPhotosTests {
    private let url = URL(filePath: "/photo")
    private let bytes = FetchedData(data: Data([1]), url: URL(filePath: "/photo"))

    private func picture(_ side: Int) -> PixelBuffer {
        PixelBuffer(size: .square(side), bytesPerRow: 4 * side, bytes: Array(repeating: 0, count: 4 * side * side))
    }

    @Test func `A picture that fills the size stays, a smaller one goes`() {
        let held = HeldPhotos()
        held.hold(.decoded(picture(8)), of: url)
        held.hold(picture(8), of: url, filteredBy: "sepia")
        held.forgetPictures(notFilling: .square(8))
        #expect(held.original(of: url) != nil)
        #expect(held.filtered(url, by: "sepia") != nil)
        held.forgetPictures(notFilling: .square(9))
        #expect(held.original(of: url) == nil)
        #expect(held.filtered(url, by: "sepia") == nil)
    }

    @Test func `A picture of all the pixels that a small photo has stays`() {
        let held = HeldPhotos()
        held.hold(.decoded(picture(8)), of: url)
        held.notePhotoSize(.square(8), of: url)
        held.forgetPictures(notFilling: .square(100))
        #expect(held.original(of: url) != nil)
    }

    @Test func `A photo's bytes stay, those of a thumbnail or of its first scans go`() {
        let held = HeldPhotos()
        held.hold(.fetched(bytes), of: url)
        held.forgetPictures(notFilling: .square(100))
        #expect(held.original(of: url) != nil)
        held.hold(.fetched(FetchedData(data: Data([1]), url: url, extent: .firstScans)), of: url)
        held.forgetPictures(notFilling: .square(100))
        #expect(held.original(of: url) == nil)
    }
}
