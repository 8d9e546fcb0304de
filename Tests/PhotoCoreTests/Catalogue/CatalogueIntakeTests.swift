import Foundation
import TestSupport
import Testing

@testable import PhotoCore

@Suite struct CatalogueIntakeTests {
    /// Inverts the bits of every byte.
    struct Turned: ByteTransforming {
        mutating func transform(
            _ bytes: UnsafeRawBufferPointer, next: (UnsafeRawBufferPointer) throws(CatalogueFailure) -> Void
        ) throws(CatalogueFailure) {
            let turned = bytes.map { ~$0 }
            try turned.withUnsafeBytesTyped { (bytes) throws(CatalogueFailure) in try next(bytes) }
        }
        mutating func finish(
            next: (UnsafeRawBufferPointer) throws(CatalogueFailure) -> Void
        ) throws(CatalogueFailure) {}
    }

    static let formats = CatalogueFormats(
        encodings: [
            ByteEncoding("turned", makesUTF8: true, recognises: { ($0.bytes.first ?? 0) >= 0x80 }) { _ in Turned() }
        ],
        formats: [
            CatalogueFormat("nothing", recognises: { _ in .none }, makeParser: { _ in LineParser() }),
            CatalogueFormat(
                "lines", recognises: { $0.isMadeUTF8 ? .likely : .possible }, makeParser: { _ in LineParser() }),
            CatalogueFormat("other", recognises: { _ in .possible }, makeParser: { _ in LineParser() }),
        ])

    @Test(arguments: [1, 7, 4095, 4096, 4097, 100_000])
    func `A document in pieces of any size is read the same`(size: Int) throws {
        let text = (0..<2000).map { "n\($0)=\($0).jpg\n" }.joined()
        for bytes in [Array(text.utf8), text.utf8.map { ~$0 }] {
            var intake = CatalogueIntake(
                formats: Self.formats, hint: CatalogueHint(url: Sample.web), builder: CatalogueBuilder())
            var rest = bytes[...]
            while !rest.isEmpty {
                try Array(rest.prefix(size)).withUnsafeBytes { try intake.take($0) }
                rest = rest.dropFirst(size)
            }
            try intake.finish()
            let catalogue = intake.builder.finish(from: Sample.web)
            #expect(catalogue.count == 2000 && catalogue.name(at: 1999) == "n1999")
            #expect(catalogue.position(at: 1999) == .line(2000))
            #expect(catalogue.facts.formatName == "lines")
        }
    }

    @Test func `The parameters of a content type are separated`() {
        let hint = CatalogueHint(url: Sample.web, contentType: "Text/CSV; Charset=\"iso-8859-1\"; header=present")
        #expect(hint.mediaType == "text/csv" && hint.charset == "ISO-8859-1" && hint.pathExtension == "plist")
        #expect(CatalogueHint(url: Sample.web, contentType: "a/b; charset= latin1").charset == "LATIN1")
        #expect(CatalogueHint(url: Sample.web, contentType: "text/plain").charset == nil)
    }

    @Test func `The first element is found behind declarations and comments`() {
        for (text, name) in [
            ("<?xml version='1.0'?>\n<!-- <x> -->\n<rss version='2'>", "rss"), ("<!DOCTYPE html><body>", "html"),
            ("\u{FEFF} <plist>", "plist"), ("{}", nil), ("<!-- ", nil), ("", nil), ("<feed/>", "feed"),
        ] {
            let head = CatalogueHead(Array(text.utf8), isWhole: true, hint: CatalogueHint(url: Sample.web))
            #expect(head.rootElementName == name)
        }
    }
}
