import Foundation

/// Smaller pictures that servers make of photos and videos. PhotoPrism and Nextcloud answer with an icon, which is a
/// drawing (SVG), and no failure, where they could not make one.
package enum MadePicture {
    /// Whether the picture at `url`, of the photo at `photo`, is one that a server makes. Drawings by the name of their
    /// address are what a catalogue has chosen.
    package static func isAt(_ url: URL, of photo: URL?) -> Bool {
        guard !isDrawing(url) else { return false }
        // These addresses are only of such pictures, also where a row has no other.
        if PictureTickets.isWanted(in: url.absoluteString), url.path.contains("/\(PictureTickets.previewName)/") {
            return true
        }
        if let video = VideoAddress.video(ofPicture: url), VideoAddress.isNamed(by: video.path) { return true }
        guard let photo, photo != url, ["http", "https"].contains(url.scheme?.lowercased()) else { return false }
        return !isDrawing(photo)
    }

    private static func isDrawing(_ url: URL) -> Bool { ["svg", "svgz"].contains(url.pathExtension.lowercased()) }
}
