import Foundation

/// A smaller picture of a photo that lies further on in its file, known before it has come.
public struct DistantPicture: Sendable, Equatable {
    /// Where it stands in the file, as the file says.
    public let range: Range<Int>
    /// The pixels that pictures of its class have, about.
    let size: PixelSize
    /// What the photo says of itself.
    var photo: InnerPicture.Photo?

    /// The picture, once `piece`, the bytes of its range, is there; nil where they are no picture of the photo's shape.
    public func picture(in piece: Data) -> InnerPicture? {
        guard let photo, let found = InnerPicture.Found(unpacked: piece, of: range) else { return nil }
        return InnerPicture(found, in: photo)
    }
}
