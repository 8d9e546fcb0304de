import CGtk
import Testing

@testable import GtkBridge

@MainActor
@Suite struct ExchangedContentTests {
    private func formats(of content: ExchangedContent) -> (types: Set<String>, hasFiles: Bool, hasPicture: Bool) {
        let formats = gdk_content_provider_ref_formats(content.object.typed())
        defer { withExtendedLifetime(content) { gdk_content_formats_unref(formats) } }
        var count: gsize = 0
        let names = gdk_content_formats_get_mime_types(formats, &count)
        return (
            Set((0..<Int(count)).compactMap { index in names?[index].map { String(cString: $0) } }),
            gdk_content_formats_contain_gtype(formats, gdk_file_list_get_type()) != 0,
            gdk_content_formats_contain_gtype(formats, gdk_texture_get_type()) != 0
        )
    }

    @Test func `Files are handed over as files, and as text`() {
        let offered = formats(of: ExchangedContent(addresses: ["file:///a/1.jpg", "file:///a/2.jpg"]))
        #expect(offered.hasFiles && !offered.hasPicture)
        #expect(offered.types == ["text/plain;charset=utf-8"])
    }

    @Test func `Links, and files among links, are handed over as links, and as text`() {
        let offered = formats(of: ExchangedContent(addresses: ["file:///a/1.jpg", "https://example.org/2.jpg"]))
        #expect(!offered.hasFiles)
        #expect(offered.types == ["text/uri-list", "text/plain;charset=utf-8"])
    }

    @Test func `One photo's picture is offered, too`() {
        let picture = Texture(width: 1, height: 1, bgra: [0, 0, 0, 255])
        #expect(formats(of: ExchangedContent(addresses: ["https://example.org/2.jpg"], picture: picture)).hasPicture)
    }
}
