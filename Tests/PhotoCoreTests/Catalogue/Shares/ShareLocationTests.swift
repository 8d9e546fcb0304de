import Foundation
import TestSupport
import Testing

@testable import PhotoCore

@Suite struct ShareLocationTests {
    @Test(arguments: [
        ("smb://nas/photos", "smb://nas/photos"), ("SMB://nas", "smb://nas/"),
        (" sftp://me@nas:2222/a b/ ", "sftp://me@nas:2222/a%20b/"),
        ("dav://me:secret@example.org/album?", "dav://me@example.org/album%3F"),
        ("ftp://example.org/50%#1?.jpg", "ftp://example.org/50%25%231%3F.jpg"),
        ("gphoto2://Canon_Digital_Camera/#recursive", "gphoto2://Canon_Digital_Camera/#recursive"),
    ])
    func `Shares are typed as they are, and lose their password`(text: String, address: String) throws {
        let url = try TypedLocation.parse(text).get()
        #expect(url.absoluteString == address)
        let share = try #require(ShareLocation(url))
        #expect(share.url == url)
        #expect(!share.address.absoluteString.contains("recursive") && !share.address.absoluteString.contains("secret"))
        #expect(try TypedLocation.parse(url.absoluteString).get() == url)
    }

    @Test(arguments: ["smb:", "smb://", "smb:///photos", "smb:nas", "sftp://nas:99999/", "smb://nas/a%00b"])
    func `Addresses that name no share are refused in words`(text: String) {
        guard case .failure(let failure) = TypedLocation.parse(text) else {
            Issue.record("opened")
            return
        }
        #expect(failure.description.hasSuffix("."))
    }

    @Test(arguments: ["smb://anna:secret@nas:99999/x", "smb://anna:se#cret@nas:99999/", "dav://anna:?secret@nas/a%00b"])
    func `A refusal does not repeat the password`(text: String) {
        guard case .failure(let failure) = TypedLocation.parse(text) else {
            Issue.record("opened")
            return
        }
        #expect(!failure.description.contains("cret") && failure.description.contains("anna"))
    }

    @Test func `Every beginning of an address of a share is refused or read`() {
        let whole = "dav://me:secret@[::1]:8080/a b%2?c#recursive"
        for count in 0...whole.count { _ = TypedLocation.check(String(whole.prefix(count))) }
    }

    @Test func `Other addresses are no shares`() throws {
        for text in ["https://example.org/", "file:///srv/", "trash:///", "smb:///", "smb:nas"] {
            #expect(ShareLocation(try #require(URL(string: text))) == nil)
        }
    }

    @Test func `A share is called by its folder, or else its computer`() throws {
        let share = { (text: String) in ShareLocation(URL(string: text)!)! }
        #expect(share("smb://nas/photos/2025/").title == "2025")
        #expect(share("smb://nas").title == "nas")
        #expect(share("smb://nas/caf%E9/").title == "café")
        #expect(share("sftp://nas/").host == "nas")
        #expect(share("gphoto2://Camera/").isInCamera && !share("smb://nas/").isInCamera)
        #expect(share("smb://nas/a").recursive.url.absoluteString == "smb://nas/a#recursive")
        #expect(share("smb://nas/a#recursive") == share("smb://nas/a").recursive)
    }

    @Test func `What is missing is said, and names are fit to be shown`() {
        let failures: [ShareFailure] = [
            .noGVfs(scheme: "smb"), .schemeUnsupported(scheme: "nfs"), .noPath(host: "n\u{202E}as"),
        ]
        for failure in failures {
            #expect(failure.description.hasSuffix("."))
            #expect(!failure.description.contains("\u{202E}"))
        }
    }
}
