import Foundation
import PhotoCore
import Testing

@testable import ClassicPhotosApp

@Suite struct RecentTextTests {
    private func text(_ address: String, title: String = "T") -> RecentText {
        RecentText(RecentCatalogue(address: address, title: title), home: "/home/me")
    }

    @Test func `A folder is where a person has it`() {
        #expect(text("file:///home/me/Pictures/").subtitle == "~/Pictures")
        #expect(text("file:///home/me/Pictures/#recursive").subtitle == "~/Pictures, with subfolders")
        #expect(text("file:///home/me/").subtitle == "~")
        #expect(text("file:///home/mean/").subtitle == "/home/mean")
        #expect(text("file:///media/disk/").isFolder && !text("file:///home/me/a.plist").isFolder)
    }

    @Test func `An address on the web is shown without what no person says`() {
        #expect(text("https://example.org/photos.plist").subtitle == "example.org/photos.plist")
        #expect(text("https://example.org/pics/#recursive").subtitle == "example.org/pics/, with subfolders")
        #expect(text("smb://nas/pics/#recursive").subtitle == "nas/pics/, with subfolders")
        #expect(text("smb://nas/pics/").subtitle == "nas/pics/")
        #expect(text("https://anna:secret@example.org/").subtitle.contains("secret") == false)
    }

    @Test func `A catalogue without a title is called by its address`() {
        #expect(text("file:///home/me/a.plist", title: "").title == "~/a.plist")
        #expect(text("", title: "").title.isEmpty)
    }

    @Test func `What the title says is not said again`() {
        #expect(text("file:///home/me/a.plist", title: "").subtitle.isEmpty)
        #expect(text("immich+https://photos.example.org/", title: "photos.example.org").subtitle.isEmpty)
        #expect(text("immich+https://photos.example.org/", title: "Ours").subtitle == "photos.example.org/")
    }

    @Test func `Only what a person comes back to is remembered`() throws {
        let folder = try CatalogueSource("file:///home/me/Pictures/", in: "/")
        #expect(folder.isRemembered && folder.recursive.isRemembered)
        #expect(try CatalogueSource("https://example.org/photos.plist", in: "/").isRemembered)
        #expect(!CatalogueSource.demo(count: 3).isRemembered)
        #expect(try !CatalogueSource("file:///home/me/a.jpg", in: "/").isRemembered)
        let pictures = PictureList([URL(fileURLWithPath: "/a.jpg"), URL(fileURLWithPath: "/b.jpg")]).url
        #expect(!CatalogueSource.url(try #require(pictures)).isRemembered)
    }
}
