import Foundation
import PhotoCore
import Testing

@testable import PhotoServices

/// What an Immich server knows of a photo, in the shapes of its versions.
@Suite struct ImmichFactsTests {
    private let library: LibraryLocation
    private let id = "00000001-0000-4000-8000-000000000001"

    init() throws {
        let url = try #require(URL(string: "immich+https://photos.example.org/sub"))
        library = try #require(LibraryLocation(url))
    }

    private func facts(_ json: String) -> LibraryFacts? { ImmichFacts.facts(in: Data(json.utf8), of: library) }

    @Test func `A photo has a smaller picture and facts; a video has its file`() throws {
        let base = "https://photos.example.org/sub/api/assets/\(id)"
        let original = try #require(URL(string: "\(base)/original"))
        let photo = try #require(ImmichFacts.photo(at: original, of: library))
        #expect(photo.preview?.absoluteString == "\(base)/thumbnail?size=preview")
        #expect(photo.facts.absoluteString == base)
        #expect(photo.page?.absoluteString == "https://photos.example.org/sub/photos/\(id)")
        #expect(photo.video == nil)
        let picture = try #require(URL(string: "\(base)/thumbnail?size=preview"))
        let video = try #require(ImmichFacts.photo(at: picture, of: library))
        #expect(video.preview == nil)
        #expect(video.video?.absoluteString == "\(base)/original")
    }

    @Test(arguments: [
        "https://photos.example.org/sub/api/assets/", "https://photos.example.org/sub/api/assets/1/2/original",
        "https://photos.example.org/sub/api/assets/../x/original", "https://photos.example.org/api/assets/1/original",
        "https://elsewhere.example.org/sub/api/assets/1/original",
        "https://photos.example.org/sub/api/assets/1/delete",
        "https://photos.example.org/sub/api/assets/a%2Fb/original",
    ])
    func `Other addresses are none of its photos`(_ address: String) throws {
        let url = try #require(URL(string: address))
        #expect(ImmichFacts.photo(at: url, of: library) == nil)
    }

    @Test func `All that is told is known`() throws {
        let found = try #require(
            facts(
                """
                {"id": "x", "originalFileName": "IMG_1.HEIC", "localDateTime": "2024-05-17T14:03:22.120Z",
                 "livePhotoVideoId": "\(id)",
                 "people": [{"id": "p", "name": "Anna"}, {"id": "q", "name": ""}, {"id": "r", "name": "Ben"}],
                 "exifInfo": {"make": "NIKON CORPORATION", "model": "NIKON Z 6", "lensModel": "Z 35/1.8",
                  "fNumber": 2.8, "focalLength": 35, "iso": 200, "exposureTime": "1/250", "latitude": 38.7,
                  "longitude": -9.1,
                  "city": "Lisbon", "state": "Lisbon", "country": "Portugal", "description": "At the river",
                  "fileSizeInByte": 4000001, "exifImageWidth": 6048, "exifImageHeight": 4024, "orientation": "6"}}
                """))
        #expect(found.fileName == "IMG_1.HEIC" && found.byteCount == 4_000_001)
        #expect(found.size == PixelSize(width: 4024, height: 6048))
        #expect(found.place == "Lisbon, Portugal" && found.people == ["Anna", "Ben"])
        #expect(found.description == "At the river")
        #expect(found.camera.camera == "NIKON CORPORATION NIKON Z 6" && found.camera.lens == "Z 35/1.8")
        #expect(found.camera.exposureTime == 1 / 250 && found.camera.aperture == 2.8)
        #expect(found.camera.speed == 200 && found.camera.focalLength == 35)
        #expect(found.camera.latitude == 38.7 && found.camera.longitude == -9.1)
        #expect(found.camera.date == "2024:05:17 14:03:22")
        #expect(found.motion?.absoluteString == "https://photos.example.org/sub/api/assets/\(id)/original")
    }

    @Test func `Numbers may be texts, and the size may be the upright one`() {
        let found = facts(#"{"id": 1, "width": "300", "height": 200, "exifInfo": {"iso": "100", "orientation": 6}}"#)
        #expect(found?.size == PixelSize(width: 300, height: 200))
        #expect(found?.camera.speed == 100)
    }

    @Test(arguments: [
        #"{"id": 1}"#, #"{"id": 1, "exifInfo": null, "people": 7}"#, #"{"id": 1, "exifInfo": [], "people": [1, null]}"#,
        #"{"id": 1, "exifInfo": {"exifImageWidth": 1e300, "exifImageHeight": -1, "iso": 1e99, "fileSizeInByte": -5}}"#,
        #"{"id": 1, "exifInfo": {"exposureTime": "1/0", "fNumber": 0, "focalLength": -1, "latitude": "x"}}"#,
        #"{"id": 1, "livePhotoVideoId": "../../secret", "localDateTime": "T"}"#,
    ])
    func `What is absent, or no number, is not known`(_ json: String) throws {
        let found = try #require(facts(json))
        #expect(found.size == nil && found.byteCount == nil && found.people.isEmpty && found.motion == nil)
        #expect(found.camera == CameraFacts())
    }

    @Test(arguments: ["", "{", "[]", "7", "{}", #"{"message": "Not found"}"#, "<html>"])
    func `Anything else is no answer`(_ text: String) { #expect(facts(text) == nil) }
}
