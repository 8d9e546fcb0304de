@testable import PhotoCore
import Testing

@Suite("Trying a listing's pages again")
struct PageRetriesTests {
    private static let busy = CatalogueFailure.fetch(.refused(status: 503, phrase: "Slow Down"))
    private static let cut = CatalogueFailure.fetch(.cutShort(received: 1, expected: 2))

    /// Of a listing that has begun.
    private static var begun: PageRetries {
        var retries = PageRetries()
        retries.noteRead()
        return retries
    }

    @Test func `A page is tried as often as it may be, with waits that grow`() throws {
        var retries = Self.begun
        let waits = (1...PageRetries.most).map { retries.wait(after: Self.cut, attempts: $0) }
        for (wait, range) in zip(waits, [1.0...2, 2.0...4, 4.0...8]) {
            let seconds = try #require(wait)
            #expect(range.contains(seconds))
        }
        #expect(retries.wait(after: Self.cut, attempts: PageRetries.most + 1) == nil)
        // The listing lacks something already.
        #expect(retries.wait(after: Self.cut, attempts: 1) == nil)
    }

    @Test func `A server that is not there is said at once, one that is busy is asked again`() {
        var retries = PageRetries()
        #expect(retries.wait(after: .fetch(.cannotConnect(host: "h", reason: "r")), attempts: 1) == nil)
        #expect(retries.wait(after: .fetch(.refused(status: 500, phrase: "")), attempts: 1) == nil)
        #expect(retries.wait(after: Self.busy, attempts: 1) != nil)
        retries.noteRead()
        #expect(retries.wait(after: .fetch(.cannotConnect(host: "h", reason: "r")), attempts: 1) != nil)
    }

    @Test func `What a server asks for counts, as long as a person may wait for it`() {
        func wait(_ seconds: Double) -> Double? {
            var retries = Self.begun
            return retries.wait(
                after: .fetch(.refused(status: 429, phrase: "", retryAfter: seconds)), attempts: 1)
        }
        let longest = Double(PageRetries.longestSeconds)
        #expect(wait(30) == 30 && wait(longest) == longest)
        #expect(wait(longest + 1) == nil && wait(1e300) == nil)
    }

    @Test(
        arguments: [
            .cancelled, .noPhotos, .notACatalogue(reason: "r"), .fetch(.refused(status: 404, phrase: "")),
            .fetch(.refused(status: 401, phrase: "")), .tooLarge(limit: 1),
        ] as [CatalogueFailure])
    func `What will not pass is not tried again`(failure: CatalogueFailure) {
        var retries = Self.begun
        #expect(retries.wait(after: failure, attempts: 1) == nil)
        #expect(retries.wait(after: Self.busy, attempts: 1) != nil)
    }

    @Test func `Who no longer wants a listing waits for no page of it`() {
        var builder = CatalogueBuilder()
        #expect(throws: CatalogueFailure.cancelled) {
            try builder.wait(3600) { _ throws(CatalogueFailure) in throw .cancelled }
        }
    }
}
