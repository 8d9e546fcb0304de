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

    @Test func `Pictures share a window, wherever they stand`() throws {
        let sources = try parse("1.jpg", "a.plist", "https://example.org/2.PNG").sources
        #expect(sources.count == 2)
        guard case .url(let list) = sources[0] else { return }
        let names = PictureList(list)?.pictures.map(\.absoluteString)
        #expect(names == ["file:///home/me/1.jpg", "https://example.org/2.PNG"])
        #expect(try CatalogueSource(sources[0].text, in: "/") == sources[0])
        #expect(sources[0].title == "Pictures")
    }

    @Test func `What is on a share that the desktop has mounted is a file; what is on none is refused in words`() throws
    {
        let folder = FileManager.default.temporaryDirectory
        let mounted = try CatalogueSource("smb://nas/photos", in: "/") { $0 == "smb://nas/photos" ? folder : nil }
        #expect(mounted.folder?.folder == folder.standardizedFileURL || mounted.folder?.folder == folder)
        do {
            _ = try CatalogueSource("smb://nas/other", in: "/") { _ in nil }
            Issue.record("opened")
        } catch {
            #expect(error.description.contains("“smb”"))
        }
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
            "--demo=0", "--demo=1000001", "--demo=x", "--screenshot", "--nonsense", "-x", "http://", "ftp://a/b",
            "--screenshot=--demo", "--trace", "--trace=", "--trace=--demo", "file:relative.plist",
            "file://otherhost/x.plist",
        ])
    func `What makes no sense is refused in words`(word: String) {
        #expect(throws: Arguments.Invalid.self) { try parse(word) }
    }

    @Test func `What is open is remembered as text, and found again`() throws {
        let sources: [CatalogueSource] = [
            .demo(count: 7), .url(URL(fileURLWithPath: "/a b/ü.plist")), .url(URL(string: "http://[::1]:8080/x?y=1")!),
        ]
        for source in sources { #expect(try CatalogueSource(source.text, in: "/") == source) }
        #expect(throws: Arguments.Invalid.self) { try CatalogueSource("demo:0", in: "/") }
    }
}
