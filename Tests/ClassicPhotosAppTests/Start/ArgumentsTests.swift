import Foundation
import PhotoCore
import Testing

@testable import ClassicPhotosApp

@Suite("The command line")
struct ArgumentsTests {
    private func parse(_ words: String...) throws -> Arguments { try Arguments(words, in: "/home/me") }

    @Test func `URLs and files are catalogues, relative paths taken from the working directory`() throws {
        let arguments = try parse("https://example.org/a.plist", "b.plist", "/c.plist", "file:///d%20e.plist", "../f")
        #expect(
            arguments.sources
                == [
                    "https://example.org/a.plist", "file:///home/me/b.plist", "file:///c.plist", "file:///d%20e.plist",
                    "file:///home/f",
                ].map { .url(URL(string: $0)!) })
    }

    @Test func `Folders are distinguished from files, and --recursive applies to all of them`() throws {
        let folder = FileManager.default.temporaryDirectory
        #expect(try parse(folder.path).sources == [.url(folder)])
        #expect(try parse("--recursive", folder.path, "a.plist").sources.map(\.folder?.isRecursive) == [true, nil])
        let again = try CatalogueSource(try parse("--recursive", folder.path).sources[0].text, in: "/")
        #expect(again.folder?.isRecursive == true)
    }

    @Test func `--recursive applies to the folders of servers, too, and is remembered`() throws {
        let sources = try parse("--recursive", "https://example.org/pics/", "https://example.org/a.plist").sources
        #expect(sources.map(\.text) == ["https://example.org/pics/#recursive", "https://example.org/a.plist"])
        #expect(try CatalogueSource(sources[0].text, in: "/") == sources[0])
        #expect(sources[0].title == "pics")
        let queries = try parse("--recursive", "https://b.example/?delimiter=/", "https://b.example/?page=2").sources
        #expect(queries.map(\.text) == ["https://b.example/?delimiter=/#recursive", "https://b.example/?page=2"])
    }

    @Test(arguments: [
        ["https://me:sesame@example.org/a.plist"], ["https://me:sesame@example.org/"],
        ["--recursive", "https://me:sesame@example.org/pics/"], ["smb://me:sesame@example.org/pics/"],
        ["https://me:sesame@example.org/1.jpg", "https://me:sesame@example.org/2.jpg"],
    ])
    func `What is remembered and told the desktop's search has no password`(_ words: [String]) throws {
        let source = try #require(try Arguments(words, in: "/").sources.first)
        #expect(source.text.contains("me@example.org") || source.text.removingPercentEncoding?.contains("me@") == true)
        #expect(!source.text.contains("sesame") && !source.title.contains("sesame"))
        // A text that was remembered with one has none either.
        let again = try CatalogueSource(words[words.count - 1], in: "/", mountedFile: { _ in nil })
        #expect(!again.text.contains("sesame"))
    }

    @Test func `Pictures share a window, wherever they stand`() throws {
        let sources = try parse("1.jpg", "a.plist", "https://example.org/2.PNG").sources
        #expect(sources.count == 2)
        guard case .url(let list) = sources[0] else { return }
        let names = PictureList(list)?.pictures.map(\.absoluteString)
        #expect(names == ["file:///home/me/1.jpg", "https://example.org/2.PNG"])
        #expect(try CatalogueSource(sources[0].text, in: "/") == sources[0])
        #expect(sources[0].title == "Pictures")
    }

    @Test func `What the desktop has mounted is a file; an unknown address is refused in words`() throws {
        let folder = FileManager.default.temporaryDirectory
        let mounted = try CatalogueSource("archive://a/b", in: "/") { $0 == "archive://a/b" ? folder : nil }
        #expect(mounted.folder?.folder == folder.standardizedFileURL || mounted.folder?.folder == folder)
        do {
            _ = try CatalogueSource("archive://a/c", in: "/") { _ in nil }
            Issue.record("opened")
        } catch {
            #expect(error.description.contains("“archive”"))
        }
    }

    @Test func `What is on a share is mounted when it is opened, and remembered by its address`() throws {
        let nobody: (String) -> URL? = { _ in nil }
        let source = try CatalogueSource("smb://me:secret@nas/photos", in: "/", mountedFile: nobody)
        #expect(source.url == nil && source.folder == nil && source.picture == nil && source.isRemembered)
        #expect(source.text == "smb://me@nas/photos")
        #expect(source.title == "photos")
        #expect(try CatalogueSource(source.recursive.text, in: "/", mountedFile: nobody) == source.recursive)

        guard case .share(let location, _) = source.recursive else { return }
        let place = try #require(URL(string: "file:///run/user/1/gvfs/smb:host=nas/photos/"))
        let mounted = CatalogueSource(location, mountedAt: place)
        #expect(mounted.folder == FolderLocation(place, isRecursive: true))
        #expect(mounted.text == "smb://me@nas/photos#recursive")
        #expect(mounted.recursive == mounted)
    }

    @Test func `All of a camera means its photos; a folder in it means all that is there`() throws {
        let place = try #require(URL(string: "file:///run/user/1/gvfs/mtp:host=Phone/"))
        func mounted(_ address: String) throws -> CatalogueSource {
            let url = try #require(URL(string: address))
            return CatalogueSource(try #require(ShareLocation(url)), mountedAt: place)
        }
        let camera = try mounted("mtp://Phone/#recursive")
        #expect(camera.folder == FolderLocation(camera: place) && camera.recursive == camera)
        #expect(camera.text == "mtp://Phone/#recursive")
        #expect(try mounted("mtp://Phone/Card/#recursive").folder == FolderLocation(place, isRecursive: true))
        #expect(try mounted("mtp://Phone/").folder == FolderLocation(place, isRecursive: false))
        #expect(try mounted("smb://nas/#recursive").folder == FolderLocation(place, isRecursive: true))
    }

    @Test func `A folder of a mounted share is remembered by the share's address, and others by their own`() throws {
        let place = try #require(URL(string: "file:///run/user/1/gvfs/smb:host=nas/photos/"))
        for address in ["smb://nas/photos", "smb://nas/photos/"] {
            guard case .share(let location, _) = try CatalogueSource(address, in: "/", mountedFile: { _ in nil }) else {
                throw CocoaError(.fileNoSuchFile)
            }
            let mounted = CatalogueSource(location, mountedAt: place)
            let folder = mounted.folder(at: place.appending(path: "2024 #1/a?/", directoryHint: .isDirectory))
            #expect(folder.text == "smb://nas/photos/2024%20%231/a%3F/" && folder.url == nil)
            #expect(mounted.unmounted == .share(location, file: nil))
            let other = try #require(URL(string: "file:///home/me/"))
            #expect(mounted.folder(at: other) == .url(other))
        }
        #expect(CatalogueSource.url(place).folder(at: place) == .url(place))
    }

    @Test func `Pictures on a mounted share are pictures in files`() throws {
        let file = URL(fileURLWithPath: "/run/user/1/gvfs/smb:host=nas/a.jpg")
        let picture = try CatalogueSource("smb://nas/a.jpg", in: "/") { _ in file }
        #expect(picture.picture == file && !picture.isRemembered)
        let list = try #require(PictureList([file]).url)
        #expect(Arguments.gatheringPictures([picture]) == [.url(list)])
    }

    @Test func `--explain takes catalogues`() throws {
        #expect(try parse("--explain", "a.json").explains && !parse("a.json").explains)
        #expect(throws: Arguments.Invalid.self) { try parse("--explain") }
    }

    @Test func `--thumbnail takes a file, a place and a size in any order`() throws {
        let wanted = ThumbnailRequest(input: "/home/me/a.jpg", output: "/tmp/b.png", side: 256)
        #expect(try parse("--thumbnail", "a.jpg", "/tmp/b.png", "--size", "256").thumbnail == wanted)
        #expect(try parse("--size=256", "--thumbnail=file:///home/me/a.jpg", "/tmp/b.png").thumbnail == wanted)
        #expect(try parse("--thumbnail", "a", "b").thumbnail?.side == 128)
        #expect(try parse("a.plist").thumbnail == nil)
    }

    @Test(arguments: [
        ["--thumbnail"], ["--thumbnail", "a"], ["--thumbnail", "a", "--size", "256"], ["--size"], ["--size", "0"],
        ["--size", "4097"], ["--size", "99999999999999999999"], ["--size=-1"], ["--size=256px"],
    ])
    func `A thumbnail that lacks something, or has no size that can be, is refused`(_ words: [String]) {
        #expect(throws: Arguments.Invalid.self) { try Arguments(words, in: "/") }
    }

    @Test func `--demo takes a count or none`() throws {
        #expect(try parse("--demo").sources == [.demo(count: 60)])
        #expect(try parse("--demo=1000000").sources == [.demo(count: 1_000_000)])
    }

    @Test func `A window without a catalogue can be asked for, alone or with others`() throws {
        #expect(try parse("--new-window").blankWindow == .welcome)
        #expect(try parse("--open-location", "--demo").blankWindow == .location)
        #expect(try parse("--open-location", "--demo").sources == [.demo(count: 60)])
        #expect(try parse("--demo").blankWindow == nil)
    }

    @Test func `The session's bus may start the program as a service`() throws {
        #expect(try parse("--gapplication-service") == Arguments())
    }

    @Test func `--help-all is --help and more`() throws {
        let arguments = try parse("--help-all")
        #expect(arguments.showsHelp && arguments.showsAllHelp)
        #expect(try !parse("--help").showsAllHelp)
    }

    @Test func `--screenshot and --trace take their file as the next word or after =`() throws {
        #expect(try parse("--trace", "a.json", "--demo").trace == "/home/me/a.json")
        #expect(try parse("--trace=/tmp/a.json").trace == "/tmp/a.json")
        #expect(try parse("--screenshot", "a.png").screenshot == "/home/me/a.png")
        #expect(try parse("--screenshot=/tmp/a.png", "--demo").screenshot == "/tmp/a.png")
    }

    @Test func `After -- everything is a catalogue`() throws {
        #expect(try parse("--", "--demo").sources == [.url(URL(fileURLWithPath: "/home/me/--demo"))])
    }

    @Test(
        arguments: [
            "--demo=0", "--demo=1000001", "--demo=x", "--screenshot", "--nonsense", "-x", "http://", "ldap://a/b",
            "--screenshot=--demo", "--trace", "--trace=", "--trace=--demo", "file:relative.plist",
            "file://otherhost/x.plist", "mailto:ann@example.org", "javascript:alert(1)", "https:photos.plist",
        ])
    func `What makes no sense is refused in words`(word: String) {
        #expect(throws: Arguments.Invalid.self) { try parse(word) }
    }

    @Test(arguments: ["mailto:ann@example.org", "javascript:alert(1)", "tel:123", "xmpp:ann@example.org", "", "http:"])
    func `What the desktop passes is no path, and refused in words if it cannot be opened`(_ address: String) {
        #expect(throws: Arguments.Invalid.self) {
            try CatalogueSource(address, in: "/", isURI: true, mountedFile: { _ in nil })
        }
    }

    @Test func `A file whose name has a colon is opened, unless the desktop passes an address`() throws {
        let folder = FilePath(FileManager.default.temporaryDirectory.path).appending(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder.url(isFolder: true), withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder.url(isFolder: true)) }
        try Data().write(to: folder.appending("mailto:ann.plist").url())
        let file = try CatalogueSource("mailto:ann.plist", in: folder)
        #expect(file.url?.lastPathComponent == "mailto:ann.plist" && file.url?.isFileURL == true)
        #expect(throws: Arguments.Invalid.self) {
            try CatalogueSource("mailto:ann.plist", in: folder, isURI: true, mountedFile: { _ in nil })
        }
        // On the command line, few words before a colon are schemes.
        #expect(try CatalogueSource("Rome:1.plist", in: folder).url?.lastPathComponent == "Rome:1.plist")
        #expect(try CatalogueSource("a.plist", in: "/") == .url(URL(fileURLWithPath: "/a.plist")))
    }

    @Test func `What is open is remembered as text, and found again`() throws {
        let sources: [CatalogueSource] = [
            .demo(count: 7), .url(URL(fileURLWithPath: "/a b/ü.plist")), .url(URL(string: "http://[::1]:8080/x?y=1")!),
        ]
        for source in sources { #expect(try CatalogueSource(source.text, in: "/") == source) }
        #expect(throws: Arguments.Invalid.self) { try CatalogueSource("demo:0", in: "/") }
    }
}
