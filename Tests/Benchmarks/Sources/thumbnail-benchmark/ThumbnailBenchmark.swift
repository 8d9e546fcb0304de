import Foundation
import PhotoCore
import PhotoServices
import Synchronization

/// Row pictures of all the files of a folder, read and decoded by some threads: photos a second.
///
///     thumbnail-benchmark FOLDER [THREADS [SIDE]]         two threads, and squares of 160 pixels, if not given
@main
enum ThumbnailBenchmark {
    static func main() {
        let arguments = CommandLine.arguments
        guard arguments.count > 1, let names = try? FileManager.default.contentsOfDirectory(atPath: arguments[1]) else {
            print("usage: thumbnail-benchmark FOLDER [THREADS [SIDE]]")
            exit(2)
        }
        let folder = URL(fileURLWithPath: arguments[1], isDirectory: true)
        let files = names.filter { $0.hasSuffix(".jpg") }.sorted().map { folder.appendingPathComponent($0) }
        let threads = arguments.count > 2 ? Int(arguments[2]) ?? 2 : 2
        let side = arguments.count > 3 ? Int(arguments[3]) ?? 160 : 160
        let next = Atomic(0)
        let failed = Atomic(0)
        let decoder = PixbufDecoder()
        let time = ContinuousClock().measure {
            DispatchQueue.concurrentPerform(iterations: threads) { _ in
                while true {
                    let index = next.add(1, ordering: .relaxed).oldValue
                    guard index < files.count else { return }
                    let picture = try? decoder.decode(
                        Data(contentsOf: files[index]), toFill: .square(side), isCancelled: { false })
                    if picture?.size != .square(side) { failed.add(1, ordering: .relaxed) }
                }
            }
        }
        let seconds = time / .seconds(1)
        print("photos: \(files.count)")
        print("failed: \(failed.load(ordering: .relaxed))")
        print("seconds: \(String(format: "%.2f", seconds))")
        print("photos a second: \(String(format: "%.1f", Double(files.count) / seconds))")
        exit(failed.load(ordering: .relaxed) == 0 ? 0 : 1)
    }
}
