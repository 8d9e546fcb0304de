import Foundation
import GtkBridge
import PhotoCore
import Testing

@testable import ClassicPhotosApp

@MainActor
@Suite struct DesktopTests {
    @Test func `What can be done depends on how many there are, and where`() {
        let possible = { (count: Int, hasFiles: Bool) in
            Command.allCases.filter { $0.need.isMet(by: DesktopSubject(count: count, hasFiles: hasFiles)) == true }
        }
        #expect(possible(0, false) == [])
        #expect(
            possible(1, true) == [.copyPicture, .copyAddress, .openWith, .showInFiles, .print, .setWallpaper, .trash])
        #expect(possible(1, false) == [.copyPicture, .copyAddress, .openWith, .openAddress, .print, .setWallpaper])
        #expect(possible(3, true) == [.openWith, .showInFiles, .trash])
        #expect(possible(3, false) == [])
        #expect(Command.undo.need.isMet(by: DesktopSubject(canUndo: true)) == true)
    }

    @Test func `A file is called as the photo's address ends, or as the photo is`() throws {
        let named = try #require(URL(string: "https://example.org/a/b%20c.jpg"))
        let nameless = try #require(URL(string: "https://example.org/"))
        #expect(PhotoTarget(name: "Sunset", url: named).fileName == "b c.jpg")
        #expect(PhotoTarget(name: "a/b", url: nameless).fileName == "a-b")
    }

    @Test(arguments: [
        ("https://me:sesame@h/1.jpg", "https://me@h/1.jpg"), ("https://h/1.jpg", "https://h/1.jpg"),
        ("archive+https://me:sesame@h/a.zip#1.jpg", "archive+https://me@h/a.zip#1.jpg"),
        ("file:///a/1.jpg", "file:///a/1.jpg"),
    ])
    func `Another program gets no password with an address`(_ address: String, _ passedOn: String) throws {
        let url = try #require(URL(string: address))
        #expect(PhotoTarget(name: "Sunset", url: url).addressToPassOn == passedOn)
    }

    @Test(arguments: [
        (DroppedContent.addresses(["https://example.org/p.plist"]), ["https://example.org/p.plist"]),
        (
            .addresses(["file:///a/1.jpg", "https://example.org/list.json", "file:///a/2.png"]),
            ["pictures:list?url=file:///a/1.jpg&url=file:///a/2.png", "https://example.org/list.json"]
        ),
        (
            .text("# from a list\r\nhttps://example.org/a.plist\r\n\r\nhttps://example.org/b.plist"),
            ["https://example.org/a.plist", "https://example.org/b.plist"]
        ),
        (.text("just some words"), []), (.text("word"), []), (.text(""), []),
        (.addresses(["mailto:a@example.org"]), []),
    ])
    func `What is dropped opens as what it is`(_ dropped: DroppedContent, _ expected: [String]) {
        #expect(DroppedSources.sources(in: dropped).map { $0.text.removingPercentEncoding } == expected)
    }

    @Test func `A folder that is dropped is opened as one`() {
        let sources = DroppedSources.sources(in: .addresses([URL(fileURLWithPath: "/usr").absoluteString]))
        #expect(sources.first?.folder?.folder.path == "/usr")
    }

    @Test(arguments: [
        (PixelSize(width: 300, height: 100), Frame(x: 0, y: 50, width: 600, height: 200)),
        (PixelSize(width: 100, height: 300), Frame(x: 250, y: 0, width: 100, height: 300)),
        (PixelSize(width: 6000, height: 3000), Frame(x: 0, y: 0, width: 600, height: 300)),
    ])
    func `A photo takes the middle of the page, as large as that lets it be`(_ photo: PixelSize, _ frame: Frame) {
        #expect(PrintLayout.frame(of: photo, width: 600, height: 300) == frame)
    }

    @Test func `What cannot be printed at once is printed less sharply`() throws {
        let wide = try #require(
            PhotoPlane.make(size: PixelSize(width: 40_001, height: 1), channels: 3) { bytes in
                bytes.update(repeating: 9)
                return true
            })
        #expect(PrintLayout.printable(wide)?.size == PixelSize(width: 20_001, height: 1))
    }

    @Test func `What was done is said of one by its name, of several by their number`() {
        #expect(DesktopText.trashed(["a.jpg"], remote: 0) == "Moved to trash: “a.jpg”")
        #expect(DesktopText.trashed(["a", "b"], remote: 1) == "Moved to trash: 2 photos, 1 is not on this computer")
        #expect(
            DesktopText.trashed(["a", "b"], remote: 1000)
                == "Moved to trash: 2 photos, 1,000 are not on this computer")
        #expect(DesktopText.restored(["a.jpg"]) == "“a.jpg” restored")
        #expect(DesktopText.failed([("a", "Why."), ("b", "x")]) == "a\n\nWhy.\n\nAnd 1 more photo.")
    }
}
