import CGLib
import Foundation
import GLibBridge

/// Data as it is kept: compressed (deflate, through GIO), with its length and its checksum. A server's list of photos
/// becomes a third.
struct PackedData {
    let bytes: Data
    /// How long it is unpacked.
    let byteCount: Int
    /// XXH64 of what is unpacked.
    let checksum: UInt64

    /// The fastest: 100 MB a second.
    private static let level: gint = 1

    /// Data as it was stored.
    init(bytes: Data, byteCount: Int, checksum: UInt64) {
        (self.bytes, self.byteCount, self.checksum) = (bytes, byteCount, checksum)
    }

    /// Packs `data`; nil if there is no memory for it.
    init?(_ data: Data) {
        guard let compressor = g_zlib_compressor_new(G_ZLIB_COMPRESSOR_FORMAT_RAW, Self.level) else { return nil }
        // What cannot be compressed grows by five bytes in 16 KiB: RFC 1951.
        let longest = data.count + data.count / 1024 + 64
        guard let bytes = Self.convert(data, with: UnsafeMutableRawPointer(compressor), longest: longest) else {
            return nil
        }
        self.init(bytes: bytes, byteCount: data.count, checksum: Self.checksum(of: data))
    }

    /// What was packed; nil if the bytes are damaged, or longer than `longest`.
    func unpacked(longest: Int) -> Data? {
        guard byteCount >= 0, byteCount <= longest,
            let decompressor = g_zlib_decompressor_new(G_ZLIB_COMPRESSOR_FORMAT_RAW),
            let data = Self.convert(bytes, with: UnsafeMutableRawPointer(decompressor), longest: byteCount),
            data.count == byteCount, Self.checksum(of: data) == checksum
        else { return nil }
        return data
    }

    private static func checksum(of data: Data) -> UInt64 {
        var sum = RunningChecksum()
        sum.add(data)
        return sum.value
    }

    /// All of `input` converted; nil if that is longer than `longest`, or damaged. Takes the converter's reference.
    private static func convert(_ input: Data, with converter: UnsafeMutableRawPointer, longest: Int) -> Data? {
        let converter = ObjectReference(taking: converter)
        // GIO refuses an output of no bytes, also where nothing more comes.
        var output = Data(count: longest + 1)
        var (read, written, isDone) = (0, 0, false)
        input.withUnsafeBytes { input in
            output.withUnsafeMutableBytes { output in
                while !isDone, written < output.count {
                    var (nowRead, nowWritten) = (gsize(0), gsize(0))
                    let result = g_converter_convert(
                        OpaquePointer(converter.pointer), input.baseAddress.map { $0 + read },
                        gsize(input.count - read), output.baseAddress.map { $0 + written },
                        gsize(output.count - written), G_CONVERTER_INPUT_AT_END, &nowRead, &nowWritten, nil)
                    guard result != G_CONVERTER_ERROR else { return }
                    read += Int(nowRead)
                    written += Int(nowWritten)
                    isDone = result == G_CONVERTER_FINISHED
                    if !isDone, nowRead == 0, nowWritten == 0 { return }
                }
            }
        }
        guard isDone, written <= longest else { return nil }
        output.count = written
        return output
    }
}
