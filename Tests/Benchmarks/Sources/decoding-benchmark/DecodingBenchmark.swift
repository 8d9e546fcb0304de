import ConfinedDecoding
import Foundation
import PhotoCore
import PhotoDecoding
import Synchronization

/// Decodes row pictures from bytes in memory, in this process and in workers by turns. Prints a line of JSON: the
/// seconds of each turn of both ("here", "there"), the milliseconds of a single small photo ("hereOne", "thereOne"),
/// and the milliseconds from a cancellation to the end of its decode ("cancelled").
///
///     decoding-benchmark DECODER THREADS SIDE TURNS SMALL LARGE FILE...
///
/// DECODER is the workers' program. Each turn decodes all FILEs; SMALL is the single photo, and LARGE the photo whose
/// decode is cancelled.
@main
enum DecodingBenchmark {
    private struct Figures: Encodable {
        var here: [Double] = []
        var there: [Double] = []
        var hereOne: [Double] = []
        var thereOne: [Double] = []
        var cancelled: [Double] = []
    }

    static func main() throws {
        let words = CommandLine.arguments
        guard words.count > 7, let threads = Int(words[2]), let side = Int(words[3]), let turns = Int(words[4]) else {
            print("usage: decoding-benchmark DECODER THREADS SIDE TURNS SMALL LARGE FILE...")
            exit(2)
        }
        let size = PixelSize.square(side)
        let small = try Data(contentsOf: URL(fileURLWithPath: words[5]))
        let large = try Data(contentsOf: URL(fileURLWithPath: words[6]))
        let photos = try words.dropFirst(7).map { try Data(contentsOf: URL(fileURLWithPath: $0)) }
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
        figures.cancelled = (0..<20).map { _ in cancelled(there, large) }
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

    /// The milliseconds from a cancellation amid the decode of `photo` to its end.
    private static func cancelled(_ decoder: any PictureDecoding, _ photo: Data) -> Double {
        let clock = ContinuousClock()
        let begin = clock.now
        var end: ContinuousClock.Instant?
        let result = try? decoder.decode(photo, toFill: PixelSize.square(8000)) {
            if end == nil, clock.now - begin > .milliseconds(100) { end = clock.now }
            return end != nil
        }
        guard result == nil, let end else {
            print("the large photo was decoded before its cancellation")
            exit(1)
        }
        let taken = (clock.now - end).components
        return 1000 * (Double(taken.seconds) + Double(taken.attoseconds) / 1e18)
    }

    private static func decode(_ decoder: any PictureDecoding, _ photo: Data, _ size: PixelSize) {
        if (try? decoder.decode(photo, toFill: size, isCancelled: { false }))?.size != size {
            print("a photo was not decoded")
            exit(1)
        }
    }
}
