import CProcessLink
import Foundation
import PhotoCore

/// The worker's end of the link to the program. On one thread.
final class WorkerLink {
    /// The process that starts a worker leaves the link here.
    static let descriptor: CInt = 3
    /// Exit statuses (sysexits.h): nobody follows the protocol; nothing confines.
    static let protocolStatus: CInt = 76
    static let confinementStatus: CInt = 71

    /// The last job that the program has given up.
    private(set) var cancelled: UInt32?
    /// The memory that came with the last job; -1 if none did.
    private var handed: CInt = -1
    private let end: CInt
    private let room = UnsafeMutableRawBufferPointer.allocate(byteCount: DecodeRequest.longest, alignment: 16)

    init(_ end: CInt = descriptor) { self.end = end }

    deinit { room.deallocate() }

    /// The next request; nil where there is none yet, which only happens where it does not wait. Ends the process with
    /// the program, and where the program says what nobody says.
    func receive(waits: Bool) -> DecodeRequest? {
        guard let base = room.baseAddress else { exit(Self.protocolStatus) }
        var descriptor: CInt = -1
        let count = process_link_receive(end, base, room.count, &descriptor, waits)
        switch count {
        case process_link_again: return nil
        case process_link_closed: exit(0)
        case 1...room.count:
            guard let request = DecodeRequest(UnsafeRawBufferPointer(rebasing: room[..<count])),
                (descriptor >= 0) == (request.memory != nil)
            else { exit(Self.protocolStatus) }
            if descriptor >= 0 {
                if handed >= 0 { close(handed) }
                handed = descriptor
            }
            if case .cancel(let job) = request { cancelled = job }
            return request
        default: exit(Self.protocolStatus)
        }
    }

    /// Passes the memory of the last job to `body`; nil if it can't be mapped.
    func withMemory<Value>(_ count: Int, _ body: (UnsafeRawBufferPointer) -> Value) -> Value? {
        defer {
            close(handed)
            handed = -1
        }
        guard let base = shared_memory_take(handed, count) else { return nil }
        defer { munmap(UnsafeMutableRawPointer(mutating: base), count) }
        return body(UnsafeRawBufferPointer(start: base, count: count))
    }

    /// The bytes in the memory that came with the last request; nil if it can't be mapped.
    func takeBytes(_ count: Int) -> Data? {
        defer {
            close(handed)
            handed = -1
        }
        guard let base = shared_memory_take(handed, count) else { return nil }
        return Data(
            bytesNoCopy: UnsafeMutableRawPointer(mutating: base), count: count,
            deallocator: .custom { base, count in munmap(base, count) })
    }

    /// Whether a request arrives within this time.
    func hasRequest(withinMilliseconds milliseconds: CInt) -> Bool {
        var watched = pollfd(fd: end, events: Int16(POLLIN), revents: 0)
        return poll(&watched, 1, milliseconds) == 1
    }

    /// Gives a file, piece by piece.
    func send(pieces bytes: UnsafeRawBufferPointer) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let piece = rest.prefix(DecodeRequest.longestPiece)
            send(.piece(Data(piece)))
            rest = rest.dropFirst(piece.count)
        }
    }

    /// Gives a reply, with memory where that holds pixels.
    func send(_ reply: DecodeReply, memory: CInt = -1) {
        let bytes = reply.encoded
        if process_link_send(end, bytes, bytes.count, memory, true) < 0 { exit(0) }
    }
}
