import Foundation
import PhotoCore
import PhotoServices
import Testing

@Suite("The desktop's shared thumbnails")
struct ThumbnailStoreTests {
    private let folder: ThumbnailFolder
    private let version: PhotoVersion
    private var store: ThumbnailStore { folder.store }

    init() throws {
        folder = try ThumbnailFolder()
        version = try #require(folder.store.version(of: folder.photo))
    }

    private func picture(_ width: Int, _ height: Int, of version: PhotoVersion? = nil) -> PixelBuffer? {
        store.picture(
            of: version ?? self.version, toFill: PixelSize(width: width, height: height), isCancelled: { false })
    }

    private func mode(_ path: String) throws -> Int {
        try #require(FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
    }

    @Test("What is stored comes back, cropped to what a row shows")
    func roundTrip() throws {
        store.store(ThumbnailFolder.halves(600, 400), of: version, original: PixelSize(width: 6000, height: 4000))
        let row = try #require(picture(160, 160))
        #expect(row.size == .square(160))
        #expect(Array(row.bytes[0..<4]) == [255, 0, 0, 255])
        #expect(Array(row.bytes[(4 * 159)..<(4 * 160)]) == [0, 0, 255, 255])
        // 256 x 171 do not cover it.
        #expect(picture(200, 200) == nil)
        #expect(picture(300, 100) == nil)
    }

    @Test("Pillow reads what is written, with every key of the standard, for the owner alone")
    func written() throws {
        store.store(ThumbnailFolder.halves(600, 400), of: version, original: PixelSize(width: 6000, height: 4000))
        let printed = try folder.python(
            """
            import glob, hashlib, sys, urllib.parse
            from PIL import Image
            from gi.repository import Gio
            path, = glob.glob(sys.argv[1] + "/*/*")
            image = Image.open(path)
            image.load()
            uri = Gio.File.new_for_path(sys.argv[2]).get_uri()
            assert path == sys.argv[1] + "/large/" + hashlib.md5(uri.encode()).hexdigest() + ".png"
            assert image.text.pop("Thumb::URI") == uri
            print(image.size, sorted(image.text.items()))
            """, folder.photo.path)
        #expect(
            printed == """
                (256, 171) [('Software', 'Classic Photos'), ('Thumb::Image::Height', '4000'), \
                ('Thumb::Image::Width', '6000'), ('Thumb::MTime', '1600000000'), ('Thumb::Size', '12345')]

                """)
        #expect(try mode(folder.file(in: "large").path) == 0o600)
        for name in ["", "/large"] { #expect(try mode(folder.thumbnails.path + name) == 0o700) }
        #expect(folder.files.count == 2, "\(folder.files)")
    }

    @Test("What Pillow writes, as file managers do, is used", arguments: ["normal", "large"])
    func foreign(flavour: String) throws {
        let side = flavour == "normal" ? 128 : 256
        _ = try folder.python(
            """
            import hashlib, os, sys
            from PIL import Image, PngImagePlugin
            from gi.repository import Gio
            uri = Gio.File.new_for_path(sys.argv[2]).get_uri()
            texts = PngImagePlugin.PngInfo()
            texts.add_text("Thumb::URI", uri)
            texts.add_text("Thumb::MTime", "1600000000")
            os.makedirs(sys.argv[1] + "/" + sys.argv[3])
            side = int(sys.argv[4])
            Image.new("RGB", (side, side * 3 // 4), (10, 20, 30)).save(
                sys.argv[1] + "/" + sys.argv[3] + "/" + hashlib.md5(uri.encode()).hexdigest() + ".png", pnginfo=texts)
            """, folder.photo.path, flavour, "\(side)")
        #expect(picture(80, 80).map { Array($0.bytes.prefix(4)) } == [10, 20, 30, 255])
        #expect((picture(160, 160) != nil) == (flavour == "large"))
    }

    @Test("A file that was cut off at any byte, or has any byte changed, is no thumbnail")
    func torn() throws {
        store.store(ThumbnailFolder.halves(40, 30), of: version, original: PixelSize(width: 40, height: 30))
        let file = try folder.file(in: "normal")
        let whole = try Data(contentsOf: file)
        #expect(picture(20, 20) != nil)
        #expect(PNGFile(whole)?.size == PixelSize(width: 40, height: 30))
        for count in 0..<whole.count {
            try whole.prefix(count).write(to: file)
            #expect(picture(20, 20) == nil, "cut off after \(count) of \(whole.count) bytes")
        }
        for index in whole.indices {
            var changed = whole
            changed[index] ^= 0x10
            #expect(PNGFile(changed) == nil, "byte \(index) changed")
        }
        try (whole + Data([0])).write(to: file)
        #expect(picture(20, 20) == nil)
    }

    @Test("A thumbnail of another version, or of another photo, is not used")
    func wrong() throws {
        let original = PixelSize(width: 600, height: 400)
        store.store(ThumbnailFolder.halves(600, 400), of: version, original: original)
        let path = try folder.file(in: "large")
        #expect(picture(80, 80, of: PhotoVersion(url: folder.photo, modified: version.modified + 1)) == nil)
        #expect(picture(80, 80, of: PhotoVersion(url: folder.photo, modified: version.modified, byteCount: 1)) == nil)
        // The photo is another one now.
        try folder.write(Data(count: 99), modified: ThumbnailFolder.modified + 60)
        #expect(picture(80, 80, of: store.version(of: folder.photo)) == nil)
        // One under the name of another.
        let other = folder.folder.appendingPathComponent("other.jpg")
        try FileManager.default.copyItem(at: folder.photo, to: other)
        let otherVersion = PhotoVersion(url: other, modified: version.modified, byteCount: version.byteCount)
        store.store(ThumbnailFolder.halves(600, 400), of: otherVersion, original: original)
        #expect(picture(80, 80, of: otherVersion) != nil)
        let names = try FileManager.default.contentsOfDirectory(atPath: path.deletingLastPathComponent().path)
        for name in names where name != path.lastPathComponent {
            try Data(contentsOf: path).write(to: path.deletingLastPathComponent().appendingPathComponent(name))
        }
        #expect(picture(80, 80, of: otherVersion) == nil)
    }

    @Test("A photo smaller than the row is taken as it is; what may have been cut down is not")
    func small() {
        let little = ThumbnailFolder.halves(60, 40)
        store.store(little, of: version, original: nil)
        #expect(folder.files.isEmpty)
        store.store(little, of: version, original: little.size)
        #expect(picture(80, 80)?.size == .square(40))
    }

    @Test("Failures are kept for one version of one photo")
    func failures() throws {
        #expect(!store.hasFailed(version))
        store.noteFailure(of: version)
        #expect(store.hasFailed(version))
        #expect(folder.files.contains("fail/classic-photos"))
        #expect(picture(1, 1) == nil)
        #expect(!store.hasFailed(PhotoVersion(url: folder.photo, modified: version.modified + 1)))
        #expect(!ThumbnailStore(folder: folder.thumbnails, program: "classic-photos-2").hasFailed(version))
    }

    @Test("No thumbnails of thumbnails, by whatever way their path leads there")
    func thumbnails() throws {
        store.store(ThumbnailFolder.halves(600, 400), of: version, original: nil)
        let thumbnail = try folder.file(in: "large")
        let link = folder.folder.appendingPathComponent("link")
        try FileManager.default.createSymbolicLink(
            at: link, withDestinationURL: folder.thumbnails.appendingPathComponent("large"))
        for url in [thumbnail, link.appendingPathComponent(thumbnail.lastPathComponent)] {
            #expect(store.version(of: url) == nil)
            store.noteFailure(of: PhotoVersion(url: url, modified: version.modified))
        }
        #expect(folder.files.count == 2)
    }

    @Test("A photo that was changed just now is not stored: it may change again within the second")
    func unsettled() throws {
        try folder.write(Data(count: 5), modified: Int(Date().timeIntervalSince1970))
        let fresh = try #require(store.version(of: folder.photo))
        store.store(ThumbnailFolder.halves(600, 400), of: fresh, original: nil)
        #expect(folder.files.isEmpty)
    }

    @Test("Photos from the web are kept by their address, unless there is a password in it")
    func web() throws {
        let original = PixelSize(width: 600, height: 400)
        for (text, isKept) in [
            ("https://example.org/a%20b.jpg?c=d", true), ("https://anna:secret@example.org/a", false),
        ] {
            let version = PhotoVersion(url: try #require(URL(string: text)), modified: 1_600_000_000)
            store.store(ThumbnailFolder.halves(600, 400), of: version, original: original)
            #expect((picture(80, 80, of: version) != nil) == isKept)
        }
        #expect(store.version(of: try #require(URL(string: "https://example.org/a.jpg"))) == nil)
    }

    @Test("Where nothing can be written, nothing is kept, and nobody is troubled")
    func unwritable() throws {
        let store = ThumbnailStore(folder: folder.photo.appendingPathComponent("thumbnails"))
        store.store(ThumbnailFolder.halves(600, 400), of: version, original: nil)
        store.noteFailure(of: version)
        #expect(!store.hasFailed(version))
        #expect(store.picture(of: version, toFill: .square(80), isCancelled: { false }) == nil)
        #expect(store.version(of: folder.folder) == nil)
    }
}
