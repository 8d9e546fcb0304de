import Testing

@testable import PhotoCore

@Suite struct FeedMediaTests {
    private func pixels(_ width: String, _ height: String) -> Int {
        var media = FeedMedia(from: .mediaContent)
        (media.width, media.height) = (Array(width.utf8), Array(height.utf8))
        return media.pixelCount
    }

    @Test func `A file's size is what it claims, and more than any where it claims more than can be counted`() {
        #expect(pixels("640", "480") == 307_200)
        #expect(pixels("9223372036854775807", "9223372036854775807") == .max)
        #expect(pixels("4294967296", "2147483648") == .max)
        #expect(pixels("3037000500", "3037000500") == .max)
        #expect(pixels("9223372036854775807", "1") == .max)
    }

    @Test(arguments: ["", "-1", "-9223372036854775808", "9223372036854775808", "1e9", "640px", "0"])
    func `A side that is none counts as no pixels`(side: String) {
        #expect(pixels(side, "480") == 0 && pixels("480", side) == 0)
    }
}
