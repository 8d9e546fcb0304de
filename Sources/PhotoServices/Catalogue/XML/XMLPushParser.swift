import CLibXML2
import Foundation
import PhotoCore

/// libxml2's push parser: takes a document's bytes as they arrive, and reports their content to a handler.
///
/// Measured on a property list of 1,000,000 rows (115 MB; one shared core; meson-helpers/bench catalogue), making rows:
/// 176 to 186 MB/s. Foundation's XMLParser, with a delegate that only counts: 125 to 128 MB/s; Python's plistlib: 27
/// MB/s. The bound is 60 MB/s, so both meet it; but Foundation's creates a String for every piece, reports no entity
/// declaration on Linux, and reads from a stream, which would block a thread.
///
/// A document is untrusted. One that declares entities is refused at the first declaration, in any encoding: catalogues
/// do not need them, and every XML attack does (expansion to gigabytes; one entity used a million times; one that names
/// a local file). Nothing outside the document is ever read. libxml2 itself refuses a tag or comment of more than 10
/// MB.
final class XMLPushParser: CatalogueParsing {
    private let handler: any XMLContentHandling
    private let context: xmlParserCtxtPtr?
    /// The builder, during parsing. What each event uses is not checked for exclusive access: libxml2 reports one event
    /// at a time, on the thread that parses.
    @exclusivity(unchecked) private var builder: UnsafeMutablePointer<CatalogueBuilder>?
    @exclusivity(unchecked) private var failure: CatalogueFailure?
    /// Whether all bytes have arrived: later failures mean that some are missing.
    private var hasEnded = false
    /// Drops white space before an XML declaration, which servers' scripts leave by mistake and XML does not allow.
    private var hasBegun = false
    private var skippedLines = 0
    /// Whether an element has begun.
    @exclusivity(unchecked) private var hasContent = false
    /// Quotation marks in what libxml2 has taken since it last reported something: an upper bound of a tag's attributes
    /// before the next piece.
    @exclusivity(unchecked) private var quoteCount = 0

    init(_ head: CatalogueHead, handler: any XMLContentHandling) {
        self.handler = handler
        _ = Self.library
        var sax = Self.sax
        context = xmlCreatePushParserCtxt(&sax, nil, nil, 0, nil)
        guard let context else { return }
        context.pointee._private = Unmanaged.passUnretained(self).toOpaque()
        // libxml2 passes its context to callbacks unless it gets another one first.
        context.pointee.userData = UnsafeMutableRawPointer(context)
        var options = XML_PARSE_NONET.rawValue
        if head.isMadeUTF8 { options |= XML_PARSE_IGNORE_ENC.rawValue }
        xmlCtxtUseOptions(context, Int32(options))
    }

    deinit {
        guard let context else { return }
        if let document = context.pointee.myDoc { xmlFreeDoc(document) }
        xmlFreeParserCtxt(context)
    }

    /// Takes more of the document. Throws `notACatalogue` with the line, or the handler's error.
    func parse(_ bytes: UnsafeRawBufferPointer, into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        var bytes = bytes
        if !hasBegun {
            let text = bytes.drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
            skippedLines += bytes[..<text.startIndex].count { $0 == 0x0A }
            guard !text.isEmpty else { return }
            hasBegun = true
            bytes = UnsafeRawBufferPointer(rebasing: text)
        }
        // libxml2 counts in 31 bits.
        while !bytes.isEmpty {
            try feed(UnsafeRawBufferPointer(rebasing: bytes.prefix(Self.pieceByteCount)), isLast: false, &builder)
            bytes = UnsafeRawBufferPointer(rebasing: bytes.dropFirst(Self.pieceByteCount))
        }
    }

    /// The document has ended. Throws like `parse`.
    func finish(into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        hasEnded = true
        try feed(UnsafeRawBufferPointer(start: nil, count: 0), isLast: true, &builder)
    }

    func breakOff(into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        try handler.breakOff(into: &builder)
    }

    /// 64 KiB, like the network's pieces. libxml2 moves a piece's unused bytes to the front of the next.
    private static let pieceByteCount = 64 << 10
    /// A tag of 32,768 attributes takes half a second: libxml2 compares each with all before it.
    static let mostQuotes = 64 << 10

    private func feed(
        _ bytes: UnsafeRawBufferPointer, isLast: Bool, _ builder: inout CatalogueBuilder
    ) throws(CatalogueFailure) {
        guard let context else { throw failure(localized("There is not enough memory to read it.")) }
        // Errors outside a parser, such as in converting an encoding, would go to the terminal. Set per thread.
        xmlSetStructuredErrorFunc(nil) { _, _ in }
        // Without a branch: it looks at every byte of a document.
        quoteCount += bytes.reduce(0) { $0 &+ ($1 == UInt8(ascii: "\"") ? 1 : 0) &+ ($1 == UInt8(ascii: "'") ? 1 : 0) }
        if quoteCount > Self.mostQuotes + bytes.count {
            stop(failure(localized("A tag or a comment is far too long for a page of photos.")), isFirm: true)
        }
        withUnsafeMutablePointer(to: &builder) { builder in
            guard failure == nil else { return }
            self.builder = builder
            xmlParseChunk(
                context, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count), isLast ? 1 : 0)
            self.builder = nil
        }
        guard let failure = failure ?? (isLast && !handler.isAtEnd ? failure(Self.endsEarly) : nil) else { return }
        try breakOff(into: &builder)
        throw failure
    }

    // MARK: What libxml2 tells

    private var line: Int { Int(context.map { xmlSAX2GetLineNumber(UnsafeMutableRawPointer($0)) } ?? 0) + skippedLines }

    private func failure(_ reason: String) -> CatalogueFailure {
        .notACatalogue(reason: localized("Line \(NumberFormats.current.plain(line)): \(reason)"))
    }

    /// Only the first failure counts: others are its consequences.
    private func stop(_ failure: CatalogueFailure, isFirm: Bool = false) {
        guard self.failure == nil else { return }
        self.failure = failure
        // The broken last tag of a document that is cut short resembles all kinds of errors.
        if case .notACatalogue = failure, hasEnded, !handler.isAtEnd, !isFirm {
            self.failure = self.failure(Self.endsEarly)
        }
        xmlStopParser(context)
    }

    private func tell(_ event: (any XMLContentHandling, Int, inout CatalogueBuilder) throws -> Void) {
        quoteCount = 0
        guard failure == nil, let builder else { return }
        do {
            try event(handler, line, &builder.pointee)
        } catch {
            // It throws nothing else.
            if let failure = error as? CatalogueFailure { stop(failure) }
        }
    }

    private func failed(_ error: xmlError) {
        // The only relevant warning is an unknown entity, which it is whatever an outer document type declares.
        guard
            error.level == XML_ERR_FATAL || error.level == XML_ERR_ERROR && error.domain != XML_FROM_NAMESPACE.rawValue
                || error.code == XML_WAR_UNDECLARED_ENTITY.rawValue
        else { return }
        let code = Int(error.code)
        // The library looks for the end of "& b" until the document's end, so that proves nothing.
        let isFirm = hasContent && Self.loneMarkup.contains(code)
        stop(failure(Self.sentence(code: code, atEnd: handler.isAtEnd)), isFirm: isFirm)
    }

    private func refuseDeclaration() {
        stop(failure(localized("It declares its own document type. For safety, such documents are not opened.")))
    }

    private static func of(_ data: UnsafeMutableRawPointer?) -> XMLPushParser? {
        guard let context = data?.assumingMemoryBound(to: xmlParserCtxt.self), let own = context.pointee._private
        else { return nil }
        return Unmanaged<XMLPushParser>.fromOpaque(own).takeUnretainedValue()
    }

    /// Once, before any thread parses.
    private static let library: Void = xmlInitParser()

    /// Receives only content, errors and declarations: no tree is built.
    private static var sax: xmlSAXHandler {
        var sax = xmlSAXHandler()
        sax.initialized = UInt32(XML_SAX2_MAGIC)
        sax.startElementNs = { data, name, prefix, namespace, _, _, count, _, attributes in
            guard let name else { return }
            let element = XMLElement(
                name: name, namespace: namespace, prefix: prefix, attributeCount: Int(count), attributes: attributes)
            let parser = XMLPushParser.of(data)
            parser?.hasContent = true
            parser?.tell { try $0.started(element, line: $1, into: &$2) }
        }
        sax.endElementNs = { data, name, prefix, namespace in
            guard let name else { return }
            let element = XMLElement(name: name, namespace: namespace, prefix: prefix)
            XMLPushParser.of(data)?.tell { try $0.ended(element, line: $1, into: &$2) }
        }
        let characters: charactersSAXFunc = { data, text, count in
            let text = UnsafeRawBufferPointer(start: text, count: Int(count))
            XMLPushParser.of(data)?.tell { try $0.found(text: text, line: $1, into: &$2) }
        }
        sax.characters = characters
        sax.ignorableWhitespace = characters
        sax.cdataBlock = characters
        sax.getEntity = { _, name in xmlGetPredefinedEntity(name) }
        sax.entityDecl = { data, _, _, _, _, _ in XMLPushParser.of(data)?.refuseDeclaration() }
        sax.unparsedEntityDecl = { data, _, _, _, _ in XMLPushParser.of(data)?.refuseDeclaration() }
        sax.attributeDecl = { data, _, _, _, _, _, choices in
            // libxml2 leaves this to its callbacks.
            xmlFreeEnumeration(choices)
            XMLPushParser.of(data)?.refuseDeclaration()
        }
        sax.serror = { data, error in
            if let error { XMLPushParser.of(data)?.failed(error.pointee) }
        }
        return sax
    }
}

/// Turns the XML library's error numbers into words: Foundation on Linux reports only the number.
extension XMLPushParser {
    static let endsEarly = localized("It ends early; it may be cut short.")

    /// How a lone & or < is reported.
    static let loneMarkup: Set<Int> = [23, 68]

    /// A sentence for libxml2's `code` (its xmlParserErrors), before or after the document's last tag.
    static func sentence(code: Int, atEnd: Bool) -> String {
        switch code {
        case 5 where atEnd: localized("There is extra content after its end.")
        case 4, 5, 77: endsEarly
        case 1: localized("One comment or tag is longer than 10 MB.")
        case 6, 7, 8, 9: localized("A character is not allowed in XML, or not in the document’s encoding.")
        case _ where loneMarkup.contains(code): localized("An & or < stands alone; write &amp; or &lt; instead.")
        case 26, 27: localized("An entity is undefined; XML defines only &amp; &lt; &gt; &quot; and &apos;.")
        case 31, 32, 79, 81: localized("The bytes do not fit the encoding. Save it as UTF-8.")
        case 38, 39, 40, 41, 42, 65, 73: localized("A tag is not well formed.")
        case 62: localized("“]]>” stands alone; write ]]&gt; instead.")
        case 64: localized("Something precedes <?xml, which must come first.")
        case 76: localized("An element is closed by the wrong tag.")
        default: localized("It is not well-formed XML (libxml2’s error \(code)).")
        }
    }
}
