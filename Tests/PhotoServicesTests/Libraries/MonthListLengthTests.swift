import Foundation
import TestSupport
import Testing

@testable import PhotoCore
@testable import PhotoServices

@MainActor
@Suite("The list of a month in bytes")
struct MonthListLengthTests {
    @MainActor
    private final class Log { var loaded: [Int] = [] }

    @Test func `A list has as many bytes as it may have, and not one more`() throws {
        let server = try LoopbackServer { path in
            let room = MonthLoader.longestList + (path == "/1" ? 1 : 0) - 2
            return .ok(Data("[]".utf8) + Data(repeating: UInt8(ascii: " "), count: room))
        }
        defer { server.stop() }
        let (context, log) = (HandDrivenMainContext(), Log())
        defer { context.end() }
        let loader = MonthLoader(fetcher: DataFetcher(), mainContext: context)
        loader.loaded = { [weak log] month, _, _ in log?.loaded.append(month) }
        let months = (0...1).map { LibraryMonths.Month(month: nil, count: 1, address: server.url("/\($0)")) }
        loader.use(months, read: PhotoPrismMonthReader())
        loader.want([0])
        #expect(context.run(forAtMost: 120) { log.loaded == [0] })
        loader.want([1])
        #expect(context.run(forAtMost: 120) { loader.failure(of: 1) != nil })
        #expect(loader.failure(of: 1) == .fetch(.tooLarge(limit: MonthLoader.longestList)))
        #expect(log.loaded == [0])
    }
}
