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
    func `A side that is none counts as long as the other one`(side: String) {
        #expect(pixels(side, "480") == 230_400 && pixels("480", side) == 230_400)
        #expect(pixels(side, side) == 0)
        #expect(pixels(side, "9223372036854775807") == .max)
    }

    @Test(arguments: [
        ("http://h/a.jpg?width=460&quality=85", true), ("http://h/a.jpg?q=8&W=141#x", true),
        ("http://h/a.jpg?width=140", false), ("http://h/a.jpg?w=&width=460", false), ("http://h/a.jpg?width", false),
        ("http://h/a.jpg?width=-460", false), ("http://h/a.jpg?", false), ("http://h/a.jpg", false),
        ("http://h/width=460.jpg", false), ("http://h/a.jpg#?width=460", false),
    ])
    func `Where no file has sides the widths in their addresses tell the larger one`(location: String, isLarger: Bool) {
        var (small, file) = (FeedMedia(from: .mediaContent), FeedMedia(from: .mediaContent))
        small.location = Array("http://h/a.jpg?width=140".utf8)
        file.location = Array(location.utf8)
        #expect(file.isLarger(than: small) == isLarger)
        #expect(!small.isLarger(than: file))
        small.height = Array("10".utf8)
        #expect(!file.isLarger(than: small) && small.isLarger(than: file))
    }
}
