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
        if descriptor >= 0 { close(descriptor) }
        switch count {
        case process_link_again: return nil
        case process_link_closed: exit(0)
        case 1...room.count:
            guard descriptor < 0, let request = DecodeRequest(UnsafeRawBufferPointer(rebasing: room[..<count])) else {
                exit(Self.protocolStatus)
            }
            if case .cancel(let job) = request { cancelled = job }
            return request
        default: exit(Self.protocolStatus)
        }
    }

    /// Gives a reply, with memory where that holds pixels.
    func send(_ reply: DecodeReply, memory: CInt = -1) {
        let bytes = reply.encoded
        if process_link_send(end, bytes, bytes.count, memory, true) < 0 { exit(0) }
    }
}
