/// Compares a photo's first rows with another picture of its size.
struct RowComparison {
    /// How many rows have arrived.
    let rows: Int
    /// The mean difference of colours, 0 to 255.
    let difference: Double

    /// Compares the available rows of `photo` with those of `other`. Missing rows are grey, as libjpeg makes them. Nil
    /// if no row is available, or the sizes differ.
    init?(_ photo: PixelBuffer, with other: PixelBuffer) {
        guard photo.size == other.size else { return nil }
        var rows = photo.height
        while rows > 0, Self.isGrey(photo, row: rows - 1) { rows -= 1 }
        // The last one is partly grey, unless the photo is complete.
        if rows < photo.height { rows -= 1 }
        guard rows > 0, photo.width > 0 else { return nil }
        var sum = 0
        for y in 0..<rows {
            for x in 0..<photo.width {
                for channel in 0..<3 {
                    let ours = Int(photo.bytes[y * photo.bytesPerRow + 4 * x + channel])
                    sum += abs(ours - Int(other.bytes[y * other.bytesPerRow + 4 * x + channel]))
                }
            }
        }
        self.rows = rows
        difference = Double(sum) / Double(3 * rows * photo.width)
    }

    private static func isGrey(_ picture: PixelBuffer, row: Int) -> Bool {
        (0..<picture.width).allSatisfy { x in
            let at = row * picture.bytesPerRow + 4 * x
            return (0..<3).allSatisfy { abs(Int(picture.bytes[at + $0]) - 128) <= 1 }
        }
    }
}
