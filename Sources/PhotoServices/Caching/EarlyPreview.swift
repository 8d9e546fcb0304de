import Foundation
import PhotoCore

/// A smaller picture of a photo that is fetched whole: found in its first bytes, and returned once.
struct EarlyPreview {
    private let check: ThumbnailCheck
    /// Any size is worth showing; none is large enough to stop the fetch.
    private var look = EnoughBytes(wanted: .square(.max >> 32), takesAny: true)
    private var isOver = false
    /// The number of bytes for the next check.
    private var needed = 0

    /// Not yet returned.
    init(check: ThumbnailCheck) { self.check = check }

    /// The picture in `body`, the photo's bytes so far, if available and not yet returned.
    mutating func next(in body: Data) -> PixelBuffer? {
        while !isOver, body.count >= needed {
            switch look.look(at: body) {
            case .needMore: return nil
            case .picture(let picture):
                let judgement = check.judge(picture, of: body)
                if case .undecided(let byteCount) = judgement {
                    needed = byteCount
                } else if judgement == .own, let pixels = check.pixels(of: picture, in: body) {
                    isOver = true
                    return pixels
                } else {
                    look.refusePicture()
                }
            case .needAll, .distant, .firstScans: isOver = true
            }
        }
        return nil
    }
}
