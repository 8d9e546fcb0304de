import Testing

@testable import PhotoCore

@Suite("Photos below a person's name")
struct PersonPhotosTests {
    private static let lists: [String] = [
        #"{"user":{"name":"Ann","photos":[{"url":"https://h/1.jpg","caption":"Sea"},{"url":"https://h/2.jpg"}]}}"#,
        #"{"user":{"photos":{"edges":[{"node":{"id":"1","display_url":"https://h/1.jpg"}},"#
            + #"{"node":{"id":"2","display_url":"https://h/2.jpg"}}]}}}"#,
        #"{"account":{"media":{"items":[{"display_url":"https://h/1.jpg","width":1000,"height":800},"#
            + #"{"display_url":"https://h/2.jpg","width":1000,"height":800}]}}}"#,
        #"{"data":{"user":{"media":{"edges":[{"node":{"image":{"url":"https://h/1.jpg"}}},"#
            + #"{"node":{"image":{"url":"https://h/2.jpg"}}}]}}}}"#,
        #"{"user":{"username":"ann","images":["https://h/1.jpg","https://h/2.jpg"]}}"#,
        #"{"profile":{"edge_owner_to_timeline_media":{"edges":[{"node":{"display_url":"https://h/1.jpg"}},"#
            + #"{"node":{"display_url":"https://h/2.jpg","owner":{"profile_pic_url":"https://h/a.jpg"}}}]}}}"#,
    ]

    private static let portraits: [String] = [
        #"[{"image_url":"https://h/1.jpg","author":{"images":[{"url":"https://h/a.jpg"},{"url":"https://h/b.jpg"}]}},"#
            + #"{"image_url":"https://h/2.jpg","author":{"images":[{"url":"https://h/c.jpg"}]}}]"#,
        #"{"user":{"photo":{"url":"https://h/a.jpg"}},"#
            + #""items":[{"image":"https://h/1.jpg"},{"image":"https://h/2.jpg"}]}"#,
        #"{"owner":{"images":[{"url":"https://h/a.jpg","width":64,"height":64},"#
            + #"{"url":"https://h/b.jpg","width":300,"height":300}]},"#
            + #""photos":[{"image":"https://h/1.jpg"},{"image":"https://h/2.jpg"}]}"#,
    ]

    @Test(arguments: lists)
    func `Are photos if they are a list`(json: String) {
        #expect(TreeReading(json).texts(.location) == ["https://h/1.jpg", "https://h/2.jpg"])
    }

    @Test(arguments: portraits)
    func `Are portraits where they are those of several, or sizes of one`(json: String) {
        #expect(TreeReading(json).texts(.location) == ["https://h/1.jpg", "https://h/2.jpg"])
    }
}
