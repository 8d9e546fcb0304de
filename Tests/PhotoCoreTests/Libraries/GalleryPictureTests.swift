import Foundation
@testable import PhotoCore
import Testing

@Suite("Smaller pictures of a gallery")
struct GalleryPictureTests {
    private static let made = "https://a.example/_data/i/upload/20241006"
    private static let script = "https://a.example/i.php?/upload/20241006"

    @Test(arguments: [
        (made + "-2s.jpg", made + "-xx.jpg", made + "-2s.jpg?photo=12.xx", made + "-xx.jpg"),
        (script + "-2s.jpg", script + "-xx.jpg", script + "-2s.jpg&photo=12.xx", script + "-xx.jpg"),
        (made + "-2s.jpg", script + "-xx.jpg", made + "-2s.jpg?photo=12.xx.i", script + "-xx.jpg"),
        // The script also knows what is made.
        (script + "-2s.jpg", made + "-xx.jpg", script + "-2s.jpg&photo=12.xx", script + "-xx.jpg"),
        (made + "-2s.jpg", made + "-cu_s16.jpg", made + "-2s.jpg?photo=12.cu_s16", made + "-cu_s16.jpg"),
    ])
    func `A row's address leads to the picture for a page`(
        _ thumbnail: String, _ preview: String, _ marked: String, _ found: String
    ) throws {
        #expect(GalleryPicture.marked(thumbnail, photo: 12, preview: preview) == marked)
        let address = try #require(URL(string: marked))
        let picture = try #require(GalleryPicture(address))
        #expect(picture.photo == 12 && picture.preview?.absoluteString == found)
    }

    @Test(arguments: [nil, "https://a.example/upload/20241006.jpg", "https://a.example/_data/i/other-xx.jpg", ""])
    func `Where it leads to none, the photo is known all the same`(_ preview: String?) throws {
        let marked = GalleryPicture.marked(Self.made + "-2s.jpg", photo: 12, preview: preview)
        #expect(marked == Self.made + "-2s.jpg?photo=12")
        let address = try #require(URL(string: marked))
        let picture = try #require(GalleryPicture(address))
        #expect(picture.photo == 12 && picture.preview == nil)
    }

    @Test(arguments: [
        "https://a.example/a.jpg", "https://a.example/a.jpg?photo=", "https://a.example/a.jpg?photo=x",
        "https://a.example/a.jpg?photo=0", "https://a.example/a.jpg?photo=-1", "https://a.example/photo=12",
        "https://a.example/a.jpg?photo=12.xx.y", "https://a.example/a.jpg?photo=12.xx.i.i", "photo=12",
        "https://a.example/a.jpg?photo=99999999999999999999",
    ])
    func `Other addresses are none of its pictures`(_ address: String) throws {
        #expect(GalleryPicture(try #require(URL(string: address))) == nil)
    }

    @Test func `Texts are those of a person, not of a page`() {
        #expect(GalleryText.plain("Fish &amp; <b>ice</b><br>\ncold") == "Fish & ice cold")
        #expect(GalleryText.plain("1 < 2") == "1 < 2")
        #expect(GalleryText.date("2024-10-05 11:00:00") == "2024-10-05T11:00:00")
        for text in ["", "0000-00-00 00:00:00", "2024-10-05", "yesterday at noon", "2024-99-05 11:00:00"] {
            #expect(GalleryText.date(text) == nil, "\(text)")
        }
    }
}
