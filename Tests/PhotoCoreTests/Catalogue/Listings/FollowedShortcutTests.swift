import Foundation
import TestSupport
import Testing

@testable import PhotoCore

@MainActor
@Suite(.timeLimit(.minutes(15))) struct FollowedShortcutTests {
    private final class Fixture {
        let streams = StubStreams()
        let mainContext = HandDrivenMainContext()
        let loader: CatalogueLoader
        var catalogue: Catalogue?
        var end: CatalogueFailure??

        @MainActor init() {
            loader = CatalogueLoader(
                fetcher: streams, formats: CatalogueFormats(formats: [.shortcut, .addressList]),
                mainContext: mainContext)
        }

        @MainActor func load(_ url: String) {
            loader.load(Sample.url(url)) { [weak self] event in
                if case .ended(let catalogue, let failure) = event {
                    self?.catalogue = catalogue
                    self?.end = .some(failure)
                }
            }
        }

        /// Answers request number `count`.
        @MainActor func answer(_ count: Int, _ text: String) {
            #expect(mainContext.run { self.streams.asked.count == count })
            streams.open()
            streams.give(text)
            streams.end()
        }
    }

    private static func link(to address: String) -> String { "[InternetShortcut]\nURL=\(address)\n" }

    @Test func `A shortcut opens what it names`() {
        let fixture = Fixture()
        fixture.load("file:///p/a.url")
        fixture.answer(1, Self.link(to: "https://h.example/list"))
        fixture.answer(2, "1.jpg\n2.jpg\n")
        #expect(fixture.mainContext.run { fixture.end == .some(nil) })
        #expect(fixture.streams.asked.map(\.url.absoluteString) == ["file:///p/a.url", "https://h.example/list"])
        #expect(fixture.catalogue?.url.absoluteString == "https://h.example/list" && fixture.catalogue?.count == 2)
    }

    @Test func `A circle of shortcuts ends`() {
        let fixture = Fixture()
        fixture.load("https://h.example/1")
        for count in 1...5 { fixture.answer(count, Self.link(to: "https://h.example/\(count + 1)")) }
        #expect(fixture.mainContext.run { fixture.end == .some(.fetch(.tooManyRedirects)) })
    }

    @Test(arguments: ["file:///etc/passwd", "javascript:alert(1)", "x:y"])
    func `A shortcut from the network leads to the network only`(target: String) {
        let fixture = Fixture()
        fixture.load("https://h.example/1")
        fixture.answer(1, Self.link(to: target))
        #expect(fixture.mainContext.run { fixture.end != nil })
        #expect(fixture.streams.asked.count == 1)
        guard case .some(.some(.notACatalogue)) = fixture.end else {
            Issue.record("\(String(describing: fixture.end))")
            return
        }
    }
}
