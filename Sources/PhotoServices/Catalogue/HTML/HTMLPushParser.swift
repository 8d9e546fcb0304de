import CLibXML2
import Foundation
import PhotoCore

/// libxml2's push parser for HTML: takes a page's bytes in UTF-8 as they arrive, and reports their content to a
/// handler. Ignores syntax errors, like browsers.
///
/// The cuts between pieces affect what libxml2 reads near them. So it gets blocks that depend only on the page and end
/// with a tag, instead of the network's pieces.
final class HTMLPushParser {
    private let handler: any HTMLContentHandling
    private var context: htmlParserCtxtPtr?
    /// Bytes not yet passed to libxml2.
    private var pending: [UInt8] = []
    /// How much of them was searched for a block's end.
    private var searched = 0
    private var guardian = HTMLGuard()
    /// Whether libxml2's reports no longer matter.
    private var isStopped = false

    init(handler: any HTMLContentHandling) {
        self.handler = handler
        _ = Self.library
        var sax = Self.sax
        context = htmlCreatePushParserCtxt(
            &sax, Unmanaged.passUnretained(self).toOpaque(), nil, 0, nil, XML_CHAR_ENCODING_UTF8)
        let options =
            HTML_PARSE_RECOVER.rawValue | HTML_PARSE_NOERROR.rawValue | HTML_PARSE_NOWARNING.rawValue
            | HTML_PARSE_NONET.rawValue | HTML_PARSE_IGNORE_ENC.rawValue
        if let context { htmlCtxtUseOptions(context, Int32(options)) }
    }

    deinit {
        guard let context else { return }
        if let document = context.pointee.myDoc { xmlFreeDoc(document) }
        htmlFreeParserCtxt(context)
    }

    /// Takes more of the page. Throws `notACatalogue`, with the line, for bytes that no real page has and that would
    /// take hours.
    func parse(_ bytes: UnsafeRawBufferPointer) throws(CatalogueFailure) {
        pending.append(contentsOf: bytes)
        var start = 0
        while !isStopped, let end = blockEnd(from: start) {
            try feed(start..<end, isLast: false)
            start = end
        }
        pending.removeSubrange(..<start)
        searched = max(0, searched - start)
    }

    /// The page has ended. Throws like `parse`.
    func finish() throws(CatalogueFailure) {
        try feed(0..<pending.count, isLast: true)
        pending = []
    }

    private var line: Int { context.map { Int(xmlSAX2GetLineNumber(UnsafeMutableRawPointer($0))) } ?? 0 }

    // MARK: Blocks

    /// The minimum size of a block, about thirty photos…
    private static let leastBlock = 4 << 10
    /// … and the maximum, if no tag follows for long.
    private static let largestBlock = 64 << 10

    /// The end of the block that begins at `start`; nil if it has not arrived.
    private func blockEnd(from start: Int) -> Int? {
        let last = min(pending.count, start + Self.largestBlock)
        let first = max(searched, start + Self.leastBlock - 1)
        if first < last {
            let found = Self.index(of: UInt8(ascii: ">"), in: pending[first..<last])
            searched = found.map { $0 + 1 } ?? last
            if let found { return found + 1 }
        }
        guard pending.count - start >= Self.largestBlock else { return nil }
        var end = start + Self.largestBlock
        // Not within a character.
        while end > start + Self.leastBlock, end < pending.count, pending[end] & 0b1100_0000 == 0b1000_0000 { end -= 1 }
        searched = end
        return end
    }

    private func feed(_ range: Range<Int>, isLast: Bool) throws(CatalogueFailure) {
        guard let context else { throw .notACatalogue(reason: localized("There is not enough memory to read it.")) }
        guard !isStopped else { return }
        let reason = guardian.objection(
            to: pending[range], depth: Int(context.pointee.nameNr), isInTag: Self.isInTag(context.pointee.input))
        if let reason {
            isStopped = true
            throw .notACatalogue(reason: localized("Line \(NumberFormats.current.plain(line)): \(reason)"))
        }
        let text = Self.cleaned(pending[range])
        text.withUnsafeBytes { bytes in
            _ = htmlParseChunk(
                context, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count), isLast ? 1 : 0)
        }
    }

    private static func isInTag(_ input: htmlParserInputPtr?) -> Bool {
        guard let input = input?.pointee, let next = input.cur, let end = input.end else { return false }
        return next < end && next.pointee == UInt8(ascii: "<")
    }

    /// Valid UTF-8 without zeros: after an invalid byte, libxml2 would treat everything as Latin-1.
    private static func cleaned(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let text = index(of: 0, in: text) == nil ? text : ArraySlice(text.map { $0 == 0 ? 0x20 : $0 })
        if String(validating: text, as: UTF8.self) != nil { return text }
        return ArraySlice(String(decoding: text, as: UTF8.self).utf8)
    }

    private static func index(of byte: UInt8, in text: ArraySlice<UInt8>) -> Int? {
        text.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress, let found = memchr(base, Int32(byte), bytes.count) else { return nil }
            return text.startIndex + (UnsafeRawPointer(found) - base)
        }
    }

    // MARK: What libxml2 tells

    private static func tell(_ data: UnsafeMutableRawPointer?, _ event: (HTMLPushParser) -> Void) {
        guard let data else { return }
        let parser = Unmanaged<HTMLPushParser>.fromOpaque(data).takeUnretainedValue()
        if parser.isStopped { return }
        event(parser)
        if parser.handler.isDone { parser.isStopped = true }
    }

    /// Once, before any thread parses.
    private static let library: Void = xmlInitParser()

    /// Receives only content: no tree is built.
    private static var sax: htmlSAXHandler {
        var sax = htmlSAXHandler()
        sax.initialized = UInt32(XML_SAX2_MAGIC)
        sax.startElement = { data, name, attributes in
            guard let name else { return }
            HTMLPushParser.tell(data) { parser in
                let element = HTMLElement(name: name, attributes: attributes)
                parser.guardian.saw(start: element.name)
                parser.handler.started(element, line: parser.line)
            }
        }
        sax.endElement = { data, name in
            guard let name else { return }
            HTMLPushParser.tell(data) { parser in
                parser.guardian.sawContent()
                parser.handler.ended(HTMLElement(name: name))
            }
        }
        let characters: charactersSAXFunc = { data, text, count in
            HTMLPushParser.tell(data) { parser in
                parser.guardian.sawContent()
                parser.handler.found(text: UnsafeRawBufferPointer(start: text, count: Int(count)))
            }
        }
        sax.characters = characters
        sax.ignorableWhitespace = characters
        // From scripts and styles.
        sax.cdataBlock = { data, text, count in
            HTMLPushParser.tell(data) { parser in
                parser.guardian.sawRawText()
                parser.handler.found(script: UnsafeRawBufferPointer(start: text, count: Int(count)))
            }
        }
        sax.comment = { data, _ in HTMLPushParser.tell(data) { $0.guardian.sawContent() } }
        sax.serror = { _, _ in }
        return sax
    }
}
