/// When a smaller picture that lies otherwise than its photo is believed to be of it. Software that turns photos mostly
/// leaves the camera's thumbnail as it was.
///
/// About 200 camera photos of public test suites were compared with their thumbnails from 16, 32, 64, 128 and 256 KB of
/// each. The rules took up to 187 thumbnails, none of them the wrong way round. Of photos that software had turned, the
/// right way round differed by 1 to 20, the opposite one by 45 to 130.
enum TurnedPicture {
    /// Fewer rows than this tell too little: those of 64 KB of a photo of 5 megapixels are about 8 of 160.
    static let fewestRows = 4
    /// More of the photo than this is not read to be sure: the photo itself is hardly more.
    private static let mostBytes = 512 << 10
    private static let shortestStep = 16 << 10

    /// The ways in which a picture of `size` may lie that is of a photo of `photo` and does not lie as that does.
    static func turns(of size: PixelSize, in photo: PixelSize) -> [ExifOrientation] {
        let isTurned = (size.width - size.height).signum() * (photo.width - photo.height).signum() < 0
        return isTurned ? [.clockwise, .counterclockwise] : [.bottomRight]
    }

    /// Whether rows that differ by `difference` are the right ones, where those of the opposite way round differ by
    /// `opposite`. In a plain sky both are alike.
    static func isSure(_ difference: Double, against opposite: Double) -> Bool { opposite >= 2 * difference + 8 }

    /// What to do about a photo of which `count` bytes have come, and whose picture begins at `start`.
    static func undecided(at count: Int, from start: Int) -> ThumbnailCheck.Judgement {
        guard count < mostBytes else { return .other }
        return .undecided(byteCount: min(mostBytes, count + max(shortestStep, count - start)))
    }
}
