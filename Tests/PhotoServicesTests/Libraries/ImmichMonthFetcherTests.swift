import Foundation
import TestSupport
import Testing

@testable import PhotoCore
@testable import PhotoServices

@Suite("Months that an Immich server has counted, but does not list")
struct ImmichMonthFetcherTests {
    /// A server whose lists of months are gone, and what it was asked for.
    private struct Rig {
        let server: LoopbackServer
        let library: LibraryLocation
        let fetcher = DataFetcher()

        init(
            _ status: String = "404 Not Found", part: String = "",
            _ found: @escaping @Sendable (_ page: Int) -> LoopbackServer.Reply
        ) throws {
            server = try LoopbackServer.answering { request in
                guard request.path == "/api/search/metadata" else { return .status(status) }
                return found(Self.wish(request)["page"] as? Int ?? 0)
            }
            library = try #require(
                URL(string: "immich+" + server.url(part).absoluteString).flatMap { LibraryLocation($0) })
        }

        static func wish(_ request: LoopbackServer.Request) -> [String: Any] {
            let wish = try? JSONSerialization.jsonObject(with: Data(request.body))
            return wish as? [String: Any] ?? [:]
        }

        var wishes: [[String: Any]] { server.requests.filter { $0.method == "POST" }.map(Self.wish) }

        func month(_ name: String, _ count: Int, isOld: Bool = false) throws -> LibraryMonths.Month {
            let address = try #require(library.month(name, forOldServers: isOld))
            return LibraryMonths.Month(month: ImmichInterface.month(name), count: count, address: address)
        }

        func fetch(
            _ month: LibraryMonths.Month, limit: Int = MonthLoader.longestList
        ) async -> Result<FetchedData, FetchFailure> {
            let fetcher = ImmichMonthFetcher(fetcher)
            let request = FetchRequest(url: month.address, limit: limit)
            return await withCheckedContinuation { continuation in
                _ = fetcher.fetch(request, progress: { _ in }) { continuation.resume(returning: $0) }
            }
        }
    }

    private static func asset(_ id: String, _ date: String) -> String {
        #"{"id": "\#(id)", "localDateTime": "\#(date).000Z", "exifInfo": {"exifImageWidth": 3000, "#
            + #""exifImageHeight": 2000}}"#
    }

    /// Of a refusal.
    private static func status(_ result: Result<FetchedData, FetchFailure>) -> Int? {
        guard case .failure(.refused(let status, _, _)) = result else { return nil }
        return status
    }

    private static func page(_ assets: [String], next: String) -> LoopbackServer.Reply {
        let items = assets.joined(separator: ",")
        return .ok(
            Data(#"{"albums": {"items": []}, "assets": {"items": [\#(items)], "nextPage": \#(next)}}"#.utf8),
            type: "application/json")
    }

    @Test(arguments: ["404 Not Found", "405 Method Not Allowed", "410 Gone", "501 Not Implemented"])
    func `Its photos are found by their dates, page by page, without those of other months`(status: String) async throws
    {
        let rig = try Rig(status) { page in
            page == 1
                ? Self.page(
                    [Self.asset("a-1", "2024-06-01T00:00:00"), Self.asset("b-2", "2024-05-31T23:59:59")], next: #""2""#)
                : Self.page(
                    [Self.asset("c-3", "2024-05-01T00:00:00"), Self.asset("d-4", "2024-04-30T23:59:59")], next: "null")
        }
        defer { rig.server.stop() }
        let may = try rig.month("2024-05-01", 2)
        let fetched = try await rig.fetch(may).get()
        let content = try ImmichMonthReader().read(fetched.data, of: may, isCancelled: { false })
        #expect(
            (0..<content.segment.count).map { content.segment.text(of: .location, at: $0) }
                == ["assets/b-2/original", "assets/c-3/original"])
        #expect(content.timeline.days.map { Int($0.day) } == [31, 1])
        #expect(rig.wishes.map { $0["page"] as? Int } == [1, 2])
        for wish in rig.wishes {
            #expect(wish["takenAfter"] as? String == "2024-04-28T00:00:00.000Z")
            #expect(wish["takenBefore"] as? String == "2024-06-02T00:00:00.000Z")
            #expect(wish["visibility"] as? String == "timeline")
        }
    }

    @Test func `The year may end, and old servers have other names for months`() async throws {
        let rig = try Rig { _ in Self.page([], next: "null") }
        defer { rig.server.stop() }
        for name in ["2023-12-01T00:00:00.000Z", "2024-01-01"] {
            let month = try rig.month(name, 1, isOld: name.count > 10)
            let fetched = try await rig.fetch(month).get()
            #expect(try ImmichMonthReader().read(fetched.data, of: month, isCancelled: { false }).segment.count == 0)
        }
        #expect(
            rig.wishes.map { $0["takenAfter"] as? String } == ["2023-11-28T00:00:00.000Z", "2023-12-28T00:00:00.000Z"])
        #expect(
            rig.wishes.map { $0["takenBefore"] as? String } == ["2024-01-02T00:00:00.000Z", "2024-02-02T00:00:00.000Z"])
    }

    @Test func `Only those of the part are asked for`() async throws {
        for (part, name) in [
            ("/?part=favourites", "isFavorite"), ("/?album=a-1", "albumIds"), ("/?person=p-1", "personIds"),
        ] {
            let rig = try Rig(part: part) { _ in Self.page([], next: "null") }
            defer { rig.server.stop() }
            _ = try await rig.fetch(rig.month("2024-05-01", 1)).get()
            #expect(rig.wishes.count == 1 && rig.wishes.first?[name] != nil, "\(part)")
        }
    }

    @Test func `A server that sends the same page for ever is not asked for ever`() async throws {
        let rig = try Rig { _ in Self.page([Self.asset("a-1", "2024-05-01T00:00:00")], next: #""2""#) }
        defer { rig.server.stop() }
        let may = try rig.month("2024-05-01", 1)
        let fetched = try await rig.fetch(may).get()
        #expect(rig.wishes.count == 2)
        #expect(try ImmichMonthReader().read(fetched.data, of: may, isCancelled: { false }).segment.count == 1)
    }

    @Test func `A photo that another one moves to the next page is there once`() async throws {
        let rig = try Rig { page in
            page == 1
                ? Self.page(
                    [Self.asset("a-1", "2024-05-03T00:00:00"), Self.asset("b-2", "2024-05-02T00:00:00")], next: "2")
                : Self.page(
                    [Self.asset("b-2", "2024-05-02T00:00:00"), Self.asset("c-3", "2024-05-01T00:00:00")], next: "null")
        }
        defer { rig.server.stop() }
        let may = try rig.month("2024-05-01", 3)
        let fetched = try await rig.fetch(may).get()
        let content = try ImmichMonthReader().read(fetched.data, of: may, isCancelled: { false })
        #expect(
            (0..<content.segment.count).map { content.segment.text(of: .location, at: $0) }
                == ["assets/a-1/original", "assets/b-2/original", "assets/c-3/original"])
    }

    /// Tells whether what waits for a list is freed.
    private final class Waiting: Sendable {}

    @Test(arguments: [true, false]) func `What waits for a list is freed when it is there`(isListed: Bool) async throws
    {
        let rig = try Rig(isListed ? "200 OK" : "404 Not Found") { _ in Self.page([], next: "null") }
        defer { rig.server.stop() }
        let request = FetchRequest(url: try rig.month("2024-05-01", 1).address, limit: MonthLoader.longestList)
        let fetcher = ImmichMonthFetcher(rig.fetcher)
        weak var freed: Waiting?
        do {
            let waiting = Waiting()
            freed = waiting
            await withCheckedContinuation { continuation in
                _ = fetcher.fetch(request, progress: { _ in }) { [waiting] _ in
                    withExtendedLifetime(waiting) { continuation.resume() }
                }
            }
        }
        #expect(becomesTrue { freed == nil })
    }

    @Test func `All pages together are no longer than a list may be`() async throws {
        let rig = try Rig { page in Self.page([Self.asset("a-\(page)", "2024-05-01T00:00:00")], next: #""9""#) }
        defer { rig.server.stop() }
        #expect(try await rig.fetch(rig.month("2024-05-01", 1), limit: 1000) == .failure(.tooLarge(limit: 1000)))
        #expect(rig.wishes.count > 1)
    }

    @Test func `What fails for another reason is not searched for, and a search that fails says why`() async throws {
        let busy = try Rig("503 Service Unavailable") { _ in Self.page([], next: "null") }
        let refused = try Rig { _ in .status("403 Forbidden") }
        defer { for rig in [busy, refused] { rig.server.stop() } }
        #expect(try await Self.status(busy.fetch(busy.month("2024-05-01", 1))) == 503)
        #expect(try await Self.status(refused.fetch(refused.month("2024-05-01", 1))) == 403)
        #expect(busy.wishes.isEmpty && refused.wishes.count == 1)
        // A month without a date cannot be found by it.
        #expect(try await Self.status(refused.fetch(refused.month("never", 1))) == 404)
        #expect(refused.wishes.count == 1)
    }
}
