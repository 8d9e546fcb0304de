import ConfinedDecoding
import Foundation
import PhotoCore
import PhotoDecoding
import Synchronization

/// Decodes row pictures from bytes in memory, in this process and in workers by turns. Prints a line of JSON: the
/// seconds of each turn of both ("here", "there"), the milliseconds of a single small photo ("hereOne", "thereOne"),
/// and the KiB of each worker at rest ("memory").
///
///     decoding-benchmark DECODER THREADS SIDE TURNS SMALL FILE...
///
/// DECODER is the workers' program. Each turn decodes all FILEs; SMALL is the single photo.
@main
enum DecodingBenchmark {
    private struct Figures: Encodable {
        var here: [Double] = []
        var there: [Double] = []
        var hereOne: [Double] = []
        var thereOne: [Double] = []
        var memory: [Int] = []
    }

    static func main() throws {
        let words = CommandLine.arguments
        guard words.count > 6, let threads = Int(words[2]), let side = Int(words[3]), let turns = Int(words[4]) else {
            print("usage: decoding-benchmark DECODER THREADS SIDE TURNS SMALL FILE...")
            exit(2)
        }
        let size = PixelSize.square(side)
        let small = try Data(contentsOf: URL(fileURLWithPath: words[5]))
        let photos = try words.dropFirst(6).map { try Data(contentsOf: URL(fileURLWithPath: $0)) }
        let pool = WorkerPool(DecoderProgram(path: words[1]))
        let here = DetachedDecoder(PixbufDecoder())
        let there = ConfinedDecoder(pool)
        var figures = Figures()

        // The first run is not measured: it starts workers and loads libraries.
        for decoder in [here as any PictureDecoding, there] {
            _ = turn(decoder, Array(photos.prefix(2 * threads)), size, threads)
            _ = one(decoder, small, size, 20)
        }
        for number in 0..<turns {
            // The two take turns in being first.
            for isHere in number % 2 == 0 ? [true, false] : [false, true] {
                let seconds = turn(isHere ? here : there, photos, size, threads)
                let each = one(isHere ? here : there, small, size, 50)
                if isHere {
                    figures.here.append(seconds)
                    figures.hereOne += each
                } else {
                    figures.there.append(seconds)
                    figures.thereOne += each
                }
            }
        }
        figures.memory = pool.processes.compactMap(proportionalSize)
        print(String(decoding: try JSONEncoder().encode(figures), as: UTF8.self))
    }

    private static func seconds(_ body: () -> Void) -> Double {
        let time = ContinuousClock().measure(body).components
        return Double(time.seconds) + Double(time.attoseconds) / 1e18
    }

    private static func turn(
        _ decoder: any PictureDecoding, _ photos: [Data], _ size: PixelSize, _ threads: Int
    ) -> Double {
        let next = Atomic(0)
        return seconds {
            DispatchQueue.concurrentPerform(iterations: threads) { _ in
                while true {
                    let index = next.add(1, ordering: .relaxed).oldValue
                    guard index < photos.count else { return }
                    decode(decoder, photos[index], size)
                }
            }
        }
    }

    /// The time of each decode, in milliseconds.
    private static func one(
        _ decoder: any PictureDecoding, _ photo: Data, _ size: PixelSize, _ times: Int
    ) -> [Double] {
        (0..<times).map { _ in 1000 * seconds { decode(decoder, photo, size) } }
    }

    private static func decode(_ decoder: any PictureDecoding, _ photo: Data, _ size: PixelSize) {
        if (try? decoder.decode(photo, toFill: size, isCancelled: { false }))?.size != size {
            print("a photo was not decoded")
            exit(1)
        }
    }

    /// The memory of a process, with its share of shared memory, in KiB.
    private static func proportionalSize(_ process: pid_t) -> Int? {
        let rollup = try? String(contentsOfFile: "/proc/\(process)/smaps_rollup", encoding: .utf8)
        return rollup?.split(separator: "\n").first { $0.hasPrefix("Pss:") }
            .flatMap { $0.split(separator: " ").compactMap { Int($0) }.first }
    }
}
