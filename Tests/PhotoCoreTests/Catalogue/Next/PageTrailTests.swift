import Foundation
import TestSupport
import Testing

@testable import PhotoCore

@Suite(.timeLimit(.minutes(15))) struct PageTrailTests {
    private static func url(_ name: String) -> URL { Sample.url("https://photos.example/\(name)") }
    private let first = Self.url("1")

    private func trail(_ more: String...) -> PageTrail {
        PageTrail(after: first, more: NamedDocuments(more.map(Self.url)))
    }

    /// Reads all that there is, and returns the names in order. `pages` has what each page names, and how many new rows
    /// it has.
    private func walk(_ trail: PageTrail, _ pages: [String: (rows: Int, more: [String])]) -> [String] {
        var (trail, names): (PageTrail, [String]) = (trail, [])
        while let url = trail.reached(.atEnd, savesData: false) {
            let name = url.lastPathComponent
            names.append(name)
            let page = pages[name] ?? (1, [])
            trail.hasRead(newRowCount: page.rows, from: url, more: NamedDocuments(page.more.map(Self.url)))
        }
        return names
    }

    @Test func `Nothing is read before the list nears its end, and then one page at a time`() {
        var trail = trail("2")
        #expect(trail.hasMore && trail.reached(.elsewhere, savesData: false) == nil)
        #expect(trail.reached(.nearEnd, savesData: false) == Self.url("2"))
        #expect(trail.reached(.atEnd, savesData: false) == nil && trail.goOn() == nil)
        trail.hasRead(newRowCount: 10, from: Self.url("2"), more: NamedDocuments())
        #expect(!trail.hasMore && trail.reached(.atEnd, savesData: false) == nil)
    }

    @Test func `Where data costs, the end itself has to be on screen`() {
        var trail = trail("2")
        #expect(trail.reached(.nearEnd, savesData: true) == nil)
        #expect(trail.reached(.atEnd, savesData: true) == Self.url("2"))
    }

    @Test func `No document is read twice: not itself, not a loop, not after a redirect`() {
        #expect(!trail("1#x").hasMore)
        #expect(walk(trail("2"), ["2": (5, ["3"]), "3": (5, ["2"])]) == ["2", "3"])
        #expect(walk(trail("2"), ["2": (5, ["1", "2", "3"])]) == ["2", "3"])
        var redirected = trail("2")
        _ = redirected.reached(.atEnd, savesData: false)
        redirected.hasRead(newRowCount: 1, from: Self.url("3"), more: NamedDocuments([Self.url("3")]))
        #expect(!redirected.hasMore)
    }

    @Test func `Three pages in a row that bring nothing new end it`() {
        var pages: [String: (rows: Int, more: [String])] = [:]
        for page in 2...20 { pages["\(page)"] = (page == 4 ? 1 : 0, ["\(page + 1)"]) }
        let read = walk(trail("2"), pages)
        #expect(read == ["2", "3", "4", "5", "6", "7"] && read.drop { $0 != "5" }.count == PageTrail.mostBarren)
    }

    @Test func `Parts of an index that bring nothing new hide none that follow, up to a limit`() {
        let names = (2...200).map(String.init)
        var trail = PageTrail(after: first, more: NamedDocuments(names.map(Self.url)))
        let few: [String: (rows: Int, more: [String])] = ["2": (0, []), "3": (0, []), "4": (0, []), "5": (0, [])]
        #expect(walk(trail, few) == names)
        trail = PageTrail(after: first, more: NamedDocuments(names.map(Self.url)))
        let nothing = Dictionary(uniqueKeysWithValues: names.map { ($0, (rows: 0, more: [String]())) })
        #expect(walk(trail, nothing).count == PageTrail.mostBarrenParts)
    }

    @Test func `A collection within collections is reached, however deep it lies`() {
        let nested = ["a": (0, ["b", "x"]), "b": (0, ["c", "y"]), "c": (0, ["d"]), "d": (0, ["e"])]
        #expect(walk(trail("a", "z"), nested) == ["a", "b", "c", "d", "e", "y", "x", "z"])
    }

    @Test func `A document that another one redirects to is not read again, however it is spelled`() {
        var redirected = trail("a", "b", "c")
        _ = redirected.reached(.atEnd, savesData: false)
        redirected.hasRead(newRowCount: 1, from: Self.url("b"), more: NamedDocuments())
        #expect(walk(redirected, [:]) == ["c"])
        let spelled = ["HTTPS://Photos.Example/2", "https://photos.example:443/2", "https://photos.example/1"]
        #expect(walk(PageTrail(after: first, more: NamedDocuments(spelled.map(Sample.url))), [:]) == ["2"])
    }

    @Test func `A part's own pages come before the next part`() {
        #expect(
            walk(trail("a", "b", "c"), ["a": (1, ["a2"]), "a2": (1, []), "b": (1, ["b/x", "b/y"])])
                == ["a", "a2", "b", "x", "y", "c"])
    }

    @Test func `A page that fails is read again when the person wants it, and not by scrolling`() {
        var trail = trail("2")
        _ = trail.reached(.atEnd, savesData: false)
        trail.hasFailed(.fetch(.timedOut(host: "a", seconds: 3)))
        #expect(trail.state == .failed(Self.url("2"), .fetch(.timedOut(host: "a", seconds: 3))))
        #expect(trail.reached(.atEnd, savesData: false) == nil)
        #expect(trail.goOn() == Self.url("2"))
        trail.hasRead(newRowCount: 3, from: Self.url("2"), more: NamedDocuments())
        #expect(trail.state == .ended)
    }

    private static let gone: [CatalogueFailure] = [
        .fetch(.refused(status: 404, phrase: "Not Found")), .fetch(.refused(status: 410, phrase: "Gone")),
        .fetch(.refused(status: 403, phrase: "Forbidden")), .notACatalogue(reason: "It is a page."), .archive,
        .fetch(.unreadableFile(path: "/2", reason: "No such file")), .fetch(.tooManyRedirects),
    ]
    private static let mayPass: [CatalogueFailure] = [
        .fetch(.timedOut(host: "a", seconds: 3)), .fetch(.hostUnknown(host: "a")),
        .fetch(.refused(status: 500, phrase: "")), .fetch(.refused(status: 429, phrase: "")),
        .fetch(.refused(status: 401, phrase: "")), .fetch(.cutShort(received: 1, expected: 2)), .tooLarge(limit: 9),
    ]

    @Test(arguments: gone) func `A part that cannot be read hides none that follow`(_ failure: CatalogueFailure) {
        var trail = trail("2", "3", "4", "5")
        for name in ["2", "3"] {
            #expect(trail.reached(.atEnd, savesData: false) == Self.url(name))
            trail.hasFailed(failure)
            #expect(trail.state == .waiting)
        }
        #expect(trail.reached(.atEnd, savesData: false) == Self.url("4"))
        trail.hasRead(newRowCount: 1, from: Self.url("4"), more: NamedDocuments())
        #expect(trail.reached(.atEnd, savesData: false) == Self.url("5"))
        trail.hasFailed(failure)
        #expect(trail.state == .incomplete(3) && trail.hasMore)
        #expect(trail.reached(.atEnd, savesData: false) == nil)

        // Tried again, in order; what is still missing stays so.
        #expect(trail.goOn() == Self.url("2"))
        trail.hasRead(newRowCount: 1, from: Self.url("2"), more: NamedDocuments())
        #expect(trail.reached(.atEnd, savesData: false) == Self.url("3"))
        trail.hasFailed(failure)
        #expect(trail.reached(.atEnd, savesData: false) == Self.url("5"))
        trail.hasRead(newRowCount: 1, from: Self.url("5"), more: NamedDocuments())
        #expect(trail.state == .failed(Self.url("3"), failure))
        #expect(trail.goOn() == Self.url("3"))
        trail.hasRead(newRowCount: 1, from: Self.url("3"), more: NamedDocuments())
        #expect(trail.state == .ended)
    }

    @Test(arguments: mayPass) func `A part that may be there in a moment is waited for`(_ failure: CatalogueFailure) {
        var trail = trail("2", "3")
        _ = trail.reached(.atEnd, savesData: false)
        trail.hasFailed(failure)
        #expect(trail.state == .failed(Self.url("2"), failure))
        #expect(trail.goOn() == Self.url("2"))
        trail.hasRead(newRowCount: 1, from: Self.url("2"), more: NamedDocuments())
        #expect(trail.reached(.atEnd, savesData: false) == Self.url("3"))
    }

    @Test func `Parts that cannot be read count as parts that bring nothing new`() {
        var trail = PageTrail(after: first, more: NamedDocuments((2...200).map { Self.url("\($0)") }))
        var count = 0
        while trail.reached(.atEnd, savesData: false) != nil {
            trail.hasFailed(.fetch(.refused(status: 404, phrase: "")))
            count += 1
        }
        #expect(count == PageTrail.mostBarrenParts && trail.state == .incomplete(count))
        #expect(trail.goOn() == Self.url("2"))
        trail.hasFailed(.fetch(.refused(status: 404, phrase: "")))
        #expect(trail.reached(.atEnd, savesData: false) == Self.url("3"))
    }

    @Test func `A page that was stopped is read at the next occasion`() {
        var trail = trail("2", "3")
        _ = trail.reached(.atEnd, savesData: false)
        trail.hasStopped()
        #expect(trail.reached(.atEnd, savesData: false) == Self.url("2"))
    }

    @Test func `An index may have a hundred thousand parts, and no more`() {
        let parts = (0..<100_010).map { Self.url("part\($0)") }
        var trail = PageTrail(after: first, more: NamedDocuments(parts))
        #expect(trail.reached(.atEnd, savesData: false) == parts[0])
    }

    @Test func `A part of a long index takes no longer to go on from than one of a short index`() {
        // With a loop over all that is pending for each part, this takes longer than the suite may.
        let names = (2...20_000).map(String.init)
        #expect(walk(PageTrail(after: first, more: NamedDocuments(names.map(Self.url))), [:]) == names)
    }

    @Test func `A document that is named again is read once, with what named it`() {
        #expect(walk(trail("a", "b", "c"), ["a": (1, ["c", "a"]), "c": (1, ["b", "c"])]) == ["a", "c", "b"])
        var redirected = trail("2", "3")
        _ = redirected.reached(.atEnd, savesData: false)
        // What is left is where this one came from.
        redirected.hasRead(newRowCount: 0, from: Self.url("3"), more: NamedDocuments([Self.url("2")]))
        #expect(!redirected.hasMore)
    }

    @Test func `What was named last is read first, and what goes beyond the limit is what was last in the order`() {
        let parts = (0..<100_000).map { Self.url("part\($0)") }
        var trail = PageTrail(after: first, more: NamedDocuments(parts))
        _ = trail.reached(.atEnd, savesData: false)
        let inner = (0..<100_000).map { Self.url("inner\($0)") }
        trail.hasRead(newRowCount: 1, from: parts[0], more: NamedDocuments(inner))
        #expect(trail.reached(.atEnd, savesData: false) == inner[0])
        trail.hasFailed(.tooManyPhotos(limit: 1))
        #expect(trail.state == .failed(inner[0], .tooManyPhotos(limit: 1)))
    }

    @Test func `Addresses of documents have a limit in all, and one more byte is not read`() {
        let next = ["2", "3", "4"].map(Self.url)
        let byteCount = next[0].absoluteString.utf8.count
        for limit in [2 * byteCount, 3 * byteCount - 1] {
            var trail = PageTrail(after: first, more: NamedDocuments([next[0]]), addressLimit: limit)
            #expect(trail.reached(.atEnd, savesData: false) == next[0])
            trail.hasRead(newRowCount: 1, from: next[0], more: NamedDocuments([next[1]]))
            #expect(trail.reached(.atEnd, savesData: false) == next[1])
            trail.hasRead(newRowCount: 1, from: next[1], more: NamedDocuments([next[2]]))
            #expect(trail.state == .ended)
        }
    }

    @Test func `The reach of a list is measured in screens`() {
        #expect(ListReach(rows: nil, count: 0) == .atEnd)
        #expect(ListReach(rows: nil, count: 10) == .elsewhere)
        #expect(ListReach(rows: 0..<10, count: 100) == .elsewhere)
        #expect(ListReach(rows: 80..<90, count: 101) == .elsewhere)
        // A short list has its end near from the start.
        #expect(ListReach(rows: 0..<10, count: 21) == .elsewhere && ListReach(rows: 0..<10, count: 20) == .nearEnd)
        #expect(ListReach(rows: 80..<90, count: 100) == .nearEnd)
        #expect(ListReach(rows: 90..<100, count: 100) == .atEnd)
        #expect(ListReach(rows: 90..<120, count: 100) == .atEnd)
        #expect(ListReach(rows: 0..<0, count: Int.max) == .elsewhere)
    }
}
