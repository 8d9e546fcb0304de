import PhotoCore

/// The reference for the kernel: the matrix in plain double precision, pixel by pixel, rounded to nearest.
enum ReferenceMatrix {
    static func map(_ picture: PixelBuffer, through matrix: ColorMatrix, shifted shift: Double = 0) -> PixelBuffer {
        PixelBuffer(size: picture.size) { target in
            for y in 0..<picture.height {
                for x in 0..<picture.width {
                    let from = y * picture.bytesPerRow + 4 * x
                    let to = 4 * (y * picture.width + x)
                    let r = Double(picture.bytes[from])
                    let g = Double(picture.bytes[from + 1])
                    let b = Double(picture.bytes[from + 2])
                    target[to] = channel(matrix.red, r, g, b, matrix.offset.x + shift)
                    target[to + 1] = channel(matrix.green, r, g, b, matrix.offset.y + shift)
                    target[to + 2] = channel(matrix.blue, r, g, b, matrix.offset.z + shift)
                    target[to + 3] = picture.bytes[from + 3]
                }
            }
        }
    }

    static func channel(_ weights: SIMD3<Double>, _ r: Double, _ g: Double, _ b: Double, _ offset: Double) -> UInt8 {
        let sum = weights.x * r + weights.y * g + weights.z * b + offset
        return UInt8(min(max(sum.rounded(), 0), 255))
    }
}
