enum OpaquePixels {
    /// RGBA bytes as RGB bytes without padding; nil if an alpha is not 255.
    ///
    /// - Precondition: `rgba.count >= bytesPerRow * height` and `bytesPerRow >= 4 * width`; neither side is negative.
    static func rgb(of rgba: [UInt8], width: Int, height: Int, bytesPerRow: Int) -> [UInt8]? {
        precondition(width >= 0 && height >= 0 && bytesPerRow >= 4 * width && rgba.count >= bytesPerRow * height)
        // An array of nothing is one object for all threads, into which the next call would write its count.
        guard width > 0, height > 0 else { return [] }
        var isOpaque = true
        let made = [UInt8](unsafeUninitializedCapacity: 3 * width * height) { target, count in
            count = 3 * width * height
            rgba.withUnsafeBytes { source in
                guard var from = source.baseAddress, var to = target.baseAddress.map(UnsafeMutableRawPointer.init)
                else {
                    return
                }
                for _ in 0..<height {
                    isOpaque = pack(from, to, width) && isOpaque
                    from += bytesPerRow
                    to += 3 * width
                }
            }
        }
        return isOpaque ? made : nil
    }

    /// Packs a row; false if a pixel is transparent.
    private static func pack(_ from: UnsafeRawPointer, _ to: UnsafeMutableRawPointer, _ width: Int) -> Bool {
        var all = UInt32.max
        // Four pixels make three words: storing single bytes takes four times as long.
        let fours = width / 4
        for index in 0..<fours {
            func pixel(_ number: Int) -> UInt32 {
                UInt32(littleEndian: from.loadUnaligned(fromByteOffset: 16 &* index &+ 4 &* number, as: UInt32.self))
            }
            func store(_ word: UInt32, _ number: Int) {
                to.storeBytes(of: word.littleEndian, toByteOffset: 12 &* index &+ 4 &* number, as: UInt32.self)
            }
            let (first, second, third, fourth) = (pixel(0), pixel(1), pixel(2), pixel(3))
            store(first & 0xFF_FFFF | second << 24, 0)
            store(second >> 8 & 0xFFFF | third << 16, 1)
            store(third >> 16 & 0xFF | fourth << 8, 2)
            all &= first & second & third & fourth
        }
        for x in (4 * fours)..<width {
            let pixel = from + 4 * x
            (to + 3 * x).copyMemory(from: pixel, byteCount: 3)
            all &= UInt32(pixel.load(fromByteOffset: 3, as: UInt8.self)) << 24
        }
        return all >> 24 == 255
    }
}
