/// Which pictures of a PDF document are photos, by their size.
package enum PDFPictureSize {
    /// A line or a row of dots.
    private static let leastSide = 16

    /// Whether a picture of this size is a sign or a line, by the rule for pictures of web pages.
    package static func isOrnament(width: Int, height: Int) -> Bool {
        min(width, height) < leastSide
            || PageOrnament.points(width: width, height: height) >= PageOrnament.enough
    }
}
