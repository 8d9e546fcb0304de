import CPixelKernels

extension FrameSampler {
    /// BGRA pixels mapped through `matrix`: equal to filtering the photo's own pixels, up to a rounding step. Takes a
    /// quarter of a millisecond for 900 x 640.
    static func filtered(
        _ bytes: [UInt8], through matrix: ColorMatrix, with kernels: PixelKernels, isPremultiplied: Bool
    ) -> [UInt8] {
        var weights = pixel_matrix(matrix.ofBGR)
        let count = bytes.count / 4
        return [UInt8](capacity: bytes.count) { target, filled in
            filled = bytes.count
            guard let to = target.baseAddress else { return }
            guard isPremultiplied else {
                kernels.table.color_matrix(bytes, to, count, &weights)
                return
            }
            var straight = bytes
            straight.withUnsafeMutableBufferPointer { pixels in
                if let pixels = pixels.baseAddress { AlphaPixels.divide(pixels, count) }
            }
            kernels.table.color_matrix(straight, to, count, &weights)
            kernels.table.multiply_alpha(to, count)
        }
    }
}

extension ColorMatrix {
    /// The same for swapped red and blue.
    fileprivate var ofBGR: ColorMatrix {
        func reversed(_ weights: SIMD3<Double>) -> SIMD3<Double> { [weights.z, weights.y, weights.x] }
        return ColorMatrix(red: reversed(blue), green: reversed(green), blue: reversed(red), offset: reversed(offset))
    }
}
