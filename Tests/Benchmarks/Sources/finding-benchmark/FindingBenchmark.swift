import Foundation
import PhotoCore
import PhotoServices

/// Searches and sorts catalogues of a million rows with CatalogueFinder, like the window, and prints one line each: a
/// label, a tab, the figure.
///
///     finding-benchmark [ROWS] [KIND...]
///
/// The time of a keystroke runs from the call until the main context has the rows. The main context is blocked for the
/// longest uninterrupted time that it spends in the finder. Times are by the clock and by the processor, of all
/// threads: on a busy machine only the latter is meaningful.
@main
enum FindingBenchmark {
    @MainActor
    static func main() {
        var arguments = CommandLine.arguments.dropFirst()
        let rows = arguments.first.flatMap { Int($0) } ?? 1_000_000
        if arguments.first.flatMap({ Int($0) }) != nil { arguments = arguments.dropFirst() }
        let kinds = arguments.isEmpty ? Names.allCases : arguments.compactMap(Names.init)
        for kind in kinds {
            guard let catalogue = try? kind.catalogue(of: rows) else { continue }
            report(kind, "catalogue, MiB", Double(catalogue.byteCount) / 1_048_576)
            Measurement(kind, catalogue).run()
        }
    }

    static func report(_ kind: Names, _ what: String, _ figure: Double) {
        print("\(kind.rawValue): \(what)\t\(String(format: "%.1f", figure))")
    }
}

/// One catalogue's figures.
@MainActor
private final class Measurement {
    private let kind: Names
    private let catalogue: Catalogue
    private let context = HandDrivenContext()
    private let finder: CatalogueFinder
    private var arrangements = 0

    init(_ kind: Names, _ catalogue: Catalogue) {
        self.kind = kind
        self.catalogue = catalogue
        finder = CatalogueFinder(collation: ICUCollation(), mainContext: context)
    }

    func run() {
        finder.arranged = { [weak self] _ in self?.arrangements += 1 }
        finder.open(catalogue)
        // The first answer waits for the index.
        report("index and first keystroke", time { finder.search("qqq") })
        FindingBenchmark.report(kind, "index, MiB", Double(finder.indexByteCount) / 1_048_576)
        search()
        finder.search("")
        for order in [ListOrder.name, .newest, .failed] {
            Resident.resetPeak()
            let start = Resident.kibibytes
            report("sort by \(order.rawValue)", time { finder.sort(by: order) })
            FindingBenchmark.report(
                kind, "sort by \(order.rawValue), peak MiB more", Double(Resident.peakKibibytes - start) / 1024)
        }
        _ = time { finder.sort(by: .name) }
        search(" sorted")
        report(
            "longest hold of the main context",
            Time(clock: context.longest * 1000, processor: context.longestProcessor * 1000))
    }

    private func search(_ which: String = "") {
        var times: [Time] = []
        for query in kind.queries {
            for length in Array(1...query.count) + (1..<query.count).reversed() {
                let text = String(query.prefix(length))
                // A space at the end requests nothing new.
                if SearchQuery(text) == finder.query { continue }
                times.append(time { finder.search(text) })
            }
            _ = time { finder.search("") }
        }
        times.sort { $0.clock < $1.clock }
        let processor = times.map(\.processor).sorted()
        report(
            "keystroke\(which), median",
            Time(clock: times[times.count / 2].clock, processor: processor[times.count / 2]))
        report(
            "keystroke\(which), longest",
            Time(clock: times[times.count - 1].clock, processor: processor[times.count - 1]))
    }

    private func report(_ what: String, _ time: Time) {
        FindingBenchmark.report(kind, "\(what), ms", time.clock)
        FindingBenchmark.report(kind, "\(what), processor ms", time.processor)
    }

    /// From the call to its answer on the main context.
    private func time(_ body: () -> Void) -> Time {
        let before = arrangements
        let processor = clock()
        let time = ContinuousClock().measure {
            context.hold(body)
            while arrangements == before { context.wait() }
        }
        return Time(
            clock: time / .milliseconds(1), processor: Double(clock() - processor) * 1000 / Double(CLOCKS_PER_SEC))
    }
}

/// A duration in milliseconds: by the clock, and of the processor.
private struct Time {
    let clock: Double
    let processor: Double
}
