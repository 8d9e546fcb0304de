import Testing

@testable import ClassicPhotosApp

@Suite("The manual that F1 opens")
struct ManualTests {
    private static let help = "/usr/share/help/C/classic-photos/index.page"
    private static let page = "/usr/share/classic-photos/manual/en.html"
    private static let own = "/opt/photos/share/classic-photos/manual/en.html"

    private func addresses(_ installed: String...) -> [String] {
        Manual(own: "/opt/photos/share", shared: ["/usr/local/share", "/usr/share"]) { installed.contains($0) }
            .addresses
    }

    @Test func `The help viewer comes first, and a browser after it`() {
        #expect(addresses(Self.help, Self.page) == ["help:classic-photos", "file://" + Self.page])
        #expect(addresses(Self.page) == ["file://" + Self.page])
    }

    @Test func `The program's own folder is searched, but the help viewer does not know it`() {
        #expect(addresses(Self.own) == ["file://" + Self.own])
        #expect(addresses("/opt/photos/share/help/C/classic-photos/index.page").isEmpty)
    }

    @Test func `The help viewer does not see the folders of a sandbox`() {
        let manual = Manual(own: "/app/share", shared: ["/app/share", "/usr/share"], isSandboxed: true) { _ in true }
        #expect(manual.addresses == ["file:///app/share/classic-photos/manual/en.html"])
    }

    @Test(arguments: [
        (["de_AT.UTF-8", "de_AT", "de"], "de"), (["tlh", "fr"], "fr"), (["zh_TW", "zh"], "en"),
        (["en_GB", "en"], "en"),
    ])
    func `A browser shows it in the first of the reader's languages, or in English`(
        _ languages: [String], _ shown: String
    ) {
        let installed = Set(["de", "en", "fr", "zh_CN"].map { "/usr/share/classic-photos/manual/\($0).html" })
        let manual = Manual(own: "/opt/photos/share", shared: ["/usr/share"], languages: languages) {
            installed.contains($0)
        }
        #expect(manual.addresses == ["file:///usr/share/classic-photos/manual/\(shown).html"])
    }

    @Test func `Without an installed manual there is nothing to open`() { #expect(addresses().isEmpty) }
}
