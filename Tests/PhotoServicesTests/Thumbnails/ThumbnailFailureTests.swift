import Foundation
import PhotoCore
import PhotoServices
import Testing

@Suite("Failures among the desktop's thumbnails")
struct ThumbnailFailureTests {
    private let folder: ThumbnailFolder
    private let version: PhotoVersion
    private var store: ThumbnailStore { folder.store }

    init() throws {
        folder = try ThumbnailFolder()
        version = try #require(folder.store.version(of: folder.photo))
    }

    @Test(
        arguments: [
            DecodeFailure.empty, .notAPicture,
            .tooLarge(size: PixelSize(width: 20000, height: 14000), limit: 151_000_000),
            .unreadable(reason: "Zu viele Köpfe: 5 %, „über“ 画像 \n und\tmehr"),
        ])
    func `A failure is kept with its reason, whatever letters that has`(failure: DecodeFailure) {
        #expect(store.failure(of: version) == nil)
        store.keep(failure, of: version)
        #expect(store.failure(of: version) == failure)
        #expect(store.picture(of: version, toFill: .square(1), isCancelled: { false }) == nil)
    }

    @Test(
        arguments: [DecodeFailure.cutShort, .noLoader(.webp), .outOfMemory, .tooSlow(seconds: 10), .busy, .cancelled])
    func `What may pass although the file stays as it is, is not kept`(failure: DecodeFailure) {
        store.keep(failure, of: version)
        #expect(folder.files.isEmpty)
    }

    @Test func `It is of one version of one photo, found by one version of the program`() {
        store.keep(.notAPicture, of: version)
        #expect(folder.files.contains("fail/classic-photos"))
        #expect(store.failure(of: PhotoVersion(url: folder.photo, modified: version.modified + 1)) == nil)
        let next = ThumbnailStore(folder: folder.thumbnails, program: "classic-photos-2")
        #expect(next.failure(of: version) == nil)
    }

    @Test func `It is a PNG with the keys that the standard wants, for the owner alone`() throws {
        store.keep(.notAPicture, of: version)
        let printed = try folder.python(
            """
            import glob, hashlib, os, sys
            from PIL import Image
            from gi.repository import Gio
            path, = glob.glob(sys.argv[1] + "/fail/classic-photos/*")
            image = Image.open(path)
            image.load()
            uri = Gio.File.new_for_path(sys.argv[2]).get_uri()
            assert os.path.basename(path) == hashlib.md5(uri.encode()).hexdigest() + ".png"
            assert image.text["Thumb::URI"] == uri
            print(image.size, image.text["Thumb::MTime"], oct(os.stat(path).st_mode & 0o777),
                  [oct(os.stat(sys.argv[1] + name).st_mode & 0o777) for name in ("", "/fail", "/fail/classic-photos")])
            """, folder.photo.path)
        #expect(printed == "(1, 1) 1600000000 0o600 ['0o700', '0o700', '0o700']\n")
    }

    @Test func `Cut off at any byte, it says nothing`() throws {
        store.keep(.notAPicture, of: version)
        let file = try folder.file(in: "fail/classic-photos")
        let whole = try Data(contentsOf: file)
        for count in 0..<whole.count {
            try whole.prefix(count).write(to: file)
            #expect(store.failure(of: version) == nil, "cut off after \(count) of \(whole.count) bytes")
        }
    }

    @Test func `A picture that is kept takes the failure's place; forgetting does too`() throws {
        store.keep(.notAPicture, of: version)
        store.keep(ThumbnailFolder.picture(600, 400), of: version)
        #expect(store.failure(of: version) == nil)
        store.keep(.notAPicture, of: version)
        store.forgetFailure(of: version)
        #expect(store.failure(of: version) == nil)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.thumbnails.path + "/fail/classic-photos") == [])
    }
}
