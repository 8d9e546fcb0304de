import CSoup
import GLibBridge

/// A GConverter: converts bytes in pieces of any size. Belongs to one worker.
final class ByteConverter {
    /// The result of one call.
    enum Step {
        /// It took or returned bytes.
        case converted
        /// The input has ended.
        case finished
        case needsInput
        case invalid
    }

    private let converter: ObjectReference
    private let output: UnsafeMutableRawBufferPointer

    private static let outputByteCount = 64 << 10

    private init(taking pointer: UnsafeMutableRawPointer) {
        converter = ObjectReference(taking: pointer)
        output = .allocate(byteCount: Self.outputByteCount, alignment: 1)
    }

    deinit { output.deallocate() }

    /// Decompresses one member of gzip (zlib, through GIO).
    static func gzip() -> ByteConverter? { unpacking(G_ZLIB_COMPRESSOR_FORMAT_GZIP) }

    /// Decompresses zlib's format or, if `isBare`, the data without its wrapper.
    static func deflate(isBare: Bool) -> ByteConverter? {
        unpacking(isBare ? G_ZLIB_COMPRESSOR_FORMAT_RAW : G_ZLIB_COMPRESSOR_FORMAT_ZLIB)
    }

    private static func unpacking(_ format: GZlibCompressorFormat) -> ByteConverter? {
        g_zlib_decompressor_new(format).map { ByteConverter(taking: UnsafeMutableRawPointer($0)) }
    }

    /// Converts text in that encoding to UTF-8 (iconv, through GIO); nil for an unknown one.
    static func charset(_ name: String) -> ByteConverter? {
        g_charset_converter_new("UTF-8", name, nil).map { ByteConverter(taking: UnsafeMutableRawPointer($0)) }
    }

    /// Converts some of `input`, returns how much, and passes the output to `next`.
    func convert(_ input: UnsafeRawBufferPointer) -> (step: Step, read: Int, output: UnsafeRawBufferPointer) {
        convert(input, G_CONVERTER_NO_FLAGS)
    }

    /// Ends the text so far; returns what the converter still held back.
    func finish() -> [UInt8] { Array(convert(UnsafeRawBufferPointer(start: nil, count: 0), G_CONVERTER_FLUSH).output) }

    /// The UTF-8 of the character that is exactly these bytes; nil if they are none. For a charset.
    func character(of bytes: [UInt8]) -> [UInt8]? {
        reset()
        let (step, read, output) = bytes.withUnsafeBytes { convert($0) }
        guard step == .converted, read == bytes.count else { return nil }
        let character = Array(output) + finish()
        return character.isEmpty ? nil : character
    }

    private func convert(
        _ input: UnsafeRawBufferPointer, _ flags: GConverterFlags
    ) -> (step: Step, read: Int, output: UnsafeRawBufferPointer) {
        var (read, written) = (gsize(0), gsize(0))
        var error: UnsafeMutablePointer<GError>?
        let result = g_converter_convert(
            OpaquePointer(converter.pointer), input.baseAddress, gsize(input.count), output.baseAddress,
            gsize(output.count), flags, &read, &written, &error)
        defer { error.map { g_error_free($0) } }
        let step: Step =
            switch result {
            case G_CONVERTER_FINISHED: .finished
            case G_CONVERTER_ERROR:
                error?.pointee.code == gint(G_IO_ERROR_PARTIAL_INPUT.rawValue) ? .needsInput : .invalid
            default: .converted
            }
        return (step, Int(read), UnsafeRawBufferPointer(rebasing: output[..<Int(written)]))
    }

    func reset() { g_converter_reset(OpaquePointer(converter.pointer)) }
}
