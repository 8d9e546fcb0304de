import Foundation
import PhotoCore
import PhotoDecoding
import PhotoServices
import Synchronization

/// Loads the photos named on standard input into rows, a screen at a time, like a window.
///
///     fetch-benchmark plain
/// rows SIZE [FOLDER]
///
/// `plain` fetches each photo completely, six at a time, and decodes none. `rows` is the program's own way: PhotoLoader
/// loads pictures of SIZE × SIZE pixels (points times the display's scale) for rows at rest, until nothing is left to
/// do. Prints seconds and, with FOLDER, which contains the photos under the last parts of their URLs, one line per
/// photo: the size of the picture shown, and its mean and largest difference from the photo's full decode. Started by
/// Tests/Benchmarks/fetch_benchmark.py, which serves the photos and counts the bytes.
@main
@MainActor
enum FetchBenchmark {
    /// The limit of the download queue.
    private static let limit = 6
    /// Rows of a window of default size.
    private static let screen = 12

    static func main() {
        let arguments = CommandLine.arguments
        guard arguments.count >= 3, let side = Int(arguments[2]) else {
            print("usage: fetch-benchmark plain|rows SIZE [FOLDER]")
            exit(2)
        }
        var urls: [URL] = []
        while let line = readLine() { if let url = URL(string: line) { urls.append(url) } }
        if arguments[1] == "plain" { return print("seconds \(plain(urls) / .seconds(1))") }
        let (seconds, records) = rows(urls, .square(side))
        print("seconds \(seconds / .seconds(1))")
        if arguments.count > 3 { compare(records, with: URL(fileURLWithPath: arguments[3]), .square(side)) }
    }

    private static func plain(_ urls: [URL]) -> Duration {
        let network = DataFetcher()
        return ContinuousClock().measure {
            let free = DispatchSemaphore(value: limit)
            let group = DispatchGroup()
            for url in urls {
                free.wait()
                group.enter()
                _ = network.fetch(FetchRequest(url: url), progress: { _ in }) { _ in
                    free.signal()
                    group.leave()
                }
            }
            group.wait()
        }
    }

    private static func rows(_ urls: [URL], _ size: PixelSize) -> (Duration, [PhotoRecord]) {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("fetch-benchmark-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        let decoder = PixbufDecoder()
        let fetcher = CachingFetcher(network: DataFetcher(), store: HTTPStore(folder: folder), decoder: decoder)
        let context = HandDrivenContext()
        let loader = PhotoLoader(
            fetcher: fetcher, decoder: decoder, filter: ListFilter(FilterChoice(.none)), mainContext: context,
            pictureSize: size)
        let records = urls.enumerated().map { entry, url in
            PhotoRecord(
                id: .init(catalogue: 1, entry: entry), name: url.lastPathComponent, location: .success(url))
        }
        let seconds = ContinuousClock().measure {
            for start in stride(from: 0, to: records.count, by: screen) {
                let onScreen = records[start..<min(records.count, start + screen)]
                loader.pass(
                    over: onScreen.map { .init($0, distance: abs(Double($0.id.entry - start) - Double(screen) / 2)) })
                while !loader.pending.inProgress.isEmpty || !onScreen.allSatisfy(\.state.isFinal) { context.wait() }
            }
        }
        loader.close()
        fetcher.waitUntilIdle()
        return (seconds, records)
    }

    private static func compare(_ records: [PhotoRecord], with folder: URL, _ size: PixelSize) {
        for record in records {
            let file = folder.appendingPathComponent(record.name)
            guard let photo = try? Data(contentsOf: file),
                let right = try? PixbufDecoder().decode(photo, toFill: size, isCancelled: { false }),
                case .filtered(let shown) = record.state
            else {
                print("wrong \(record.name)")
                continue
            }
            let difference = RowDifference(shown, from: right)
            print("photo \(record.name) \(shown.width)x\(shown.height) \(difference.mean) \(difference.largestBlock)")
        }
    }
}
