import Foundation
@testable import PhotoCore
import Testing

@Suite("Pictures that servers make")
struct MadePictureTests {
    private static func isMade(_ url: String, of photo: String?) throws -> Bool {
        let url = try #require(URL(string: url))
        return MadePicture.isAt(url, of: photo.flatMap { URL(string: $0) })
    }

    @Test(
        arguments: [
            ("https://h/api/v1/t/2f/_preview_/fit_720", "https://h/api/v1/dl/2f?t=_download_&photo=p1"),
            ("https://h/cloud/index.php/core/preview?fileId=7&x=512", "https://h/cloud/remote.php/dav/files/a/x.jpg"),
            ("http://h/thumb?id=5", "http://h/photo?id=5"),
        ])
    func `A smaller picture at an address of its own is one, unless it is named as a drawing`(
        _ url: String, photo: String
    ) throws {
        #expect(try Self.isMade(url, of: photo))
        #expect(try !Self.isMade(photo, of: photo))
        #expect(try !Self.isMade("https://h/icons/x.SVG?v=1", of: photo))
        #expect(try !Self.isMade(url.replacing("_preview_", with: "x"), of: "https://h/drawing.svg"))
    }

    @Test func `So is the picture of a video, which has no other address`() throws {
        #expect(try Self.isMade("https://h/api/v1/t/2f/_preview_/fit_1920?photo=p1", of: nil))
        #expect(try Self.isMade("https://h/index.php/core/preview?fileId=7#/remote.php/dav/files/a/x.mp4", of: nil))
        #expect(try !Self.isMade("https://h/api/v1/dl/2f?t=_download_&photo=p1", of: nil))
    }

    @Test func `A file is none`() throws {
        #expect(try !Self.isMade("file:///small/1", of: "file:///photos/1"))
    }
}
