import Foundation
import PhotoCore
import PhotoDecoding
import PhotoServices
import Synchronization

/// Row pictures of files, read and decoded by several threads into squares of this size. Exits with 1 if one fails.
///
///     thumbnail-benchmark THREADS SIDE FILE...
@main
enum ThumbnailBenchmark {
    static func main() {
        let arguments = CommandLine.arguments
        guard arguments.count > 3, let threads = Int(arguments[1]), let side = Int(arguments[2]) else {
            print("usage: thumbnail-benchmark THREADS SIDE FILE...")
            exit(2)
        }
        let files = arguments.dropFirst(3).map { URL(fileURLWithPath: $0) }
        let next = Atomic(0)
        let failed = Atomic(0)
        let decoder = PixbufDecoder()
        DispatchQueue.concurrentPerform(iterations: threads) { _ in
            while true {
                let index = next.add(1, ordering: .relaxed).oldValue
                guard index < files.count else { return }
                let picture = try? decoder.decode(
                    Data(contentsOf: files[index]), toFill: .square(side), isCancelled: { false })
                if picture?.size != .square(side) {
                    failed.add(1, ordering: .relaxed)
                    print("failed: \(files[index].path)")
                }
            }
        }
        exit(failed.load(ordering: .relaxed) == 0 ? 0 : 1)
    }
}
