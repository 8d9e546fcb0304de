import Foundation
import Synchronization

/// Writes a trace to a file in the format's JSON Array form.
///
/// Formats and writes on its own queue, so that nobody who records an event waits for a disk. Each batch writes the
/// closing bracket, and the next one overwrites it: the file is always a complete JSON array. A killed program loses
/// the last tenth of a second and, if killed during a write, the end of an event; the format allows a missing bracket.
public final class TraceFile: TraceWriting {
    /// How long events are collected: long enough to batch many, short enough to lose few.
    private static let gatherMilliseconds = 100

    /// The file cannot be written.
    public struct Unwritable: Error, CustomStringConvertible {
        /// The file, and the reason.
        public let description: String
    }

    private struct State {
        var gathered: [TraceEvent] = []
        var isScheduled = false
        var end: off_t = 0
        var isBroken = false
    }
    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "org.classicphotos.trace", qos: .utility)
    private let file: Int32
    private let path: FilePath
    private let isSeekable: Bool
    private let format = ChromeTraceFormat(process: getpid())

    /// Creates or empties the file at `path`. Only its owner may read it.
    public init(_ path: FilePath) throws(Unwritable) {
        self.path = path
        file = path.withCString { open($0, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600) }
        let reason = String(cString: strerror(errno))
        guard file >= 0 else {
            throw Unwritable(description: localized("Cannot write the trace “\(path)”: \(reason)."))
        }
        // It names private photos. An existing file may be readable to all; a non-file stays as it is.
        var known = stat()
        if fstat(file, &known) == 0, known.st_mode & S_IFMT == S_IFREG { fchmod(file, 0o600) }
        isSeekable = lseek(file, 0, SEEK_END) >= 0
        queue.async { [self] in append("[\n" + format.header) }
    }

    deinit { Glibc.close(file) }

    func write(_ events: [TraceEvent]) {
        let schedules = state.withLock { state in
            // A full disk stays full: memory must not fill as well.
            guard !state.isBroken else { return false }
            state.gathered += events
            defer { state.isScheduled = true }
            return !state.isScheduled
        }
        guard schedules else { return }
        queue.asyncAfter(deadline: .now() + .milliseconds(Self.gatherMilliseconds)) { [self] in writeGathered() }
    }

    func close() {
        writeOut()
        // If nothing can be overwritten, the bracket comes only at the end.
        if !isSeekable { queue.sync { put("\n]\n", at: nil) } }
    }

    /// Writes the collected events at once.
    func writeOut() { queue.sync { writeGathered() } }

    private func writeGathered() {
        let events = state.withLock { state in
            state.isScheduled = false
            defer { state.gathered = [] }
            return state.gathered
        }
        if !events.isEmpty { append(",\n" + events.map(format.object).joined(separator: ",\n")) }
    }

    private func append(_ text: String) {
        guard isSeekable else { return put(text, at: nil) }
        let end = state.withLock { $0.end }
        put(text + "\n]\n", at: end)
        state.withLock { $0.end = end + off_t(text.utf8.count) }
    }

    private func put(_ text: String, at offset: off_t?) {
        var rest = Array(text.utf8)[...]
        var offset = offset
        while !rest.isEmpty, !state.withLock({ $0.isBroken }) {
            let count = rest.withUnsafeBytes { bytes in
                offset.map { pwrite(file, bytes.baseAddress, bytes.count, $0) }
                    ?? Glibc.write(file, bytes.baseAddress, bytes.count)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return giveUp() }
            rest = rest.dropFirst(count)
            offset = offset.map { $0 + off_t(count) }
        }
    }

    private func giveUp() {
        let reason = String(cString: strerror(errno))
        state.withLock { $0.isBroken = true }
        StandardError.say(localized("The trace “\(path)” ends here: \(reason)."))
    }
}

extension Tracer {
    /// Writes all events to `file` from now on, until `close`.
    public func write(to file: TraceFile) { attach(file) }
}
