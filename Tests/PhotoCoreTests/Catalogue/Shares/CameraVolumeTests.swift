import Foundation
import Testing

@testable import PhotoCore

@Suite struct CameraVolumeTests {
    private func volume(_ address: String, name: String = "Canon", folders: [String] = []) -> CameraVolume? {
        CameraVolume(name: name, address: address) { folders.contains($0.path) }
    }

    @Test func `A camera opens with all of its folders`() {
        #expect(volume("gphoto2://Canon_Camera/")?.url.absoluteString == "gphoto2://Canon_Camera/#recursive")
        #expect(volume("mtp://Telephone/") != nil)
    }

    @Test func `A memory card opens where cameras put photos`() {
        let card = volume("file:///media/me/CARD", folders: ["/media/me/CARD/DCIM"])
        #expect(card?.url.absoluteString == "file:///media/me/CARD/DCIM/#recursive")
        #expect(card.flatMap { FolderLocation($0.url) }?.isRecursive == true)
        #expect(volume("file:///media/me/CARD") == nil)
    }

    @Test func `Other places are no cameras`() {
        for address in ["smb://nas/photos", "trash:///", "", "http://example.org/"] {
            #expect(volume(address, folders: ["/DCIM", "/photos/DCIM"]) == nil, "\(address)")
        }
    }

    @Test func `Its name is fit to be shown`() {
        #expect(volume("mtp://a/", name: "evil\u{202E}\nname")?.name == "evil name")
    }
}
