import Foundation
import PhotoCore

/// Compares the filters with memcpy, all over 24 MP of RGBA into new memory, in turn, on one thread. Prints one line
/// each: the name, a tab and the milliseconds of the best run. Tests/Benchmarks/compare-filters adds the peers.
///
/// With `--colours` instead: compares sepia with exact arithmetic for all colours. Exits with 1 if one differs.
@main
enum FilterBenchmark {
    /// A full-frame camera's picture.
    static let size = PixelSize(width: 6000, height: 4000)
    /// The best of this many runs: the others include the machine's other work.
    static let runs = 5
    /// The measured blurs, in pixels: those without shrinking, up to its threshold, and wide ones.
    static let sigmas = [1, 2, 3.9, 10, 50]

    static func main() {
        if CommandLine.arguments.contains("--colours") {
            let wrong = ExactColours.wrong(by: ColorMatrixFilter(name: "Sepia", matrix: .sepia(amount: 0.8)))
            print("colours of 16777216 that differ from exact arithmetic: \(wrong)")
            exit(wrong == 0 ? 0 : 1)
        }
        let opaque = picture(alpha: 0xFF)
        var results = [("memcpy", Double.infinity)]
        let filters = measured
        results += filters.map { ($0.0, .infinity) }
        let translucent = picture(alpha: 0)
        results.append(("blur sigma 10, translucent", .infinity))
        let blur = GaussianBlur(relativeSigma: 10 / Double(size.height))
        for _ in 0..<runs {
            // The better of the two, for the bound on the filters.
            results[0].1 = min(results[0].1, milliseconds { copy(opaque) }, milliseconds { copyByPages(opaque) })
            for (index, filter) in filters.enumerated() {
                results[index + 1].1 = min(results[index + 1].1, milliseconds(filter.1, opaque))
            }
            results[filters.count + 1].1 = min(results[filters.count + 1].1, milliseconds(blur, translucent))
        }
        for (name, time) in results { print("\(name)\t\(String(format: "%.1f", time))") }
    }

    private static var measured: [(String, any PhotoFilter)] {
        let choices = FilterChoice.all.filter { $0.kind != .blur }.compactMap { choice in
            choice.filter().map { (choice.id, $0) }
        }
        let chain = FilterChain([ColorMatrixFilter(name: "Sepia", matrix: .sepia(amount: 0.8)), Vignette(amount: 0.5)])
        return choices + [("sepia and vignette", chain)]
            + sigmas.map { ("blur sigma \($0.formatted())", GaussianBlur(relativeSigma: $0 / Double(size.height))) }
    }

    /// Noise with an alpha of at least `alpha`.
    private static func picture(alpha: UInt8) -> PixelBuffer {
        PixelBuffer(size: size) { bytes in
            for index in bytes.indices {
                bytes[index] = UInt8(truncatingIfNeeded: (index &* 2_654_435_761) >> 13) | (index % 4 == 3 ? alpha : 0)
            }
        }
    }

    /// The best memcpy into new memory, among the filters.
    private static func copy(_ picture: PixelBuffer) -> Int {
        PixelBuffer(size: picture.size) { target in
            picture.bytes.withUnsafeBytes { source in
                if let from = source.baseAddress { target.baseAddress.map { _ = memcpy($0, from, source.count) } }
            }
        }.byteCount
    }

    /// The best memcpy into new memory whose huge pages are touched in order, which favours memcpy over the filters.
    private static func copyByPages(_ picture: PixelBuffer) -> Int {
        picture.bytes.withUnsafeBytes { source in
            // Not malloc: the optimiser removes allocations that nobody reads.
            let byteCount = source.count + 4096
            let pages = mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
            guard let from = source.baseAddress, let pages, pages != MAP_FAILED else { return 0 }
            defer { munmap(pages, byteCount) }
            madvise(pages, byteCount, MADV_HUGEPAGE)
            // At the source's distance from a page's start, which is best for memcpy.
            memcpy(pages + (Int(bitPattern: from) & 4095), from, source.count)
            return source.count
        }
    }

    private static func milliseconds(_ filter: any PhotoFilter, _ picture: PixelBuffer) -> Double {
        milliseconds { filter.apply(to: picture, isCancelled: { false })?.byteCount ?? 0 }
    }

    private static func milliseconds(_ body: () -> Int) -> Double {
        let clock = ContinuousClock()
        var byteCount = 0
        let time = clock.measure { byteCount = body() }
        precondition(byteCount == 4 * size.width * size.height)
        return time / .milliseconds(1)
    }
}
