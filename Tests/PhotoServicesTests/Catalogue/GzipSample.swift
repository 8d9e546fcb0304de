import CSoup
import PhotoCore

/// Compresses documents for the tests.
enum GzipSample {
    struct CannotPack: Error {}

    static func pack(_ bytes: [UInt8]) throws -> [UInt8] {
        guard let compressor = g_zlib_compressor_new(G_ZLIB_COMPRESSOR_FORMAT_GZIP, -1) else { throw CannotPack() }
        defer { g_object_unref(UnsafeMutableRawPointer(compressor)) }
        var packed = [UInt8](repeating: 0, count: bytes.count + 1024)
        var (start, end) = (0, 0)
        while true {
            var (read, written) = (gsize(0), gsize(0))
            let result = bytes.withUnsafeBytes { input in
                packed.withUnsafeMutableBytes { output in
                    g_converter_convert(
                        OpaquePointer(UnsafeMutableRawPointer(compressor)), input.baseAddress?.advanced(by: start),
                        gsize(input.count - start), output.baseAddress?.advanced(by: end), gsize(output.count - end),
                        G_CONVERTER_INPUT_AT_END, &read, &written, nil)
                }
            }
            start += Int(read)
            end += Int(written)
            if result == G_CONVERTER_FINISHED { return Array(packed[..<end]) }
            if result == G_CONVERTER_ERROR { throw CannotPack() }
        }
    }
}
