import Foundation
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
