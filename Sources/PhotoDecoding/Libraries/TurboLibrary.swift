import CTurboJPEG

/// The functions of libjpeg-turbo's own interface that the program uses, all in version 2.1 and later.
struct TurboLibrary: Sendable {
    /// Nil if the library is not installed.
    static let shared = TurboLibrary()

    typealias Bytes = UnsafePointer<UInt8>
    typealias Number = UnsafeMutablePointer<CInt>

    let begin: @convention(c) () -> tjhandle?
    let end: @convention(c) (tjhandle) -> CInt
    let header: @convention(c) (tjhandle, Bytes?, CUnsignedLong, Number, Number, Number, Number) -> CInt
    let decompress:
        @convention(c) (
            tjhandle, Bytes?, CUnsignedLong, UnsafeMutablePointer<UInt8>?, CInt, CInt, CInt, CInt, CInt
        ) -> CInt
    let errorCode: @convention(c) (tjhandle) -> CInt
    let errorText: @convention(c) (tjhandle) -> UnsafePointer<CChar>?

    private init?() {
        guard let library = LazyLibrary("libturbojpeg.so.0") else { return nil }
        do throws(LazyLibrary.Missing) {
            begin = try library.function("tjInitDecompress")
            end = try library.function("tjDestroy")
            header = try library.function("tjDecompressHeader3")
            decompress = try library.function("tjDecompress2")
            errorCode = try library.function("tjGetErrorCode")
            errorText = try library.function("tjGetErrorStr2")
        } catch {
            return nil
        }
    }
}
