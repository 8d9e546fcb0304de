import CArchive
import PhotoCore

/// The functions of libarchive that are used, all in version 3.6 and later.
struct ArchiveLibrary: Sendable {
    /// Nil if the library is not installed.
    static let shared = ArchiveLibrary()

    typealias Call = @convention(c) (OpaquePointer) -> CInt
    typealias Text = @convention(c) (OpaquePointer) -> UnsafePointer<CChar>?
    typealias Number = @convention(c) (OpaquePointer) -> Int64
    typealias Reader =
        @convention(c) (
            OpaquePointer?, UnsafeMutableRawPointer?, UnsafeMutablePointer<UnsafeRawPointer?>?
        ) -> Int
    typealias Seeker = @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?, Int64, CInt) -> Int64
    typealias Skipper = @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?, Int64) -> Int64

    let make: @convention(c) () -> OpaquePointer?
    let free: Call
    let formats: [ArchiveFormats: [Call]]
    /// For the formats that are read from the start to the end.
    let filters: [Call]
    let setData: @convention(c) (OpaquePointer, UnsafeMutableRawPointer?) -> CInt
    let setReader: @convention(c) (OpaquePointer, Reader) -> CInt
    let setSeeker: @convention(c) (OpaquePointer, Seeker) -> CInt
    let setSkipper: @convention(c) (OpaquePointer, Skipper) -> CInt
    let open: Call

    let nextHeader: @convention(c) (OpaquePointer, UnsafeMutablePointer<OpaquePointer?>) -> CInt
    let read: @convention(c) (OpaquePointer, UnsafeMutableRawPointer?, Int) -> Int
    let skip: Call
    let position: Number
    let format: Call
    let filterCount: Call
    let errorText: Text
    let hasEncrypted: Call

    let name: Text
    let utf8Name: Text
    let link: Text
    let fileType: @convention(c) (OpaquePointer) -> CUnsignedInt
    let isEncrypted: Call
    let hasSize: Call
    let size: Number
    let hasTime: Call
    let time: Number

    private init?() {
        guard let library = LazyLibrary("libarchive.so.13") else { return nil }
        func support(_ names: [String]) throws(LazyLibrary.Missing) -> [Call] {
            var calls: [Call] = []
            for name in names {
                let call: Call = try library.function("archive_read_support_\(name)")
                calls.append(call)
            }
            return calls
        }
        do throws(LazyLibrary.Missing) {
            make = try library.function("archive_read_new")
            free = try library.function("archive_read_free")
            formats = [
                .zip: try support(["format_zip_seekable"]), .tar: try support(["format_tar"]),
                .sequential: try support([
                    "format_tar", "format_7zip", "format_rar", "format_rar5", "format_cpio", "format_zip_streamable",
                ]),
            ]
            filters = try support(["filter_gzip", "filter_bzip2", "filter_xz", "filter_zstd"])
            setData = try library.function("archive_read_set_callback_data")
            setReader = try library.function("archive_read_set_read_callback")
            setSeeker = try library.function("archive_read_set_seek_callback")
            setSkipper = try library.function("archive_read_set_skip_callback")
            open = try library.function("archive_read_open1")
            nextHeader = try library.function("archive_read_next_header")
            read = try library.function("archive_read_data")
            skip = try library.function("archive_read_data_skip")
            position = try library.function("archive_read_header_position")
            format = try library.function("archive_format")
            filterCount = try library.function("archive_filter_count")
            errorText = try library.function("archive_error_string")
            hasEncrypted = try library.function("archive_read_has_encrypted_entries")
            name = try library.function("archive_entry_pathname")
            utf8Name = try library.function("archive_entry_pathname_utf8")
            link = try library.function("archive_entry_hardlink")
            fileType = try library.function("archive_entry_filetype")
            isEncrypted = try library.function("archive_entry_is_encrypted")
            hasSize = try library.function("archive_entry_size_is_set")
            size = try library.function("archive_entry_size")
            hasTime = try library.function("archive_entry_mtime_is_set")
            time = try library.function("archive_entry_mtime")
        } catch {
            return nil
        }
    }
}
