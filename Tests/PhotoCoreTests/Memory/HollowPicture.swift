import Foundation

/// Headers of pictures without pixels.
enum HollowPicture {
    static func png(_ width: UInt32, _ height: UInt32) -> Data {
        Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]) + Data("IHDR".utf8) + big(width)
            + big(height) + Data([8, 6, 0, 0, 0, 0, 0, 0, 0])
    }

    /// All components are in its scan; `code` is that of the frame.
    static func jpeg(_ width: UInt16, _ height: UInt16, code: UInt8, components: UInt8 = 3) -> Data {
        var data = Data([0xFF, 0xD8, 0xFF, code, 0, 8 + 3 * components, 8]) + big(UInt32(height) << 16 | UInt32(width))
        data.append(components)
        for id in 1...components { data.append(contentsOf: [id, 0x11, 0]) }
        data.append(contentsOf: [0xFF, 0xDA, 0, 6 + 2 * components, components])
        for id in 1...components { data.append(contentsOf: [id, 0]) }
        data.append(contentsOf: [0, 63, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 0xFF, 0xD9])
        return data
    }

    /// One directory, of width and height.
    static func tiff(_ width: UInt32, _ height: UInt32) -> Data {
        let start: [UInt8] = [0x4D, 0x4D, 0, 0x2A, 0, 0, 0, 8, 0, 2, 1, 0, 0, 4, 0, 0, 0, 1]
        return Data(start) + big(width) + Data([1, 1, 0, 4, 0, 0, 0, 1]) + big(height) + Data(count: 4)
    }

    private static func big(_ value: UInt32) -> Data {
        Data((0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) })
    }
}
