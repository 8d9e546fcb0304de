import Foundation
import Synchronization

/// The server in Tests/http2-server: HTTP/2 over TLS, which answers on command.
final class HTTP2Server: Sendable {
    private struct State {
        var lines: [[String]] = []
        var rest = ""
    }
    private let state = Mutex(State())
    private let changed = DispatchSemaphore(value: 0)
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()

    /// Nil if it does not start.
    init?() {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        process.executableURL = tests.appendingPathComponent("http2-server")
        process.standardInput = input
        process.standardOutput = output
        do { try process.run() } catch { return nil }
        // On a thread of its own: other tests may block all of Dispatch's for minutes.
        Thread.detachNewThread { [output, weak self] in
            while case let data = output.fileHandleForReading.availableData, !data.isEmpty { self?.take(data) }
        }
        guard wait(until: { !$0.lines("ready").isEmpty }) else { return nil }
    }

    /// Ends it.
    func stop() {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    /// Answers all requests, present and future.
    func go() { input.fileHandleForWriting.write(Data("go\n".utf8)) }

    /// Answers the request for `path`.
    func answer(_ path: String) { input.fileHandleForWriting.write(Data("answer \(path)\n".utf8)) }

    /// The URL of `path`, which begins with a slash.
    func url(_ path: String) -> URL {
        URL(string: "https://127.0.0.1:\(lines("ready").first?.first ?? "")\(path)") ?? URL(fileURLWithPath: path)
    }

    /// The file with the certificate of the authority that signed the server's.
    var authority: URL { URL(fileURLWithPath: lines("ready").first?.last ?? "") }
    /// The number of connections made.
    var connections: Int { lines("connected").count }
    /// The requested paths, in order.
    var asked: [String] { lines("asked").compactMap(\.last) }
    /// The paths that the client cancelled.
    var reset: [String] { lines("reset").compactMap(\.last) }

    /// Waits until `condition` holds; false after two minutes, which only a failing test reaches.
    func wait(until condition: (HTTP2Server) -> Bool) -> Bool {
        let deadline = DispatchTime.now() + 120
        while !condition(self) {
            if changed.wait(timeout: deadline) == .timedOut { return false }
        }
        return true
    }

    private func lines(_ kind: String) -> [[String]] {
        state.withLock { state in state.lines.filter { $0.first == kind }.map { Array($0.dropFirst()) } }
    }

    private func take(_ data: Data) {
        state.withLock { state in
            let pieces = (state.rest + String(decoding: data, as: UTF8.self)).split(
                separator: "\n", omittingEmptySubsequences: false)
            state.rest = String(pieces.last ?? "")
            state.lines += pieces.dropLast().map { $0.split(separator: " ").map(String.init) }
        }
        changed.signal()
    }
}
