import CGdkPixbuf
import Foundation

/// Pictures encoded by GdkPixbuf's own writers or by hand.
enum Encoded {
    /// A picture of `width` × `height` with the colour `colour(x, y)` at (x, y), as "jpeg" of this quality, or "png".
    static func picture(
        _ type: String, width: Int, height: Int, quality: Int = 75, colour: (Int, Int) -> (UInt8, UInt8, UInt8)
    ) -> Data {
        var rgb = [UInt8](repeating: 0, count: 3 * width * height)
        for y in 0..<height {
            for x in 0..<width {
                let at = 3 * (y * width + x)
                (rgb[at], rgb[at + 1], rgb[at + 2]) = colour(x, y)
            }
        }
        var buffer: UnsafeMutablePointer<gchar>?
        var count: gsize = 0
        rgb.withUnsafeBufferPointer { bytes in
            let pixbuf = gdk_pixbuf_new_from_data(
                bytes.baseAddress, GDK_COLORSPACE_RGB, 0, 8, CInt(width), CInt(height), CInt(3 * width), nil, nil)
            let key = g_strdup("quality")
            let value = g_strdup("\(quality)")
            var keys = [type == "jpeg" ? key : nil, nil]
            var values = [value, nil]
            gdk_pixbuf_save_to_bufferv(pixbuf, &buffer, &count, type, &keys, &values, nil)
            g_free(key)
            g_free(value)
            g_object_unref(pixbuf.map { UnsafeMutableRawPointer($0) })
        }
        defer { g_free(buffer) }
        return buffer.map { Data(bytes: $0, count: Int(count)) } ?? Data()
    }

    /// `jpeg` with an Exif segment that has only this orientation.
    static func oriented(_ jpeg: Data, _ orientation: UInt8) -> Data {
        let tiff: [UInt8] = [
            0x4D, 0x4D, 0, 0x2A, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0,
        ]
        let content = Array("Exif".utf8) + [0, 0] + tiff
        return jpeg.prefix(2) + [0xFF, 0xE1, 0, UInt8(content.count + 2)] + content + jpeg.dropFirst(2)
    }

    /// Two frames of one colour each, played without end. GIF89a: codes of eight bits, which stay so because a clear
    /// code precedes every 100 pixels.
    static func movingGIF(width: Int, height: Int, milliseconds: Int) -> Data {
        func little(_ value: Int) -> [UInt8] { [UInt8(value & 0xFF), UInt8(value >> 8 & 0xFF)] }
        let colours: [UInt8] = (0..<128 as Range<UInt8>).flatMap { [$0, 2 * $0, 90] }
        var file = Array("GIF89a".utf8) + little(width) + little(height) + [0xF6, 0, 0] + colours
        file += [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1, 0, 0, 0]
        for colour: UInt8 in [20, 100] {
            file += [0x21, 0xF9, 4, 4] + little(milliseconds / 10) + [0, 0]
            file += [0x2C, 0, 0, 0, 0] + little(width) + little(height) + [0, 7]
            var left = width * height
            while left > 0 {
                let count = min(left, 200)
                let codes = [0x80] + Array(repeating: colour, count: min(count, 100))
                let more = count > 100 ? [0x80] + Array(repeating: colour, count: count - 100) : []
                file += [UInt8(codes.count + more.count)] + codes + more
                left -= count
            }
            file += [1, 0x81, 0]
        }
        return Data(file + [0x3B])
    }

    /// A PNG with a header of this size, and no content.
    static func hollowPNG(width: UInt32, height: UInt32) -> Data {
        func big(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(value >> (24 - 8 * $0) & 0xFF) } }
        func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
            let body = Array(name.utf8) + content
            var crc = ~UInt32(0)
            for byte in body {
                crc ^= UInt32(byte)
                for _ in 0..<8 { crc = crc & 1 == 0 ? crc >> 1 : crc >> 1 ^ 0xEDB8_8320 }
            }
            return big(UInt32(content.count)) + body + big(~crc)
        }
        return Data(
            [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
                + chunk("IHDR", big(width) + big(height) + [8, 2, 0, 0, 0])
                + chunk("IDAT", [0x78, 0x9C, 3, 0, 0, 0, 0, 1]) + chunk("IEND", []))
    }
}
