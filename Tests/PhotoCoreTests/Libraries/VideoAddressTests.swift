import Foundation
import Testing

@testable import PhotoCore

@Suite("Videos in lists of photos")
struct VideoAddressTests {
    @Test(arguments: [
        ("https://h/a-xx.jpg#https://h/upload/a.mp4", nil, "https://h/upload/a.mp4"),
        ("https://h/preview?fileId=7#/remote.php/a%20b.mp4", nil, "https://h/remote.php/a%20b.mp4"),
        ("https://h/i/a-xx.jpg#upload/a.mp4", "https://h/photos/", "https://h/photos/upload/a.mp4"),
        ("https://h/a.jpg", nil, nil), ("https://h/a.jpg#", nil, nil),
        // A server must not have this computer's files handed to a player.
        ("https://h/a.jpg#file:///home/anna/a.mp4", nil, nil), ("https://h/a.jpg#smb://h/a.mp4", nil, nil),
    ])
    func `A picture's address leads to its video`(_ picture: String, _ base: String?, _ video: String?) throws {
        let url = try #require(URL(string: picture))
        let found = VideoAddress.video(ofPicture: url, in: base.flatMap { URL(string: $0) })
        #expect(found?.absoluteString == video)
    }

    @Test(arguments: [
        ("a.mp4", true), ("https://h/upload/A.MOV?x=1", true), ("a.jpg", false), ("a.jpg?b.mp4", false), ("mp4", false),
        ("", false), ("a.mp4/b", false),
    ])
    func `A video is known by its ending`(_ text: String, _ isVideo: Bool) {
        #expect(VideoAddress.isNamed(by: text) == isVideo)
    }
}
