import Foundation
import PhotoCore
import Testing

@Suite struct FolderLocationTests {
    @Test(arguments: [false, true])
    func `A folder is written as a URL and read back`(_ isRecursive: Bool) throws {
        let folder = URL(fileURLWithPath: "/photos/Été 50%", isDirectory: true)
        let location = FolderLocation(folder, isRecursive: isRecursive)
        #expect(FolderLocation(location.url) == location)
        #expect(location.folder.path == "/photos/Été 50%")
        #expect(
            FolderLocation(URL(fileURLWithPath: "/photos/Été 50%"), isRecursive: isRecursive).url.path == folder.path)
    }

    @Test func `A camera's folder is written as a URL and read back`() throws {
        let camera = FolderLocation(camera: URL(fileURLWithPath: "/run/camera"))
        #expect(FolderLocation(camera.url) == camera && camera.isOfCamera && camera.isRecursive)
        #expect(camera.url.absoluteString == "file:///run/camera/#camera")
        let unknown = try #require(URL(string: "file:///run/camera/#other"))
        let other = try #require(FolderLocation(unknown))
        #expect(!other.isOfCamera && !other.isRecursive)
    }

    @Test func `Files and what is on the web are no folders`() throws {
        #expect(FolderLocation(URL(fileURLWithPath: "/photos/a.plist")) == nil)
        #expect(FolderLocation(try #require(URL(string: "https://example.org/photos/"))) == nil)
    }

    @Test func `A list of pictures is written as a URL and read back, whatever their names are`() throws {
        let pictures = [
            URL(fileURLWithPath: "/a b & c=1#2?.jpg"),
            try #require(URL(string: "https://example.org/x.png?size=1&y=%26#z")),
        ]
        let url = try #require(PictureList(pictures).url)
        #expect(PictureList(url)?.pictures.map(\.absoluteString) == pictures.map(\.absoluteString))
        #expect(PictureList([]).url == nil)
        #expect(PictureList(pictures[1]) == nil)
    }

    @Test func `It has a row for each picture`() throws {
        let url = try #require(PictureList([URL(fileURLWithPath: "/p/b.jpg"), URL(fileURLWithPath: "/p/a.png")]).url)
        #expect(PictureListFiller().fills(url))
        var builder = CatalogueBuilder()
        try PictureListFiller().fill(&builder, from: url) { _ in }
        let catalogue = builder.finish(from: url)
        #expect((0..<catalogue.count).map { catalogue.name(at: $0) } == ["b.jpg", "a.png"])
        #expect(try catalogue.location(at: 0).get().path == "/p/b.jpg")
    }
}
