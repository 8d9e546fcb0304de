import PhotoCore

/// The functions of libqpdf's interface for C that are used, all in version 11 and later.
///
/// It catches every exception of the library, which is in C++: a function that fails returns nothing, zero or null.
struct PDFLibrary: Sendable {
    /// Nil if the library is not installed.
    static let shared = PDFLibrary()

    /// `qpdf_data`, and an object in it, `qpdf_oh`.
    typealias Document = OpaquePointer
    typealias Object = CUnsignedInt
    typealias Test = @convention(c) (Document, Object) -> CInt

    /// QPDF_ERRORS, of a result.
    static let failed: CInt = 2
    /// qpdf_e_password: the document is encrypted, and its password is not the empty one.
    static let passwordError: CInt = 4
    /// qpdf_dl_none: the bytes of a stream as they are packed; qpdf_dl_specialized: unpacked, unless a filter loses
    /// something.
    static let packed: CInt = 0
    static let unpacked: CInt = 2

    let make: @convention(c) () -> Document?
    let free: @convention(c) (UnsafeMutablePointer<Document?>) -> Void
    let silence: @convention(c) (Document) -> Void
    let hideWarnings: @convention(c) (Document, CInt) -> Void
    /// The bytes are read as long as the document lives.
    let read:
        @convention(c) (
            Document, UnsafePointer<CChar>, UnsafeRawPointer?, CUnsignedLongLong, UnsafePointer<CChar>?
        ) -> CInt
    let hasError: @convention(c) (Document) -> CInt
    let error: @convention(c) (Document) -> OpaquePointer?
    let errorCode: @convention(c) (Document, OpaquePointer) -> CInt
    let errorText: @convention(c) (Document, OpaquePointer) -> UnsafePointer<CChar>?

    let pageCount: @convention(c) (Document) -> CInt
    let page: @convention(c) (Document, Int) -> Object
    let pageContent:
        @convention(c) (
            Document, Object, UnsafeMutablePointer<UnsafeMutableRawPointer?>, UnsafeMutablePointer<Int>
        ) -> CInt

    let releaseAll: @convention(c) (Document) -> Void
    let isDictionary: Test
    let isArray: Test
    let isStream: Test
    let isNull: Test
    let isName: Test
    let isInteger: Test
    let isNumber: Test
    let isString: Test
    let isBool: Test
    let bool: Test
    let integer: @convention(c) (Document, Object) -> CLongLong
    let number: @convention(c) (Document, Object) -> Double
    let name: @convention(c) (Document, Object) -> UnsafePointer<CChar>?
    let string: @convention(c) (Document, Object, UnsafeMutablePointer<Int>) -> UnsafePointer<CChar>?
    let itemCount: Test
    let item: @convention(c) (Document, Object, CInt) -> Object
    let value: @convention(c) (Document, Object, UnsafePointer<CChar>) -> Object
    let setValue: @convention(c) (Document, Object, UnsafePointer<CChar>, Object) -> Void
    let makeArray: @convention(c) (Document) -> Object
    let append: @convention(c) (Document, Object, Object) -> Void
    let beginKeys: @convention(c) (Document, Object) -> Void
    let hasKey: @convention(c) (Document) -> CInt
    let nextKey: @convention(c) (Document) -> UnsafePointer<CChar>?
    let dictionary: @convention(c) (Document, Object) -> Object
    let objectNumber: Test
    let streamBytes:
        @convention(c) (
            Document, Object, CInt, UnsafeMutablePointer<CInt>, UnsafeMutablePointer<UnsafeMutableRawPointer?>,
            UnsafeMutablePointer<Int>
        ) -> CInt

    /// The library's files: of version 12, and of version 11.
    private static let files = ["libqpdf.so.30", "libqpdf.so.29"]

    private init?() {
        guard let library = Self.files.lazy.compactMap({ LazyLibrary($0) }).first else { return nil }
        do throws(LazyLibrary.Missing) {
            make = try library.function("qpdf_init")
            free = try library.function("qpdf_cleanup")
            silence = try library.function("qpdf_silence_errors")
            hideWarnings = try library.function("qpdf_set_suppress_warnings")
            read = try library.function("qpdf_read_memory")
            hasError = try library.function("qpdf_has_error")
            error = try library.function("qpdf_get_error")
            errorCode = try library.function("qpdf_get_error_code")
            errorText = try library.function("qpdf_get_error_message_detail")
            pageCount = try library.function("qpdf_get_num_pages")
            page = try library.function("qpdf_get_page_n")
            pageContent = try library.function("qpdf_oh_get_page_content_data")
            releaseAll = try library.function("qpdf_oh_release_all")
            isDictionary = try library.function("qpdf_oh_is_dictionary")
            isArray = try library.function("qpdf_oh_is_array")
            isStream = try library.function("qpdf_oh_is_stream")
            isNull = try library.function("qpdf_oh_is_null")
            isName = try library.function("qpdf_oh_is_name")
            isInteger = try library.function("qpdf_oh_is_integer")
            isNumber = try library.function("qpdf_oh_is_number")
            isString = try library.function("qpdf_oh_is_string")
            isBool = try library.function("qpdf_oh_is_bool")
            bool = try library.function("qpdf_oh_get_bool_value")
            integer = try library.function("qpdf_oh_get_int_value")
            number = try library.function("qpdf_oh_get_numeric_value")
            name = try library.function("qpdf_oh_get_name")
            string = try library.function("qpdf_oh_get_binary_string_value")
            itemCount = try library.function("qpdf_oh_get_array_n_items")
            item = try library.function("qpdf_oh_get_array_item")
            value = try library.function("qpdf_oh_get_key_if_dict")
            setValue = try library.function("qpdf_oh_replace_key")
            makeArray = try library.function("qpdf_oh_new_array")
            append = try library.function("qpdf_oh_append_item")
            beginKeys = try library.function("qpdf_oh_begin_dict_key_iter")
            hasKey = try library.function("qpdf_oh_dict_more_keys")
            nextKey = try library.function("qpdf_oh_dict_next_key")
            dictionary = try library.function("qpdf_oh_get_dict")
            objectNumber = try library.function("qpdf_oh_get_object_id")
            streamBytes = try library.function("qpdf_oh_get_stream_data")
        } catch {
            return nil
        }
    }
}
