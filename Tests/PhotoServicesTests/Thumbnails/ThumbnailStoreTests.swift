import Foundation
@testable import PhotoCore
@testable import PhotoServices
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

    @Test func `What is kept comes back, cropped to what a row shows, in the very same pixels`() throws {
        let kept = ThumbnailFolder.picture(6000, 4000)
        store.keep(kept, of: version)
        let row = try #require(picture(160, 160))
        #expect(row == kept.middle(filling: .square(160), isCancelled: { false }))
        #expect(Array(row.bytes[0..<4]) == [255, 0, 0, 255])
        #expect(Array(row.bytes[(4 * 159)..<(4 * 160)]) == [0, 0, 255, 255])
        // 256 x 171 do not cover it.
        #expect(picture(200, 200) == nil)
        #expect(picture(300, 100) == nil)
    }

    @Test func `What is transparent comes back so`() throws {
        let size = PixelSize(width: 100, height: 90)
        let pixels = PixelBuffer(size: size) { bytes in
            for index in bytes.indices { bytes[index] = UInt8(truncatingIfNeeded: index * 7) }
        }
        store.keep(WholePicture(pixels, of: size, format: .png), of: version)
        #expect(picture(100, 90) == pixels)
    }

    @Test func `Pillow reads what is written, with every key of the standard, for the owner alone`() throws {
        store.keep(ThumbnailFolder.picture(6000, 4000), of: version)
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
            print(image.size, image.mode, image.info.get("interlace"), sorted(image.text.items()))
            """, folder.photo.path)
        #expect(
            printed == """
                (256, 171) RGBA None [('Software', 'Classic Photos'), ('Thumb::Image::Height', '4000'), \
                ('Thumb::Image::Width', '6000'), ('Thumb::MTime', '1600000000'), ('Thumb::Mimetype', 'image/jpeg'), \
                ('Thumb::Size', '12345')]

                """)
        #expect(try mode(folder.file(in: "large").path) == 0o600)
        for name in ["", "/large"] { #expect(try mode(folder.thumbnails.path + name) == 0o700) }
        #expect(folder.files.count == 2, "\(folder.files)")
    }

    @Test func `GIO, by which file managers find thumbnails, finds it and holds it for valid, until the photo changes`()
        throws
    {
        store.keep(ThumbnailFolder.picture(6000, 4000), of: version)
        let script = """
            import sys
            from gi.repository import Gio
            info = Gio.File.new_for_path(sys.argv[2]).query_info("thumbnail::*", 0)
            path = info.get_attribute_byte_string("thumbnail::path")
            print((path or "").replace(sys.argv[1], ""), info.get_attribute_boolean("thumbnail::is-valid"))
            """
        let name = try folder.file(in: "large").lastPathComponent
        #expect(try folder.python(script, folder.photo.path) == "/large/\(name) True\n")
        try folder.write(Data(count: 12345), modified: ThumbnailFolder.modified + 1)
        #expect(try folder.python(script, folder.photo.path) == "/large/\(name) False\n")
    }

    @Test(arguments: ["normal", "large", "x-large", "xx-large"])
    func `What Pillow writes, as file managers do, is used`(name: String) throws {
        let sides = ["normal": 128, "large": 256, "x-large": 512, "xx-large": 1024]
        let side = try #require(sides[name])
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
            """, folder.photo.path, name, "\(side)")
        #expect(picture(80, 80).map { Array($0.bytes.prefix(4)) } == [10, 20, 30, 255])
        // At three quarters of its width, the height of a thumbnail counts.
        for wanted in [97, 193, 385] { #expect((picture(wanted, wanted) != nil) == (side * 3 / 4 >= wanted)) }
    }

    @Test func `The smallest thumbnail that suffices is taken`() throws {
        for (size, grey) in [(ThumbnailSize.normal, 1), (.large, 2), (.extraLarge, 3)] {
            let original = PixelSize(width: 4000, height: 3000)
            let kept = size.fitting(original)
            let pixels = PixelBuffer(size: kept) { bytes in bytes.update(repeating: UInt8(grey)) }
            store.keep(WholePicture(pixels, of: original, format: .jpeg), of: version)
        }
        #expect(folder.files.filter { $0.hasSuffix(".png") }.count == 3)
        #expect([80, 96, 97, 192, 193].map { picture($0, $0)?.bytes[3] } == [1, 1, 2, 2, 3])
    }

    @Test func `A file that was cut off at any byte, or has any byte changed, is no thumbnail`() throws {
        store.keep(ThumbnailFolder.picture(40, 30), of: version)
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

    @Test func `A thumbnail of another version, or of another photo, is not used`() throws {
        store.keep(ThumbnailFolder.picture(600, 400), of: version)
        let path = try folder.file(in: "large")
        #expect(picture(80, 80, of: PhotoVersion(url: folder.photo, modified: version.modified + 1)) == nil)
        #expect(picture(80, 80, of: PhotoVersion(url: folder.photo, modified: version.modified, byteCount: 1)) == nil)
        // The photo has been replaced.
        try folder.write(Data(count: 99), modified: ThumbnailFolder.modified + 60)
        #expect(picture(80, 80, of: store.version(of: folder.photo)) == nil)
        // The thumbnail of one photo under the name of another.
        let other = folder.folder.appendingPathComponent("other.jpg")
        try FileManager.default.copyItem(at: folder.photo, to: other)
        let otherVersion = PhotoVersion(url: other, modified: version.modified, byteCount: version.byteCount)
        store.keep(ThumbnailFolder.picture(600, 400), of: otherVersion)
        #expect(picture(80, 80, of: otherVersion) != nil)
        let names = try FileManager.default.contentsOfDirectory(atPath: path.deletingLastPathComponent().path)
        for name in names where name != path.lastPathComponent {
            try Data(contentsOf: path).write(to: path.deletingLastPathComponent().appendingPathComponent(name))
        }
        #expect(picture(80, 80, of: otherVersion) == nil)
    }

    @Test func `A photo smaller than the row is taken as it is; what is of no size of the standard's is not kept`() {
        let little = ThumbnailFolder.halves(60, 40)
        store.keep(WholePicture(little, of: PixelSize(width: 600, height: 400), format: .jpeg), of: version)
        #expect(folder.files.isEmpty)
        store.keep(WholePicture(little, of: little.size, format: .jpeg), of: version)
        #expect(picture(80, 80)?.size == .square(40))
    }

    @Test func `No thumbnails of thumbnails, by whatever way their path leads there`() throws {
        store.keep(ThumbnailFolder.picture(600, 400), of: version)
        let thumbnail = try folder.file(in: "large")
        let link = folder.folder.appendingPathComponent("link")
        try FileManager.default.createSymbolicLink(
            at: link, withDestinationURL: folder.thumbnails.appendingPathComponent("large"))
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1_600_000_000)], ofItemAtPath: thumbnail.path)
        for url in [thumbnail, link.appendingPathComponent(thumbnail.lastPathComponent)] {
            #expect(store.version(of: url) == nil)
            store.keep(.notAPicture, of: PhotoVersion(url: url, modified: version.modified))
        }
        #expect(folder.files.count == 2)
    }

    @Test func `A photo that was changed just now has no version: it may change again within the second`() throws {
        let now = Int(Date().timeIntervalSince1970)
        try folder.write(Data(count: 5), modified: now)
        let store = ThumbnailStore(folder: folder.thumbnails) { Date(timeIntervalSince1970: Double(now) + 0.9) }
        #expect(store.version(of: folder.photo) == nil)
        let later = ThumbnailStore(folder: folder.thumbnails) { Date(timeIntervalSince1970: Double(now) + 2) }
        #expect(later.version(of: folder.photo)?.modified == now)
    }

    @Test func `Folders, what is not there, and photos from the web have no version`() throws {
        #expect(store.version(of: folder.folder) == nil)
        #expect(store.version(of: folder.folder.appendingPathComponent("none.jpg")) == nil)
        #expect(store.version(of: try #require(URL(string: "https://example.org/a.jpg"))) == nil)
    }

    @Test func `A thumbnail's file has as many bytes as it may have; one more makes it none`() throws {
        let file = folder.folder.appendingPathComponent("a.png")
        try Data("a".utf8).write(to: file)
        for (byteCount, isRead) in [(ThumbnailFile.mostBytes, true), (ThumbnailFile.mostBytes + 1, false)] {
            #expect(truncate(file.path, off_t(byteCount)) == 0)
            #expect(ThumbnailFile.read(file)?.count == (isRead ? byteCount : nil))
        }
    }

    @Test func `Where nothing can be written, nothing is kept, and nobody is troubled`() throws {
        let store = ThumbnailStore(folder: folder.photo.appendingPathComponent("thumbnails"))
        store.keep(ThumbnailFolder.picture(600, 400), of: version)
        store.keep(.notAPicture, of: version)
        store.forgetFailure(of: version)
        #expect(store.failure(of: version) == nil)
        #expect(store.picture(of: version, toFill: .square(80), isCancelled: { false }) == nil)
    }
}
