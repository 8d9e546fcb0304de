import Foundation
import TestSupport
import Testing

@testable import PhotoCore

@Suite("Playlists, collections and shortcuts")
struct PlaylistParserTests {
    private func read(_ text: String, from url: String, pieceByteCount: Int = 3) -> ReadOutcome {
        let formats = CatalogueFormats(
            formats: [.webLocation, .shortcut, .photoNotes, .playlist, .fileCollection, .addressList])
        return ReadOutcome(text.utf8, from: Sample.url(url), as: formats, pieceByteCount: pieceByteCount)
    }

    @Test func `A playlist's photos have the names beside them, and songs are left out`() {
        let outcome = read(
            "#EXTM3U\r\n#PLAYLIST: Slides \r\n#EXTINF:5 a=\"x, y\",Gate, open\r\n01.jpg\r\n"
                + "#EXTINF:3,Song\r\nsong.mp3\r\npics\\02.png",
            from: "https://h.example/a/show.m3u")
        #expect(outcome.failure == nil && outcome.catalogue.facts.title == "Slides")
        #expect(
            outcome.rows == [
                "Gate, open -> https://h.example/a/01.jpg", "02.png -> https://h.example/a/pics/02.png",
            ])
        #expect(outcome.positions == [.line(4), .line(7)])
    }

    @Test func `A playlist of songs says what is in it`() {
        let outcome = read("#EXTM3U\nsong.mp3\nhttp://radio.example/live\n", from: "file:///home/me/a.m3u")
        #expect(outcome.failure?.description.contains("song.mp3") == true)
    }

    @Test func `A playlist without a head is known by its ending`() {
        #expect(
            read("a.jpg\nC:\\b.jpg\n\\\\nas\\c.jpg\n", from: "file:///p/a.M3U8").rows == ["a.jpg -> file:///p/a.jpg"])
    }

    @Test func `A viewer's collection names files as they are on the disk`() {
        let text = "#Geeqie collection\n#geometry: 0\n\"/p/100% #1.jpg\"\n\"/p/a%20b.jpg\"\n\"/p/raw.CR2\"\n#end\n"
        #expect(
            read(text, from: "file:///p/a.gqv").rows == [
                "100% #1.jpg -> file:///p/100%25%20%231.jpg", "a%20b.jpg -> file:///p/a%2520b.jpg",
            ])
        // On a server they are paths of another computer.
        #expect(read(text, from: "https://h.example/a.gqv").rows.isEmpty)
    }

    @Test func `A list has remarks and names in quotes`() {
        let outcome = read("; made by hand\na.jpg\n\"with, comma.jpg\"\n", from: "file:///p/a.txt")
        #expect(outcome.rows.map { $0.suffix(15) } == ["file:///p/a.jpg", "th,%20comma.jpg"])
    }

    @Test func `A shortcut to a photo is that photo, with the shortcut's name`() {
        let outcome = read(
            "[Other]\nURL=http://no.example/1.jpg\n[InternetShortcut]\r\nurl=https://h.example/cam%201.jpg\r\n",
            from: "file:///p/Harbour%20camera.url")
        #expect(outcome.rows == ["Harbour camera -> https://h.example/cam%201.jpg"])
    }

    @Test func `A shortcut to anything else leads there`() {
        let entry = read(
            "#!/usr/bin/env xdg-open\n[Desktop Entry]\nType=Link\nName=A\nURL=https://h.example/g/\n",
            from: "file:///p/a.desktop")
        #expect(entry.failure == nil && entry.rows.isEmpty && entry.catalogue.facts.leadsTo == "https://h.example/g/")
        let list = Sample.plist("<dict><key>URL</key><string>feed:https://h.example/g</string></dict>")
        let location = read(String(decoding: list, as: UTF8.self), from: "file:///p/a.webloc")
        #expect(location.catalogue.facts.leadsTo == "https://h.example/g")
    }

    @Test(arguments: ["Type=Application\nExec=rm\nURL=https://h.example/", "Type=Link\nURL=", "Type=Link"])
    func `A program's entry, or one without an address, leads nowhere`(entry: String) {
        let outcome = read("[Desktop Entry]\n\(entry)\n", from: "file:///p/a.desktop")
        #expect(outcome.failure?.description.contains("no photos") == true && outcome.catalogue.facts.leadsTo == nil)
    }

    @Test func `Picasa's notes are the photos beside them, with their captions`() {
        let outcome = read(
            "[Picasa]\nname=Lake\n[a [1].jpg]\ncaption=At dusk\n[b.avi]\nx=y\n[../c.jpg]\nx=y\n[d.png]\n",
            from: "file:///p/.picasa.ini")
        #expect(outcome.rows == ["At dusk -> file:///p/a%20%5B1%5D.jpg", "d.png -> file:///p/d.png"])
    }
}
