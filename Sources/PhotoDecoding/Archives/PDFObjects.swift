import Foundation
import PhotoCore

/// The objects of a PDF document. What is not there, or is of another type than expected, is nil or an object without
/// contents. Belongs to one thread at a time.
final class PDFObjects {
    typealias Object = PDFLibrary.Object

    private let library: PDFLibrary
    private let document: PDFLibrary.Document

    /// No document yet; nil without memory.
    init?(_ library: PDFLibrary) {
        guard let document = library.make() else { return nil }
        self.library = library
        self.document = document
        // It would write to standard error.
        library.silence(document)
        library.hideWarnings(document, 1)
    }

    deinit {
        // An error that nobody has asked for is written to standard error.
        if library.hasError(document) != 0 { _ = library.error(document) }
        var document: PDFLibrary.Document? = document
        library.free(&document)
    }

    /// Reads the document in `bytes`, which must stay.
    func open(_ bytes: UnsafeRawBufferPointer) throws(ArchiveFailure) {
        let result = library.read(document, "PDF", bytes.baseAddress, CUnsignedLongLong(bytes.count), nil)
        if result & PDFLibrary.failed != 0 { throw failure }
    }

    /// How many pages there are. Of a damaged list of pages, as many as come before the damage.
    func countPages() throws(ArchiveFailure) -> Int {
        var count = library.pageCount(document)
        if count >= 0 { return Int(count) }
        let first = failure
        count = library.pageCount(document)
        if count <= 0 { throw first }
        return Int(count)
    }

    private var failure: ArchiveFailure {
        guard library.hasError(document) != 0, let error = library.error(document) else { return .damaged(reason: "") }
        if library.errorCode(document, error) == PDFLibrary.passwordError { return .encrypted }
        let text = library.errorText(document, error).map { String(cString: $0) } ?? ""
        return .damaged(reason: ShownText.line(text))
    }

    // MARK: - Objects

    /// Frees all objects.
    func releaseAll() { library.releaseAll(document) }

    /// A page, counted from 0.
    func page(_ index: Int) -> Object { library.page(document, index) }

    func isDictionary(_ object: Object) -> Bool { library.isDictionary(document, object) != 0 }

    func isStream(_ object: Object) -> Bool { library.isStream(document, object) != 0 }

    func objectNumber(_ object: Object) -> CInt { library.objectNumber(document, object) }

    /// The dictionary of a stream.
    func dictionary(of stream: Object) -> Object { library.dictionary(document, stream) }

    /// The first keys of a dictionary, which begin with a slash and are in any encoding.
    func keys(of dictionary: Object, most: Int) -> [[UInt8]] {
        guard isDictionary(dictionary) else { return [] }
        var keys: [[UInt8]] = []
        library.beginKeys(document, dictionary)
        while keys.count < most, library.hasKey(document) != 0, let key = library.nextKey(document) {
            keys.append(Array(UnsafeRawBufferPointer(start: key, count: strlen(key))))
        }
        return keys
    }

    /// What a dictionary has under this key.
    func value(_ key: String, of dictionary: Object) -> Object { library.value(document, dictionary, key) }

    /// What a dictionary has under a key in any encoding.
    func value(_ key: [UInt8], of dictionary: Object) -> Object {
        library.value(document, dictionary, key.map { CChar(bitPattern: $0) } + [0])
    }

    /// Whether a dictionary has anything under this key.
    func has(_ key: String, in dictionary: Object) -> Bool {
        library.isNull(document, value(key, of: dictionary)) == 0
    }

    func name(_ key: String, of dictionary: Object) -> String? { name(value(key, of: dictionary)) }

    func name(_ object: Object) -> String? {
        guard library.isName(document, object) != 0 else { return nil }
        return library.name(document, object).map { String(cString: $0) }
    }

    func integer(_ key: String, of dictionary: Object) -> Int? { integer(value(key, of: dictionary)) }

    func integer(_ object: Object) -> Int? {
        library.isInteger(document, object) != 0 ? Int(library.integer(document, object)) : nil
    }

    func bool(_ key: String, of dictionary: Object) -> Bool? {
        let object = value(key, of: dictionary)
        return library.isBool(document, object) != 0 ? library.bool(document, object) != 0 : nil
    }

    /// The items of an array, or the object alone if it is none. At most 32: no list that is asked for is longer.
    func items(_ object: Object) -> [Object] {
        guard library.isArray(document, object) != 0 else { return [object] }
        return (0..<min(max(0, library.itemCount(document, object)), 32)).map { library.item(document, object, $0) }
    }

    /// The numbers of an array; nil if it is none of numbers alone.
    func numbers(_ key: String, of dictionary: Object) -> [Double]? {
        let object = value(key, of: dictionary)
        guard library.isArray(document, object) != 0 else { return nil }
        let items = items(object)
        guard items.allSatisfy({ library.isNumber(document, $0) != 0 }) else { return nil }
        return items.map { library.number(document, $0) }
    }

    /// The bytes of a text, or of a stream that is packed in no more than `most` of them.
    func shortBytes(_ object: Object, most: Int) -> [UInt8]? {
        if isStream(object) {
            guard let count = integer("/Length", of: dictionary(of: object)), count <= most else { return nil }
            return bytes(of: object, unpacked: true).map { Array($0.bytes) }
        }
        var count = 0
        guard library.isString(document, object) != 0, let text = library.string(document, object, &count) else {
            return nil
        }
        return Array(UnsafeRawBufferPointer(start: text, count: count))
    }

    // MARK: - Bytes

    /// The bytes of a stream, decrypted; nil if they cannot be read.
    func bytes(of stream: Object, unpacked: Bool) -> CBytes? {
        var (start, count, isUnpacked): (UnsafeMutableRawPointer?, Int, CInt) = (nil, 0, 0)
        let level = unpacked ? PDFLibrary.unpacked : PDFLibrary.packed
        let result = library.streamBytes(document, stream, level, &isUnpacked, &start, &count)
        let bytes = start.map { CBytes(taking: $0, count: count) }
        guard result & PDFLibrary.failed == 0, !unpacked || isUnpacked != 0 else { return nil }
        return bytes
    }

    /// The bytes of a stream with the first `count` of its filters undone; nil if they cannot be read. The others are
    /// then no more in its dictionary.
    func bytes(of stream: Object, undoing count: Int) -> CBytes? {
        if count == 0 { return bytes(of: stream, unpacked: false) }
        let dictionary = dictionary(of: stream)
        for key in ["/Filter", "/DecodeParms"] where library.isArray(document, value(key, of: dictionary)) != 0 {
            // Streams may share a list.
            let first = library.makeArray(document)
            for item in items(value(key, of: dictionary)).prefix(count) { library.append(document, first, item) }
            library.setValue(document, dictionary, key, first)
        }
        return bytes(of: stream, unpacked: true)
    }

    /// What a page draws; nil if it cannot be read.
    func content(ofPage page: Object) -> CBytes? {
        var (start, count): (UnsafeMutableRawPointer?, Int) = (nil, 0)
        let result = library.pageContent(document, page, &start, &count)
        let bytes = start.map { CBytes(taking: $0, count: count) }
        return result & PDFLibrary.failed == 0 ? bytes : nil
    }
}
