import Foundation
import PhotoCore

/// A smaller picture of a photo that is fetched whole: found as its first bytes come, and given once.
struct EarlyPreview {
    private let check: ThumbnailCheck
    /// Any size is worth showing until there is more; none is large enough to stop for.
    private var look = EnoughBytes(wanted: .square(.max >> 32), takesAny: true)
    private var isOver = false

    /// None was given.
    init(check: ThumbnailCheck) { self.check = check }

    /// The picture in `body`, the photo's bytes so far, if it is there and was not given before.
    mutating func next(in body: Data) -> PixelBuffer? {
        while !isOver {
            switch look.look(at: body) {
            case .needMore: return nil
            case .picture(let picture):
                if check.accepts(picture, of: body), let pixels = check.pixels(of: picture, in: body) {
                    isOver = true
                    return pixels
                }
                look.refusePicture()
            case .needAll, .distant, .firstScans: isOver = true
            }
        }
        return nil
    }
}
