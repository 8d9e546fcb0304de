import Foundation

/// The simplest file that every decoder reads: a BITMAPINFOHEADER and 24 bits a pixel.
enum BMPFile {
    /// `picture` as such a file, without its alpha.
    static func data(of picture: PixelBuffer) -> Data {
        func little(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
        let padding = [UInt8](repeating: 0, count: picture.width % 4)
        let pixelBytes = (3 * picture.width + padding.count) * picture.height
        var data = Data([0x42, 0x4D] + little(54 + pixelBytes) + little(0) + little(54))
        data += little(40) + little(picture.width) + little(picture.height) + [1, 0, 24, 0]
        data += little(0) + little(pixelBytes) + little(2835) + little(2835) + little(0) + little(0)
        // The last row first, and blue first.
        for y in (0..<picture.height).reversed() {
            for x in 0..<picture.width {
                let at = y * picture.bytesPerRow + 4 * x
                data.append(contentsOf: [picture.bytes[at + 2], picture.bytes[at + 1], picture.bytes[at]])
            }
            data += padding
        }
        return data
    }
}
