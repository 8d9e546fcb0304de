import Foundation

/// Events as JSON objects of the Trace Event Format for Perfetto and chrome://tracing.
///
/// "Trace Event Format", Nat Duca and Dan Sinclair, Google 2016:
/// https://docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU. In its terms: photos and requests
/// are nestable async events ("b", "n", "e") of the categories "photo" and "request", identified by `id`; work and
/// holds are complete events ("X") of their thread, and frames of a virtual thread; counts are counter events ("C"),
/// suspends and resumes instant events ("i"). Times are microseconds.
struct ChromeTraceFormat {
    /// The virtual thread of frames. Complete events of a thread must nest or be disjoint, and a frame may end in
    /// another turn of the main loop than it began. One more than the kernel's largest thread id (2^22).
    private static let frames = 1 << 22 + 1
    private let process: Int32
    private let encoder = JSONEncoder()

    init(process: Int32) { self.process = process }

    /// Names the process and the frames' thread.
    var header: String {
        line("process_name", "M", category: "__metadata", 0, 0, ["name": .text("Classic Photos")]) + ",\n"
            + line("thread_name", "M", category: "__metadata", 0, Self.frames, ["name": .text("frames")])
    }

    /// `event` as one or more JSON objects, separated by commas.
    func object(_ event: TraceEvent) -> String {
        let time = event.time
        let thread = event.thread
        func photo(
            _ photo: TraceEvent.Photo, _ phase: String, _ name: String, _ values: [String: Value] = [:]
        ) -> String { line(name, phase, category: "photo", time, thread, id: Self.id(of: photo), values) }
        func request(_ number: Int, _ phase: String, _ name: String, _ values: [String: Value]) -> String {
            line(name, phase, category: "request", time, thread, id: "\(number)", values)
        }
        func complete(
            _ name: String, _ category: String, _ duration: Int, _ values: [String: Value],
            thread number: Int? = nil,
            processor: Int? = nil
        ) -> String {
            line(
                name, "X", category: category, time - duration, number ?? thread, duration: duration,
                processor: processor, values)
        }
        func other(_ name: String, _ phase: String, _ category: String, _ values: [String: Value]) -> String {
            line(name, phase, category: category, time, thread, values)
        }
        switch event.kind {
        case .threadSeen(let name): return other("thread_name", "M", "__metadata", ["name": .text(name)])
        case .photoBegan(let which, let name): return photo(which, "b", "photo", ["name": .text(name)])
        case .stageBegan(let which, let stage): return photo(which, "b", stage.rawValue)
        case .stageEnded(let which, let stage, let bytes):
            return photo(which, "e", stage.rawValue, bytes.map { ["bytes": .number($0)] } ?? [:])
        case .photoShownUnfiltered(let which): return photo(which, "n", "shown unfiltered")
        case .photoEnded(let which, let outcome):
            switch outcome {
            // The instant "shown" comes first, for tools that read only stages.
            case .shown:
                return photo(which, "n", "shown") + ",\n" + photo(which, "e", "photo", ["outcome": .text("shown")])
            case .failed(let why):
                return photo(which, "e", "photo", ["outcome": .text("failed"), "reason": .text(why)])
            case .cancelled: return photo(which, "e", "photo", ["outcome": .text("cancelled")])
            }
        case .worked(let which, let stage, let duration):
            return complete(stage.rawValue, "work", duration, ["photo": .text(Self.id(of: which))])
        case .counts(let counts):
            let values = TraceEvent.Stage.allCases.map { ($0.rawValue, Value.number(counts[$0])) }
            return other("photos", "C", "queues", Dictionary(values, uniquingKeysWith: { first, _ in first }))
        case .suspended(let window): return other("suspend", "i", "queues", ["window": .number(window)])
        case .resumed(let window): return other("resume", "i", "queues", ["window": .number(window)])
        case .requestBegan(let number, let url): return request(number, "b", "request", ["url": .text(url)])
        case .requestAnswered(let number, let status):
            return request(number, "n", "answered", ["status": .number(status)])
        case .requestReceived(let number, let bytes): return request(number, "n", "received", ["bytes": .number(bytes)])
        case .requestEnded(let number, let bytes, let failure):
            return request(number, "e", "request", ["bytes": .number(bytes), "outcome": .text(failure ?? "complete")])
        case .frame(let duration, let interval, let processor):
            let values = ["interval": interval, "processor": processor].compactMapValues { $0.map(Value.number) }
            return complete("frame", "frames", duration, values, thread: Self.frames)
        case .held(.wakeUp(let items), let duration, let processor):
            return complete("wake-up", "main context", duration, ["items": .number(items)], processor: processor)
        case .held(.iteration, let duration, let processor):
            return complete("iteration", "main context", duration, [:], processor: processor)
        case .looked(let cache, let found):
            return other(found ? "hit" : "miss", "i", "cache", ["cache": .text(cache.rawValue)])
        case .visit(let look, let name): return other(look.rawValue, "i", "looking", ["name": .text(name)])
        case .rows(let count): return other("rows", "C", "list", ["rows": .number(count)])
        case .memory(let window, let bytes):
            return other("bytes held", "C", "cache", ["window \(window)": .number(bytes)])
        }
    }

    private static func id(of photo: TraceEvent.Photo) -> String {
        "\(photo.window).\(photo.id.catalogue).\(photo.id.entry)"
    }

    private func line(
        _ name: String, _ phase: String, category: String, _ time: Int, _ thread: Int, id: String? = nil,
        duration: Int? = nil, processor: Int? = nil, _ values: [String: Value]
    ) -> String {
        let line = Line(
            name: name, cat: category, ph: phase, ts: time, pid: process, tid: thread, id: id, dur: duration,
            tdur: processor, s: phase == "i" ? "p" : nil, args: values)
        // Nothing in it fails to encode.
        return (try? encoder.encode(line)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }

    /// An event, with the format's names.
    private struct Line: Encodable {
        let name: String
        let cat: String
        let ph: String
        let ts: Int
        let pid: Int32
        let tid: Int
        let id: String?
        let dur: Int?
        /// Time on the thread's own clock, which stops while it does not run.
        let tdur: Int?
        /// For instant events "p", the whole process: a line across all threads.
        let s: String?
        let args: [String: Value]
    }

    private enum Value: Encodable {
        case number(Int)
        case text(String)

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .number(let number): try container.encode(number)
            case .text(let text): try container.encode(text)
            }
        }
    }
}
