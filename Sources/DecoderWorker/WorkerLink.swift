import CProcessLink
import Foundation
import PhotoCore

/// The worker's end of the link to the program, for use on one thread.
final class WorkerLink {
    /// The program leaves the link here when it starts a worker.
    static let descriptor: CInt = 3
    /// Exit statuses (sysexits.h): the program breaks the protocol; confinement fails.
    static let protocolStatus: CInt = 76
    static let confinementStatus: CInt = 71

    /// The last job that the program cancelled.
    private(set) var cancelled: UInt32?
    /// The memory of the last request that had any; -1 if there is none.
    private var handed: CInt = -1
    /// The memory for the bytes of pictures, until the program sends another.
    private var input = UnsafeRawBufferPointer(start: nil, count: 0)
    private let end: CInt
    private let room = UnsafeMutableRawBufferPointer.allocate(byteCount: DecodeRequest.longest, alignment: 16)

    init(_ end: CInt = descriptor) { self.end = end }

    deinit {
        room.deallocate()
        dropInput()
    }

    /// The next request; nil if none has arrived, which only happens if it does not wait. Ends the process when the
    /// program ends, and when the program breaks the protocol.
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

    /// The next request about an archive. Ends the process when the program ends, and when the program breaks the
    /// protocol.
    func receiveAboutArchive() -> ArchiveRequest {
        guard let base = room.baseAddress else { exit(Self.protocolStatus) }
        var descriptor: CInt = -1
        let count = process_link_receive(end, base, room.count, &descriptor, true)
        switch count {
        case process_link_closed: exit(0)
        case 1...room.count:
            guard descriptor < 0, let request = ArchiveRequest(UnsafeRawBufferPointer(rebasing: room[..<count])) else {
                exit(Self.protocolStatus)
            }
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

    /// The bytes in the memory of the last request; nil if it can't be mapped.
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

    // MARK: - Input

    /// Maps the memory of the last request as the input of this job and later ones; false if it can't be mapped.
    func takeInput(_ capacity: Int) -> Bool {
        dropInput()
        defer {
            close(handed)
            handed = -1
        }
        guard let base = shared_memory_take(handed, capacity) else { return false }
        input = UnsafeRawBufferPointer(start: base, count: capacity)
        return true
    }

    /// The first bytes of the input, which change with the next job; nil if it is not that large.
    func inputBytes(_ count: Int) -> Data? {
        guard let base = input.baseAddress, count <= input.count else { return nil }
        return Data(
            bytesNoCopy: UnsafeMutableRawPointer(mutating: base), count: count, deallocator: .none)
    }

    private func dropInput() {
        if let base = input.baseAddress { munmap(UnsafeMutableRawPointer(mutating: base), input.count) }
        input = UnsafeRawBufferPointer(start: nil, count: 0)
    }

    // MARK: - Memory for pixels

    /// Memory of the program, mapped for writing; nil if the program has none for this process.
    func borrowMemory(_ count: Int) -> UnsafeMutableRawPointer? {
        send(.memoryAsked(count: count))
        while let request = receive(waits: true) {
            switch request {
            case .lent(let lent) where lent == count:
                // The mapping suffices.
                defer {
                    close(handed)
                    handed = -1
                }
                return shared_memory_borrow(handed, count)
            case .notLent: return nil
            // The link remembers it. The program answers nevertheless, and its answer must not stay behind.
            case .cancel: continue
            default: exit(Self.protocolStatus)
            }
        }
        exit(Self.protocolStatus)
    }

    // MARK: - Replies

    /// Whether a request arrives within this time.
    func hasRequest(withinMilliseconds milliseconds: CInt) -> Bool {
        var watched = pollfd(fd: end, events: Int16(POLLIN), revents: 0)
        return poll(&watched, 1, milliseconds) == 1
    }

    /// Sends a file, piece by piece.
    func send(pieces bytes: UnsafeRawBufferPointer) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let piece = rest.prefix(DecodeRequest.longestPiece)
            send(.piece(Data(piece)))
            rest = rest.dropFirst(piece.count)
        }
    }

    /// Sends a reply about an archive.
    func sendAboutArchive(_ reply: ArchiveReply) {
        let bytes = reply.encoded
        if process_link_send(end, bytes, bytes.count, -1, true) < 0 { exit(0) }
    }

    /// Sends a reply.
    func send(_ reply: DecodeReply) {
        let bytes = reply.encoded
        if process_link_send(end, bytes, bytes.count, -1, true) < 0 { exit(0) }
    }
}
