import Foundation
import Synchronization
import TestSupport
import Testing

@testable import PhotoCore
@testable import PhotoServices

@Suite("A library among all libraries that never ends", .timeLimit(.minutes(15)))
struct MemberLimitTests {
    @Test func `Pages are read until there are as many rows as may be, and not one page more`() throws {
        let server = try LoopbackServer { path in
            let number = Int(path.dropFirst()) ?? 0
            let rows = (0..<10).map { "{\"url\": \"http://h/\(number)-\($0).jpg\", \"date\": \"2024-05-01\"}" }
            let body = "{\"photos\": [\(rows.joined(separator: ","))], \"next\": \"/\(number + 1)\"}"
            return .ok(Data(body.utf8), type: "application/json")
        }
        defer { server.stop() }
        let member = AllLibraries.Member(address: server.url("/0").absoluteString, name: "A")
        let filler = AllLibrariesFiller(
            DataFetcher(), formats: .standard, fillers: [], mostRows: 95, members: { [member] })
        var builder = CatalogueBuilder()
        builder.revalidates = true
        try filler.fill(&builder, from: AllLibraries.url) { _ throws(CatalogueFailure) in }
        while builder.facts.isKept {
            builder = CatalogueBuilder()
            builder.revalidates = true
            try filler.fill(&builder, from: AllLibraries.url) { _ throws(CatalogueFailure) in }
        }
        #expect(builder.facts.months?.photoCount == 100)
        #expect(server.asked == (0..<10).map { "/\($0)" })
    }
}

@Suite("A library among all libraries whose pages fail", .timeLimit(.minutes(15)))
struct MemberPageFailureTests {
    private static func page(_ number: Int, _ further: String) -> LoopbackServer.Reply {
        let rows = (0..<10).map { "{\"url\": \"http://h/\(number)-\($0).jpg\", \"date\": \"2024-05-01\"}" }
        return .ok(Data("{\"photos\": [\(rows.joined(separator: ","))]\(further)}".utf8), type: "application/json")
    }

    /// All libraries, once each has ended.
    private static func facts(_ filler: AllLibrariesFiller) throws -> CatalogueFacts {
        var builder = CatalogueBuilder()
        repeat {
            builder = CatalogueBuilder()
            builder.revalidates = true
            try filler.fill(&builder, from: AllLibraries.url) { _ throws(CatalogueFailure) in }
        } while builder.facts.isKept
        return builder.facts
    }

    @Test(arguments: ["503 Service Unavailable", "404 Not Found"])
    func `A page in the middle that fails says that photos are missing`(_ status: String) throws {
        let server = try LoopbackServer { path in
            path == "/0" ? Self.page(0, ", \"next\": \"/1\"") : .status(status)
        }
        defer { server.stop() }
        let member = AllLibraries.Member(address: server.url("/0").absoluteString, name: "A")
        let filler = AllLibrariesFiller(DataFetcher(), formats: .standard, fillers: [], members: { [member] })
        let line = try #require(try Self.facts(filler).lines.first)
        guard case .failed(.fetch(.refused), known: 10) = line.state else {
            Issue.record("\(line.state)")
            return
        }
    }

    @Test func `A check whose second page fails keeps what was known`() throws {
        let isDown = Mutex(false)
        let server = try LoopbackServer { path in
            switch path {
            case "/0": Self.page(0, ", \"next\": \"/1\"")
            default: isDown.withLock { $0 } ? .status("500 Internal Server Error") : Self.page(1, "")
            }
        }
        defer { server.stop() }
        let member = AllLibraries.Member(address: server.url("/0").absoluteString, name: "A")
        let filler = AllLibrariesFiller(DataFetcher(), formats: .standard, fillers: [], members: { [member] })
        #expect(try Self.facts(filler).lines.map(\.state) == [.shown(20)])
        isDown.withLock { $0 = true }
        let facts = try Self.facts(filler)
        #expect(facts.months?.photoCount == 20)
        guard case .failed(.fetch(.refused), known: 20)? = facts.lines.first?.state else {
            Issue.record("\(facts.lines)")
            return
        }
    }
}
