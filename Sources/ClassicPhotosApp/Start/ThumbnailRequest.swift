import Foundation
import PhotoCore
import PhotoServices

/// The thumbnail that a command line asks for (`--thumbnail`). Neither a display nor the session's bus is needed.
struct ThumbnailRequest: Equatable {
    let input: FilePath
    let output: FilePath
    /// The side of the square that it fits in, in pixels.
    var side: Int

    /// Makes it; returns the exit status, and says what failed.
    func make() -> Int32 {
        let thumbnailer = FileThumbnailer(decoder: Decoders.standard.rows, coding: Decoders.standard.thumbnails)
        do throws(FileThumbnailer.Failure) {
            try thumbnailer.makeThumbnail(of: input, side: side, at: output)
            return 0
        } catch {
            StandardError.say("\(error)")
            return 1
        }
    }
}
