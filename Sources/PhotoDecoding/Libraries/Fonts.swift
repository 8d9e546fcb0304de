import Foundation

/// The fonts for text in drawings, from fontconfig, which GTK and librsvg link.
package enum Fonts {
    private typealias Config = OpaquePointer
    private typealias List = OpaquePointer

    /// Reads fontconfig's configuration and caches, which stay in memory; returns the folders of the fonts.
    package static func load() -> [String] {
        guard let library = LazyLibrary("libfontconfig.so.1") else { return [] }
        do throws(LazyLibrary.Missing) {
            let begin: @convention(c) () -> CInt = try library.function("FcInit")
            let keep: @convention(c) (Config?, CInt) -> CInt = try library.function("FcConfigSetRescanInterval")
            let folders: @convention(c) (Config?) -> List? = try library.function("FcConfigGetFontDirs")
            let next: @convention(c) (List) -> UnsafePointer<CChar>? = try library.function("FcStrListNext")
            let end: @convention(c) (List) -> Void = try library.function("FcStrListDone")
            // Fontconfig must not look for changes: a confined process cannot.
            guard begin() != 0, keep(nil, 0) != 0, let list = folders(nil) else { return [] }
            defer { end(list) }
            var found: [String] = []
            while let folder = next(list) { found.append(String(cString: folder)) }
            return found
        } catch {
            return []
        }
    }
}
