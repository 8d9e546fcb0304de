import Foundation
import FoundationXML
import PhotoCore
import PhotoServices

/// Parses a catalogue as if it came from the network, and prints the cost. Started by catalogue_benchmark.py.
///
///     catalogue-benchmark ours
/// foundation FILE
///
/// `ours` makes a Catalogue's segments, handed over as to the window. `foundation` is Foundation's XMLParser with a
/// delegate that only counts: the upper limit for a delegate that also makes rows. Prints processor seconds and
/// figures, one per line.
@main
enum CatalogueBenchmark {
    /// The size of a read from the network.
    static let pieceByteCount = 64 << 10

    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 3 else {
            print("usage: catalogue-benchmark ours|foundation FILE")
            exit(2)
        }
        let file = URL(fileURLWithPath: arguments[2])
        // All documents are in memory before the clock starts.
        let data = try Data(contentsOf: file)
        let before = processorSeconds
        if arguments[1] == "foundation" {
            let counter = Counter()
            let parser = XMLParser(stream: InputStream(data: data))
            parser.delegate = counter
            _ = parser.parse()
            report(before, data.count)
            print("rows \(counter.count)")
        } else {
            let catalogue = try parse(data, from: file)
            report(before, data.count)
            print("rows \(catalogue.count)")
            let text = catalogue.segments.reduce(0) { $0 + $1.textByteCount }
            print("text \(text)")
            print("overhead \(Double(catalogue.byteCount - text) / Double(max(1, catalogue.count)))")
            print("segments \(catalogue.segments.count)")
        }
    }

    private static func parse(_ data: Data, from url: URL) throws -> Catalogue {
        var intake = CatalogueIntake(formats: .standard, hint: CatalogueHint(url: url), builder: CatalogueBuilder())
        var catalogue = Catalogue(from: url)
        try data.withUnsafeBytes { bytes in
            for start in stride(from: 0, to: bytes.count, by: pieceByteCount) {
                let end = min(start + pieceByteCount, bytes.count)
                try intake.take(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
                if intake.builder.waitingCount >= 32_768, let segment = intake.builder.takeSegment() {
                    catalogue.append(segment)
                }
            }
        }
        try intake.finish()
        if let segment = intake.builder.takeSegment() { catalogue.append(segment) }
        return catalogue
    }

    private static func report(_ before: Double, _ byteCount: Int) {
        let seconds = processorSeconds - before
        print("seconds \(seconds)")
        print("rate \(Double(byteCount) / 1e6 / seconds)")
    }

    /// The processor time of this process: on a busy machine the clock would measure other work.
    private static var processorSeconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}

/// Counts the keys of a property list.
private final class Counter: NSObject, XMLParserDelegate {
    var count = 0

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        if name == "key" { count += 1 }
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) {}
}
