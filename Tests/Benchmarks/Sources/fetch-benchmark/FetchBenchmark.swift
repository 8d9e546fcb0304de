import Foundation
import PhotoCore
import PhotoServices
import Synchronization

/// Fetches the URLs named on standard input, six at a time, as a window's rows would.
///
///     fetch-benchmark plain|enough SIZE [FOLDER]
///
/// `plain` fetches each photo whole; `enough` what fills SIZE × SIZE pixels. Prints seconds, the photos had, and, with
/// FOLDER, which holds the photos under the last parts of their URLs, the rows' mean and largest difference from the
/// photos' full decode. Started by Tests/Benchmarks/fetch_benchmark.py, which serves the photos and counts the bytes.
@main
enum FetchBenchmark {
    /// As many as the download queue runs.
    static let limit = 6

    static func main() {
        let arguments = CommandLine.arguments
        guard arguments.count >= 3, let side = Int(arguments[2]) else {
            print("usage: fetch-benchmark plain|enough SIZE [FOLDER]")
            exit(2)
        }
        let size = PixelSize.square(side)
        let decoder = PixbufDecoder()
        let isPlain = arguments[1] == "plain"
        let network = DataFetcher()
        let fetcher: any DataFetching =
            isPlain ? network : CachingFetcher(network: network, store: nil, decoder: decoder)
        var urls: [URL] = []
        while let line = readLine() { if let url = URL(string: line) { urls.append(url) } }

        let clock = ContinuousClock()
        let fetched = Mutex<[URL: FetchedData]>([:])
        let seconds = clock.measure {
            let free = DispatchSemaphore(value: limit)
            let group = DispatchGroup()
            for url in urls {
                free.wait()
                group.enter()
                _ = fetcher.fetch(FetchRequest(url: url, wanted: isPlain ? nil : size), progress: { _ in }) { result in
                    if case .success(let data) = result { fetched.withLock { $0[url] = data } }
                    free.signal()
                    group.leave()
                }
            }
            group.wait()
        }
        let all = fetched.withLock { $0 }
        print("seconds \(seconds / .seconds(1))")
        print("photos \(all.count)")
        for (name, count) in counts(all) { print("\(name) \(count)") }
        if arguments.count > 3 { compare(all, with: URL(fileURLWithPath: arguments[3]), decoder, size) }
    }

    private static func counts(_ all: [URL: FetchedData]) -> [(String, Int)] {
        var thumbnails = 0
        var scans = 0
        for fetched in all.values {
            switch fetched.extent {
            case .thumbnail: thumbnails += 1
            case .firstScans: scans += 1
            case .whole: break
            }
        }
        return [("thumbnails", thumbnails), ("scans", scans)]
    }

    private static func compare(
        _ all: [URL: FetchedData], with folder: URL, _ decoder: PixbufDecoder, _ size: PixelSize
    ) {
        var differences: [Double] = []
        for (url, fetched) in all {
            guard let photo = try? Data(contentsOf: folder.appendingPathComponent(url.lastPathComponent)),
                let right = try? decoder.decode(photo, toFill: size, isCancelled: { false }),
                let shown = try? decoder.decode(fetched, toFill: size, isCancelled: { false })
            else {
                print("wrong \(url.lastPathComponent)")
                continue
            }
            differences.append(difference(shown, right))
        }
        print("difference \(differences.reduce(0, +) / Double(max(1, differences.count)))")
        print("largest \(differences.max() ?? 255)")
    }

    /// The mean difference of the colours, 0 to 255.
    private static func difference(_ one: PixelBuffer, _ other: PixelBuffer) -> Double {
        guard one.size == other.size, one.bytesPerRow == other.bytesPerRow else { return 255 }
        var sum = 0
        for index in one.bytes.indices where index % 4 != 3 {
            sum += abs(Int(one.bytes[index]) - Int(other.bytes[index]))
        }
        return Double(sum) / Double(one.width * one.height * 3)
    }
}
