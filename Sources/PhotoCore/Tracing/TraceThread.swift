import Foundation

/// The thread that asks for it, as the kernel knows it.
///
/// Read from /proc, once a thread: neither gettid nor pthread_getname_np is in Swift's Glibc.
struct TraceThread: Sendable, Equatable {
    let number: Int
    let name: String

    init() {
        // "1234/task/1236" (proc(5), since Linux 3.17).
        let link = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")
        number = link?.split(separator: "/").last.flatMap { Int($0) } ?? 0
        if number == Int(getpid()) {
            name = "main context"
        } else {
            let text = try? String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8)
            name = text?.trimmingCharacters(in: .newlines) ?? "thread \(number)"
        }
    }
}
