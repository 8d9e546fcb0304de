import PhotoCore
import Testing

@testable import ClassicPhotosApp

@Suite("What a row says")
struct RowTextTests {
    private let pixels = PixelBuffer(size: .square(1), bytesPerRow: 4, bytes: [0, 0, 0, 0])

    @Test func `The accessible name holds the photo's name and its state`() {
        let states: [(PhotoRecord.State, String)] = [
            (.new, "Lake, waiting"), (.downloading(fraction: nil), "Lake, downloading"),
            (.downloading(fraction: 0.456), "Lake, downloading 45%"), (.downloaded(pixels), "Lake, filtering"),
            (.filtered(pixels), "Lake, filtered"),
            (
                .failed(.fetch(.refused(status: 404, phrase: "Not Found"))),
                "Lake, failed to load: Not found on the server (404)"
            ),
        ]
        for (state, text) in states {
            #expect(RowText(name: "Lake", state: state, isInProgress: true).accessible == text)
        }
        #expect(RowText(name: "Lake", state: .downloaded(pixels), isInProgress: false).accessible == "Lake, downloaded")
        let folder = RowText(name: "Lakes", state: .folder, isInProgress: false)
        #expect(folder.accessible == "Lakes, folder" && folder.status == "Folder" && folder.reason.isEmpty)
    }

    @Test func `What is read after the name is the catalogue's description, or the filter of a loaded photo`() {
        func description(_ state: PhotoRecord.State, summary: String) -> String {
            RowText(name: "Lake", summary: summary, state: state, isInProgress: false, filterName: "Sepia").description
        }
        #expect(description(.new, summary: "") == "")
        #expect(description(.filtered(pixels), summary: "") == "Sepia")
        #expect(description(.new, summary: "Canon, 2014") == "Canon, 2014")
        #expect(description(.filtered(pixels), summary: "Canon, 2014") == "Canon, 2014")
        #expect(description(.failed(.decode(.notAPicture)), summary: "Canon, 2014") == "Canon, 2014")
    }

    @Test func `A photo from disk that could not be checked is marked as offline`() {
        let text = RowText(
            name: "Lake", state: .filtered(pixels), isInProgress: false, isStale: true, filterName: "Sepia")
        #expect(text.status == "Sepia · Offline")
        #expect(text.accessible == "Lake, filtered, offline")
    }

    @Test func `A photo that lacks its end says so, quietly`() {
        func text(_ filterName: String, isStale: Bool) -> RowText {
            RowText(
                name: "Lake", state: .filtered(pixels), isInProgress: false, isStale: isStale, isCutShort: true,
                filterName: filterName)
        }
        #expect(text("Sepia", isStale: false).status == "Sepia · Cut short")
        #expect(text("", isStale: false).status == "Cut short")
        #expect(text("Sepia", isStale: true).status == "Sepia · Offline · Cut short")
        #expect(text("", isStale: false).accessible == "Lake, filtered, cut short")
        #expect(text("", isStale: false).reason.isEmpty)
    }

    @Test func `A failure says that it failed, and why`() {
        let text = RowText(name: "Lake", state: .failed(.decode(.notAPicture)), isInProgress: false)
        #expect(text.status == "Failed to load")
        #expect(text.reason == DecodeFailure.notAPicture.description)
        #expect(text.state == "failed")
        // In lines of their own: languages have other signs than a colon between them.
        #expect(text.failure == "Failed to load\n\(DecodeFailure.notAPicture.description)")
        #expect(RowText(name: "Lake", state: .new, isInProgress: false).failure == nil)
    }
}
