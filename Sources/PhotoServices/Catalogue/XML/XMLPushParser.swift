import CLibXML2
import Foundation
import PhotoCore

/// libxml2's push parser: takes a document's bytes as they come and tells a handler what is in them.
///
/// Measured on a property list of 1,000,000 rows (115 MB; one shared core; meson-helpers/bench catalogue): 176 to 186
/// MB/s, rows made. Foundation's XMLParser, with a delegate that only counts, 125 to 128 MB/s, and Python's plistlib 27
/// MB/s. The bound is 60 MB/s, so that both meet it; but Foundation's makes a String of every piece, tells of no
/// entity's declaration on Linux, and reads from a stream, for which a thread would have to wait.
///
/// A document is not trusted. One that declares entities is refused at the first declaration, whatever the encoding it
/// hides in: a catalogue has no use for them, and every attack by XML needs them (one that expands to gigabytes; one
/// that is declared once and used a million times; one that names a file of this computer). Nothing outside of the
/// document is ever read. libxml2 itself refuses a tag or comment of more than 10 MB.
final class XMLPushParser {
    private let handler: any XMLContentHandling
    private let context: xmlParserCtxtPtr?
    /// The builder, while bytes are being parsed.
    private var builder: UnsafeMutablePointer<CatalogueBuilder>?
    private var failure: CatalogueFailure?
    /// Whether there are no more bytes: what fails from then on fails for want of more.
    private var hasEnded = false
    /// White space before an XML declaration, which servers' scripts leave by mistake and XML does not allow, is
    /// dropped.
    private var hasBegun = false
    private var skippedLines = 0
    /// Whether an element has begun.
    private var hasContent = false

    /// A parser for the document that begins so.
    init(_ head: CatalogueHead, handler: any XMLContentHandling) {
        self.handler = handler
        _ = Self.library
        var sax = Self.sax
        context = xmlCreatePushParserCtxt(&sax, nil, nil, 0, nil)
        guard let context else { return }
        context.pointee._private = Unmanaged.passUnretained(self).toOpaque()
        // libxml2 hands callbacks its context, unless it is given something else, before it knows it.
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

    /// Takes more of the document. Throws `notACatalogue` with the line, or what the handler throws.
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

    /// The document has ended. Throws as `parse` does.
    func finish(into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        hasEnded = true
        try feed(UnsafeRawBufferPointer(start: nil, count: 0), isLast: true, &builder)
        if !handler.isAtEnd { throw failure(Self.endsEarly) }
    }

    /// 64 KiB, as the network gives them. What libxml2 has not used of a piece it moves to the next one's front.
    private static let pieceByteCount = 64 << 10

    private func feed(
        _ bytes: UnsafeRawBufferPointer, isLast: Bool, _ builder: inout CatalogueBuilder
    ) throws(CatalogueFailure) {
        guard let context else { throw failure("There is not enough memory to read it.") }
        // What fails beside a parser, as in changing an encoding, libxml2 would write to the terminal. Set for each
        // thread.
        xmlSetStructuredErrorFunc(nil) { _, _ in }
        withUnsafeMutablePointer(to: &builder) { builder in
            self.builder = builder
            xmlParseChunk(
                context, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count), isLast ? 1 : 0)
            self.builder = nil
        }
        if let failure { throw failure }
    }

    // MARK: What libxml2 tells

    /// The line that the parser is on.
    private var line: Int { Int(context.map { xmlSAX2GetLineNumber(UnsafeMutableRawPointer($0)) } ?? 0) + skippedLines }

    private func failure(_ reason: String) -> CatalogueFailure { .notACatalogue(reason: "Line \(line): \(reason)") }

    /// Only the first failure counts: what follows it are its consequences.
    private func stop(_ failure: CatalogueFailure, isFirm: Bool = false) {
        guard self.failure == nil else { return }
        self.failure = failure
        // The last, broken tag of a document that is cut short looks like all kinds of mistakes.
        if case .notACatalogue = failure, hasEnded, !handler.isAtEnd, !isFirm {
            self.failure = self.failure(Self.endsEarly)
        }
        xmlStopParser(context)
    }

    private func tell(
        _ event: (any XMLContentHandling, Int, inout CatalogueBuilder) throws(CatalogueFailure) -> Void
    ) {
        guard failure == nil, let builder else { return }
        do throws(CatalogueFailure) {
            try event(handler, line, &builder.pointee)
        } catch {
            stop(error)
        }
    }

    private func failed(_ error: xmlError) {
        // Of warnings only that an entity is unknown, which it is in spite of what some outer document type may say.
        guard
            error.level == XML_ERR_FATAL || error.level == XML_ERR_ERROR && error.domain != XML_FROM_NAMESPACE.rawValue
                || error.code == XML_WAR_UNDECLARED_ENTITY.rawValue
        else { return }
        let code = Int(error.code)
        // For the end of "& b" the library waits to the document's end, so that says nothing.
        let isFirm = hasContent && Self.loneMarkup.contains(code)
        stop(failure(Self.sentence(code: code, atEnd: handler.isAtEnd)), isFirm: isFirm)
    }

    private func refuseDeclaration() {
        stop(failure("It declares its own document type. For safety, such documents are not opened."))
    }

    private static func of(_ data: UnsafeMutableRawPointer?) -> XMLPushParser? {
        guard let context = data?.assumingMemoryBound(to: xmlParserCtxt.self), let own = context.pointee._private
        else { return nil }
        return Unmanaged<XMLPushParser>.fromOpaque(own).takeUnretainedValue()
    }

    /// Once, before any thread parses.
    private static let library: Void = xmlInitParser()

    /// Only content, errors and declarations are listened to: no tree is built.
    private static var sax: xmlSAXHandler {
        var sax = xmlSAXHandler()
        sax.initialized = UInt32(XML_SAX2_MAGIC)
        sax.startElementNs = { data, name, _, namespace, _, _, count, _, attributes in
            guard let name else { return }
            let element = XMLElement(
                name: name, namespace: namespace, attributeCount: Int(count), attributes: attributes)
            let parser = XMLPushParser.of(data)
            parser?.hasContent = true
            parser?.tell { (handler, line, builder) throws(CatalogueFailure) in
                try handler.started(element, line: line, into: &builder)
            }
        }
        sax.endElementNs = { data, name, _, namespace in
            guard let name else { return }
            let element = XMLElement(name: name, namespace: namespace)
            XMLPushParser.of(data)?.tell { (handler, line, builder) throws(CatalogueFailure) in
                try handler.ended(element, line: line, into: &builder)
            }
        }
        let characters: charactersSAXFunc = { data, text, count in
            let text = UnsafeRawBufferPointer(start: text, count: Int(count))
            XMLPushParser.of(data)?.tell { (handler, line, builder) throws(CatalogueFailure) in
                try handler.found(text: text, line: line, into: &builder)
            }
        }
        sax.characters = characters
        sax.ignorableWhitespace = characters
        sax.cdataBlock = characters
        sax.getEntity = { _, name in xmlGetPredefinedEntity(name) }
        sax.entityDecl = { data, _, _, _, _, _ in XMLPushParser.of(data)?.refuseDeclaration() }
        sax.unparsedEntityDecl = { data, _, _, _, _ in XMLPushParser.of(data)?.refuseDeclaration() }
        sax.attributeDecl = { data, _, _, _, _, _, choices in
            // libxml2 leaves that to whoever listens.
            xmlFreeEnumeration(choices)
            XMLPushParser.of(data)?.refuseDeclaration()
        }
        sax.serror = { data, error in
            if let error { XMLPushParser.of(data)?.failed(error.pointee) }
        }
        return sax
    }
}

/// The XML library's error numbers in words: Foundation on Linux gives no more than the number.
extension XMLPushParser {
    static let endsEarly = "It ends early; it may be cut short."

    /// What an & or < that begins nothing is reported as.
    static let loneMarkup: Set<Int> = [23, 68]

    /// A sentence for libxml2's `code` (its xmlParserErrors), said of a place after the document's last tag or before.
    static func sentence(code: Int, atEnd: Bool) -> String {
        switch code {
        case 5 where atEnd: "There is extra content after its end."
        case 4, 5, 77: endsEarly
        case 1: "One comment or tag is longer than 10 MB."
        case 6, 7, 8, 9: "A character is not allowed in XML, or not in the document’s encoding."
        case _ where loneMarkup.contains(code): "An & or < stands alone; write &amp; or &lt; instead."
        case 26, 27: "An entity is undefined; XML defines only &amp; &lt; &gt; &quot; and &apos;."
        case 31, 32, 79, 81: "The bytes do not fit the encoding. Save it as UTF-8."
        case 38, 39, 40, 41, 42, 65, 73: "A tag is not well formed."
        case 62: "“]]>” stands alone; write ]]&gt; instead."
        case 64: "Something precedes <?xml, which must come first."
        case 76: "An element is closed by the wrong tag."
        default: "It is not well-formed XML (libxml2’s error \(code))."
        }
    }
}
