import Foundation
import Testing

@testable import PhotoCore
@testable import PhotoServices

/// What a PhotoPrism server knows of a photo.
@Suite struct PhotoPrismFactsTests {
    private let library: LibraryLocation

    init() throws {
        let url = try #require(URL(string: "photoprism+https://h/sub"))
        library = try #require(LibraryLocation(url))
    }

    private func facts(_ json: String) -> LibraryFacts? {
        let picture = LibraryLocation.Picture(hash: "2f", photo: "p1", isVideo: false)
        return PhotoPrismFacts.facts(in: Data(json.utf8), about: picture, of: library)
    }

    private func photo(at address: String) -> LibraryPhoto? {
        URL(string: address).flatMap { PhotoPrismFacts.photo(at: $0, of: library) }
    }

    @Test func `A photo has a smaller picture and facts; a video has its file`() throws {
        let base = "https://h/sub/api/v1/"
        let photo = try #require(self.photo(at: base + "dl/2f?t=_download_&photo=p1"))
        #expect(photo.preview?.absoluteString == base + "t/2f/_preview_/fit_1920?photo=p1")
        #expect(photo.facts.absoluteString == base + "photos/p1")
        #expect(photo.page?.absoluteString == "https://h/sub/library/browse?q=uid:p1")
        #expect(photo.video == nil)
        let video = try #require(self.photo(at: base + "t/2f/_preview_/fit_1920?photo=p1"))
        #expect(video.preview == nil)
        #expect(video.video?.absoluteString == base + "videos/2f/_preview_/avc")
    }

    @Test(arguments: [
        "https://h/sub/api/v1/dl/2f", "https://h/sub/api/v1/dl/2f?photo=", "https://h/sub/api/v1/dl/2f?photo=a%2Fb",
        "https://h/sub/api/v1/dl/a/b?photo=p", "https://h/api/v1/dl/2f?photo=p", "https://i/sub/api/v1/dl/2f?photo=p",
        "https://h/sub/api/v1/albums/2f?photo=p", "https://h/sub/api/v1/?photo=p", "https://h/sub/api/v1/dl?photo=p",
    ])
    func `Other addresses are none of its photos`(_ address: String) throws {
        #expect(photo(at: address) == nil)
    }

    @Test func `All that is told is known`() throws {
        let found = try #require(
            facts(
                """
                {"UID": "p1", "Type": "live", "TakenAtLocal": "2024-05-17T14:03:22Z", "Year": 2024,
                 "Description": "At the river", "PlaceID": "pt:1", "Place": {"Label": "Lisbon, Portugal"}, "Lat": 38.7,
                 "Lng": -9.1, "Iso": 200, "FNumber": 2.8, "FocalLength": 35, "Exposure": "1/250",
                 "Camera": {"Slug": "nikon-z-6", "Make": "NIKON", "Model": "Z 6"},
                 "Lens": {"Slug": "z-35", "Make": "", "Model": "Z 35/1.8"},
                 "Files": [{"Hash": "aa", "Name": "x.mp4", "Size": 9},
                  {"Hash": "2f", "Name": "2024/05/IMG_1.jpg", "Size": 4000001, "Width": 4024, "Height": 6048,
                   "Markers": [{"Name": "Anna"}, {"Name": ""}, {"Name": "Ben"}, {"Name": "Anna"},
                    {"Name": "No", "Invalid": true}]}]}
                """))
        #expect(found.fileName == "IMG_1.jpg" && found.byteCount == 4_000_001)
        #expect(found.size == PixelSize(width: 4024, height: 6048))
        #expect(found.place == "Lisbon, Portugal" && found.people == ["Anna", "Ben"])
        #expect(found.description == "At the river")
        #expect(found.camera.camera == "NIKON Z 6" && found.camera.lens == "Z 35/1.8")
        #expect(found.camera.exposureTime == 1 / 250 && found.camera.aperture == 2.8 && found.camera.speed == 200)
        #expect(found.camera.latitude == 38.7 && found.camera.longitude == -9.1)
        #expect(found.camera.date == "2024:05:17 14:03:22")
        #expect(found.motion?.absoluteString == "https://h/sub/api/v1/videos/2f/_preview_/avc")
    }

    @Test func `What is not known is not shown`() throws {
        let found = try #require(
            facts(
                """
                {"UID": "p1", "Type": "image", "TakenAtLocal": "2024-05-17T14:03:22Z", "Year": -1, "PlaceID": "zz",
                 "Place": {"Label": "Unknown"}, "Lat": 0, "Lng": 0, "Iso": 0, "FNumber": 0, "FocalLength": -1,
                 "Exposure": "", "Camera": {"Slug": "zz", "Make": "", "Model": "Unknown"},
                 "Lens": {"Slug": "zz", "Model": "Unknown"}}
                """))
        #expect(found == LibraryFacts())
    }

    @Test(arguments: ["", "[]", "7", "{}", "null", #"{"UID": "#])
    func `Something else is none`(_ text: String) { #expect(facts(text) == nil) }

    @Test(arguments: ["1e999", "-1e999", "-3", "1e300", #""NaN""#, "[]"])
    func `Numbers are taken over their whole range`(_ number: String) throws {
        _ = facts(
            """
            {"UID": "p", "Year": \(number), "Lat": \(number), "Lng": \(number), "Iso": \(number), "FNumber": \(number),
             "FocalLength": \(number), "Files": [{"Hash": "2f", "Size": \(number), "Width": \(number),
             "Height": \(number)}]}
            """)
    }
}
