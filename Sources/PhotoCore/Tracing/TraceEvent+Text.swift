extension TraceEvent {
    /// Shorter turns of the main loop are not recorded: a quarter of a frame at 60 Hz, in microseconds.
    public static let notableHold = 4000
    /// Shorter ones cost no frame, and are not shown.
    static let readableHold = 16_667

    /// Whether a person would want to read it: not if it occurs many times a second.
    var isReadable: Bool {
        switch kind {
        case .threadSeen, .looked, .counts, .frame, .memory, .rows, .requestReceived, .photoShownUnfiltered,
            .stageEnded:
            false
        case .held(_, let duration, _): duration >= Self.readableHold
        case .stageBegan(_, let stage): stage == .download
        case .photoBegan, .photoEnded, .worked, .suspended, .resumed, .requestBegan, .requestAnswered, .requestEnded,
            .visit:
            true
        }
    }

    /// One line for a person.
    public var text: String {
        switch kind {
        case .threadSeen(let name): "Thread \(thread) is “\(name)”"
        case .photoBegan(let photo, let name): "\(photo.text) begins: \(name)"
        case .stageBegan(let photo, let stage): "\(photo.text): \(stage.rawValue)"
        case .stageEnded(let photo, let stage, let bytes):
            "\(photo.text): end of \(stage.rawValue)" + (bytes.map { ", \($0) bytes" } ?? "")
        case .photoShownUnfiltered(let photo): "\(photo.text) is shown unfiltered"
        case .photoEnded(let photo, .shown): "\(photo.text) is shown"
        case .photoEnded(let photo, .failed(let reason)): "\(photo.text) failed: \(reason)"
        case .photoEnded(let photo, .cancelled): "\(photo.text) is given up"
        case .worked(let photo, let stage, let duration): "\(photo.text): \(stage.rawValue) took \(Self.time(duration))"
        case .counts: "Queue lengths"
        case .suspended: "Queues suspended"
        case .resumed: "Queues resumed"
        case .requestBegan(let number, let url): "Request \(number): \(url)"
        case .requestAnswered(let number, let status): "Request \(number) answered with \(status)"
        case .requestReceived(let number, let bytes): "Request \(number): \(bytes) bytes"
        case .requestEnded(let number, let bytes, nil): "Request \(number) done, \(bytes) bytes"
        case .requestEnded(let number, _, let failure?): "Request \(number) failed: \(failure)"
        case .frame(let duration, _, _): "Frame: \(Self.time(duration))"
        case .held(.wakeUp(let items), let duration, _): "Wake-up with \(items) results: \(Self.time(duration))"
        case .held(.iteration, let duration, _): "Main context held for \(Self.time(duration))"
        case .looked(let cache, let found): found ? "Found in \(cache.rawValue)" : "Not in \(cache.rawValue)"
        case .visit(let look, let name): "\(look.rawValue): \(name)"
        case .rows(let count): "\(count) rows"
        case .memory(_, let bytes): "\(bytes) bytes held"
        }
    }

    /// Microseconds, in milliseconds with one decimal.
    public static func time(_ microseconds: Int) -> String {
        let tenths = (microseconds + 50) / 100
        return "\(tenths / 10).\(tenths % 10) ms"
    }
}

extension TraceEvent.Photo {
    /// Its row's number, from 1.
    var text: String { "Photo \(id.entry + 1)" }
}
