import Foundation
import TestSupport
import Testing

@testable import PhotoServices

@Suite("Videos for the desktop's player")
struct HandedVideoTests {
    private static let film = Data([0, 0, 0, 0x18]) + Data("ftypisom".utf8) + Data(count: 400)

    private func handed(_ name: String, _ bytes: Data) throws -> String? {
        let folder = TemporaryFolder()
        let file = folder.url.appendingPathComponent(name)
        try bytes.write(to: file)
        guard let video = HandedVideo.checked(file) else { return nil }
        #expect(try Data(contentsOf: video) == bytes)
        return video.lastPathComponent
    }

    @Test(arguments: [
        ("a.mp4", "a.mp4"), ("a.MOV", "a.MOV"), ("a.html", "a.html.mp4"), ("a.jar", "a.jar.mp4"),
        ("a.desktop", "a.desktop.mp4"), ("a", "a.mp4"), ("a.", "a..mp4"), ("a.JPG", "a.JPG.mp4"),
    ])
    func `A video is called one, whatever its server calls it`(_ name: String, _ expected: String) throws {
        #expect(try handed(name, Self.film) == expected)
    }

    @Test(arguments: ["<!doctype html><script>", "#!/bin/sh\n", "[Desktop Entry]\n", "PK\u{3}\u{4}", ""])
    func `What is no video is not handed over, whatever its name`(_ text: String) throws {
        #expect(try handed("a.mp4", Data(text.utf8) + Data(count: text.isEmpty ? 0 : 500)) == nil)
    }

    @Test func `What is not there is no video`() {
        #expect(HandedVideo.checked(URL(fileURLWithPath: "/nonexistent/a.mp4")) == nil)
    }
}
