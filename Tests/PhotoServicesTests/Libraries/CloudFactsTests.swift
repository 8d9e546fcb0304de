import Foundation
import TestSupport
import Testing

@testable import PhotoCore
@testable import PhotoServices

/// What a Nextcloud server has and knows of a photo.
@Suite struct CloudFactsTests {
    private static let server = "https://cloud.example.org/sub"
    private static let photo = URL(string: server + "/remote.php/dav/files/anna/Holiday/a%20b.jpg")
    private static let row = "/index.php/core/preview?fileId=71&x=512&y=512&a=1&forceIcon=0&c=5f3c"

    private func picture(_ thumbnail: String) throws -> LibraryPhoto? {
        CloudFacts.photo(at: try #require(Self.photo), thumbnail: try #require(URL(string: thumbnail)))
    }

    @Test(arguments: [0, 1])
    func `What a server knows of a photo has as many bytes as it may have, and not one more`(_ more: Int) async throws {
        let body = Data(repeating: UInt8(ascii: " "), count: LibraryPhoto.mostBytes + more)
        let server = try LoopbackServer { _ in .ok(body) }
        defer { server.stop() }
        let photo = LibraryPhoto(preview: nil, facts: server.url("/facts")) { $0 == body ? LibraryFacts() : nil }
        let fetcher = DataFetcher()
        let isKnown = await withCheckedContinuation { (continuation: CheckedContinuation<Bool, Never>) in
            _ = photo.fetchFacts(by: fetcher) { continuation.resume(returning: $0 != nil) }
        }
        #expect(isKnown == (more == 0))
    }

    @Test func `A photo has a picture of a screen's size, a page, and facts`() throws {
        let photo = try #require(try picture(Self.server + Self.row))
        #expect(
            photo.preview?.absoluteString
                == Self.server + "/index.php/core/preview?fileId=71&x=2048&y=2048&a=1&forceIcon=0&c=5f3c")
        #expect(photo.page?.absoluteString == Self.server + "/index.php/f/71")
        #expect(photo.facts == Self.photo)
        #expect(photo.video == nil)
    }

    @Test(arguments: [
        "https://elsewhere.example.org/sub" + row, "https://cloud.example.org" + row,
        "https://cloud.example.org:8443/sub" + row, "https://cloud.example.org/sub/index.php/core/preview?x=512",
        "https://cloud.example.org/sub/index.php/core/preview?fileId=7%2F..%2Fx",
        "https://cloud.example.org/sub/index.php/core/preview?fileId=",
        "https://cloud.example.org/sub/index.php/core/preview?fileId=123456789012345678901",
        "https://cloud.example.org/sub/remote.php/dav/files/anna/Holiday/a%20b.jpg", "file:///sub/index.php",
    ])
    func `Other pictures are none of its own`(_ thumbnail: String) throws { #expect(try picture(thumbnail) == nil) }

    @Test func `Files elsewhere are none of its photos`() throws {
        let url = try #require(URL(string: Self.server + "/photos/a.jpg"))
        #expect(CloudFacts.photo(at: url, thumbnail: try #require(URL(string: Self.server + Self.row))) == nil)
    }

    /// An answer: `there` is what the server has, in XML.
    private static func answer(_ there: String) -> String {
        """
        <?xml version="1.0"?>
        <d:multistatus xmlns:d="DAV:" xmlns:nc="http://nextcloud.org/ns"><d:response>
        <d:href>/sub/remote.php/dav/files/anna/Holiday/a%20b.jpg</d:href>
        <d:propstat><d:prop>\(there)</d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat>
        <d:propstat><d:prop><d:getcontentlength>1</d:getcontentlength>
        <nc:metadata-photos-place>Nowhere</nc:metadata-photos-place></d:prop>
        <d:status>HTTP/1.1 404 Not Found</d:status></d:propstat></d:response></d:multistatus>
        """
    }

    private func facts(_ there: String) -> LibraryFacts? { CloudFacts.facts(in: Data(Self.answer(there).utf8)) }

    @Test func `All that is told is known`() throws {
        let facts = try #require(
            self.facts(
                """
                <d:getcontentlength>4000001</d:getcontentlength>
                <nc:metadata-photos-original_date_time>1715954602</nc:metadata-photos-original_date_time>
                <nc:metadata-photos-size><width>6048</width><height>4024</height></nc:metadata-photos-size>
                <nc:metadata-photos-ifd0><Make>NIKON CORPORATION</Make><Model>NIKON Z 6</Model>
                <Orientation>6</Orientation></nc:metadata-photos-ifd0>
                <nc:metadata-photos-exif><ExposureTime>10/2500</ExposureTime><FNumber>28/10</FNumber>
                <ISOSpeedRatings>200</ISOSpeedRatings><FocalLength>35/1</FocalLength>
                <ExifImageWidth>6048</ExifImageWidth><ExifImageLength>4024</ExifImageLength></nc:metadata-photos-exif>
                <nc:metadata-photos-gps><latitude>38.7</latitude><longitude>-9.1</longitude></nc:metadata-photos-gps>
                <nc:metadata-photos-place>Lisbon</nc:metadata-photos-place>
                """))
        #expect(facts.byteCount == 4_000_001 && facts.size == PixelSize(width: 4024, height: 6048))
        #expect(facts.place == "Lisbon" && facts.fileName == nil)
        #expect(facts.camera.camera == "NIKON CORPORATION NIKON Z 6")
        #expect(facts.camera.date == "2024:05:17 14:03:22")
        #expect(facts.camera.exposureTime == 0.004 && facts.camera.aperture == 2.8)
        #expect(facts.camera.speed == 200 && facts.camera.focalLength == 35)
        #expect(facts.camera.latitude == 38.7 && facts.camera.longitude == -9.1)
    }

    @Test(arguments: [
        // As current servers tell it, and old ones.
        ((3024, 4032), (4032, 3024), 6, (3024, 4032)), ((4032, 3024), (4032, 3024), 6, (3024, 4032)),
        ((4032, 3024), (4032, 3024), 1, (4032, 3024)), ((4032, 3024), (0, 0), 8, (4032, 3024)),
        ((4032, 3024), (4032, 3024), 9, (4032, 3024)), ((4032, 3024), (1, 1), 6, (4032, 3024)),
    ])
    func `A photo's size is the upright one`(
        _ told: (Int, Int), _ stored: (Int, Int), _ orientation: Int, _ upright: (Int, Int)
    ) {
        let size = "<width>\(told.0)</width><height>\(told.1)</height>"
        let exif = "<ExifImageWidth>\(stored.0)</ExifImageWidth><ExifImageLength>\(stored.1)</ExifImageLength>"
        let facts = facts(
            "<nc:metadata-photos-size>\(size)</nc:metadata-photos-size>"
                + "<nc:metadata-photos-ifd0><Orientation>\(orientation)</Orientation></nc:metadata-photos-ifd0>"
                + "<nc:metadata-photos-exif>\(exif)</nc:metadata-photos-exif>")
        #expect(facts?.size == PixelSize(width: upright.0, height: upright.1))
    }

    @Test(arguments: [
        "", "<nc:metadata-photos-size><width>-1</width><height>1e300</height></nc:metadata-photos-size>",
        "<nc:metadata-photos-size><width>0</width><height>nan</height></nc:metadata-photos-size>",
        "<nc:metadata-photos-size/><nc:metadata-photos-gps><latitude>inf</latitude></nc:metadata-photos-gps>",
        "<nc:metadata-photos-exif><ExposureTime>1/0</ExposureTime><FNumber>0</FNumber><FocalLength>-3/1</FocalLength>"
            + "<ISOSpeedRatings>1e40</ISOSpeedRatings></nc:metadata-photos-exif>",
        "<d:getcontentlength>-5</d:getcontentlength>", "<d:getcontentlength>99999999999999999999</d:getcontentlength>",
        "<nc:metadata-photos-original_date_time>1e300</nc:metadata-photos-original_date_time>",
    ])
    func `Nothing is known from what is no number`(_ there: String) {
        #expect(facts(there) == LibraryFacts())
    }

    @Test(arguments: [
        "", "{}", "<html>", "<a/>", "<d:multistatus xmlns:d='DAV:'/>",
        String(repeating: "<a>", count: 10_000), "<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>",
    ])
    func `Another answer tells nothing`(_ body: String) { #expect(CloudFacts.facts(in: Data(body.utf8)) == nil) }
}
