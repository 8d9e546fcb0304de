/// How much larger than it is a picture may be drawn before a person minds.
public enum Enlargement {
    /// A camera's thumbnail of 160 x 120 fills 160 x 160 pixels when it is drawn 1.33 times as large as it is, one with
    /// bars (104 rows are left of 120) 1.54 times.
    ///
    /// On a display of scale 2 a point is two pixels, so a picture drawn 1.54 times as large has still 1.3 pixels a
    /// point: from 60 cm, at 96 points an inch, those are 1.2 minutes of arc, about what an eye tells apart. At scale 1
    /// no row needs it, and the grid's pictures of 140 points are drawn 1.17 to 1.35 times as large. The benchmark
    /// measures what it costs against the full decode.
    public static let most = 1.6

    /// Whether a picture of `size` fills `wanted`, drawn at most `enlargement` times as large as it is.
    static func suffices(_ size: PixelSize, for wanted: PixelSize, at enlargement: Double = most) -> Bool {
        Double(size.width) * enlargement >= Double(wanted.width)
            && Double(size.height) * enlargement >= Double(wanted.height)
    }
}
