import Foundation
import PhotoCore
import Testing

@testable import ClassicPhotosApp

@Suite struct LoadingTextTests {
    @Test(arguments: [
        (" My \n photos ", "a.plist", "My photos"), ("", "a.plist", "a.plist"), (" \n", nil, "Classic Photos"),
        (nil, nil, "Classic Photos"), ("evil\u{202E}gpj\u{2028}\u{1B}[2J", nil, "evilgpj [2J"),
        (" / ", "example.org", "example.org"), ("/a/", "a", "/a/"),
    ])
    func `A window is called as the catalogue calls itself, else as its file is called`(
        _ own: String?, _ other: String?, _ expected: String
    ) {
        var facts = CatalogueFacts()
        facts.title = own
        #expect(LoadingText.title(of: facts, else: other) == expected)
    }

    @Test func `Folders are counted apart from photos, and a folder of folders says so`() {
        #expect(LoadingText.photos(12, folders: 0) == "12 photos")
        #expect(LoadingText.photos(1, folders: 3) == "3 folders · 1 photo")
        #expect(LoadingText.photos(0, folders: 1) == "1 folder · no photos of its own")
    }

    @Test func `A list that its server ends says that there may be more photos`() {
        var catalogue = Catalogue(from: URL(fileURLWithPath: "/a"))
        #expect(LoadingText.doubts(of: catalogue).isEmpty)
        catalogue.facts.isCutByServer = true
        #expect(LoadingText.doubts(of: catalogue) == " · There may be more photos, but the server does not list them")
    }

    @Test func `Photos that no address can name are counted, and it is said why`() {
        var catalogue = Catalogue(from: URL(fileURLWithPath: "/a"))
        catalogue.facts.withoutAddressCount = 1
        #expect(
            LoadingText.doubts(of: catalogue)
                == " · 1 photo is not shown, because a folder in its name is called “.” or “..”")
        catalogue.facts.withoutAddressCount = 12
        #expect(LoadingText.doubts(of: catalogue).hasPrefix(" · 12 photos are not shown, because a folder in their"))
    }

    @Test func `One photo that was read before the end is not counted`() {
        #expect(LoadingText.stopped(at: 1) == "Loading stopped. This is the first photo.")
        #expect(LoadingText.stopped(at: 2) == "Loading stopped. These are the first 2 photos.")
    }

    @Test func `Without a catalogue, a window is called as what is to be opened`() {
        #expect(LoadingText.title(of: nil, else: "a.plist") == "a.plist")
    }
}
