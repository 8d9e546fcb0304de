import CProcessLink
import Foundation
import PhotoCore

/// A worker for archives under attack, confined like the real one: an archive's first bytes are the command that it
/// runs.
enum ArchiveLies {
    /// The worker's end of the link.
    private static let link: CInt = 3

    private static let header = ArchiveHeader(
        name: Array("a.png".utf8), isFile: true, isEncrypted: false, byteCount: 1, seconds: 0, position: 0,
        skipsFreely: true)

    /// Serves the program, which knows that the worker is ready, until it ends.
    static func serve() -> Never {
        while let request = receive() {
            guard case .open = request else { continue }
            send(.wanted(offset: 0, count: 64))
            guard case .bytes(let command)? = receive() else { exit(76) }
            open(String(decoding: command, as: UTF8.self))
        }
        exit(0)
    }

    private static func open(_ command: String) {
        switch command {
        case "crash": UnsafeMutablePointer<Int>(bitPattern: 8)?.pointee = 1
        case "exit": exit(0)
        // As libarchive ends its process.
        case "no-memory": exit(1)
        case "burn": while true {}
        case "sleep": while true { usleep(1_000_000) }
        case "again": while send(.wanted(offset: 0, count: 1)), receive() != nil {}
        case "flood": while send(.wanted(offset: 0, count: 64)) {}
        case "beyond": send(.wanted(offset: command.utf8.count, count: 1))
        case "far": send(.wanted(offset: .max, count: 1))
        case "too-much": send(.wanted(offset: 0, count: DecodeRequest.longestPiece + 1))
        case "nothing-wanted": send(.wanted(offset: 0, count: 0))
        case "negative": send(.wanted(offset: -1, count: 64))
        case "early": send(.member(header))
        case "picture": sendBytes(DecodeReply.framesEnded.encoded)
        case "malformed": sendBytes([99, 1, 2])
        case "empty": sendBytes([])
        // Standard input, which is /dev/null.
        case "memory": sendBytes(ArchiveReply.opened.encoded, with: 0)
        case "refused":
            // It asks for what cannot be read, and says so.
            send(.wanted(offset: 1, count: 64))
            if receive() == .noBytes { send(.failed(.sourceFailed)) }
        default:
            if let outcome = Attack.outcome(HostileWorker.words(of: Data(command.utf8))) {
                send(.failed(.damaged(reason: outcome)))
            } else {
                send(.opened)
                members(command)
            }
        }
    }

    /// A member of a byte, and then the end; or what the command says.
    private static func members(_ command: String) {
        if command == "unasked" { send(.member(header)) }
        var count = 0
        var isRead = false
        while let request = receive() {
            switch request {
            case .next:
                count += 1
                switch command {
                case "endless": send(.member(header))
                case "opened-again": send(.opened)
                case "negative-place": send(.member(placed(at: -1)))
                default: send(count == 1 ? .member(header) : .ended)
                }
            case .read(let most):
                switch command {
                case "long": send(.piece(Data(count: most + 1)))
                case "no-piece": send(.skipped)
                case "crash-reading": UnsafeMutablePointer<Int>(bitPattern: 8)?.pointee = 1
                default: send(.piece(Data(count: isRead ? 0 : 1)))
                }
                isRead = true
            case .skip: send(.skipped)
            case .close: return
            case .open, .bytes, .noBytes: exit(76)
            }
        }
        exit(0)
    }

    private static func placed(at position: Int) -> ArchiveHeader {
        ArchiveHeader(
            name: header.name, isFile: true, isEncrypted: false, byteCount: -1, seconds: nil, position: position,
            skipsFreely: false)
    }

    private static func receive() -> ArchiveRequest? {
        withUnsafeTemporaryAllocation(byteCount: DecodeRequest.longest, alignment: 16) { room in
            var descriptor: CInt = -1
            guard let base = room.baseAddress else { return nil }
            let count = process_link_receive(link, base, room.count, &descriptor, true)
            return count > 0 ? ArchiveRequest(UnsafeRawBufferPointer(rebasing: room[..<count])) : nil
        }
    }

    @discardableResult
    private static func send(_ reply: ArchiveReply) -> Bool { sendBytes(reply.encoded) }

    @discardableResult
    private static func sendBytes(_ bytes: [UInt8], with descriptor: CInt = -1) -> Bool {
        process_link_send(link, bytes, bytes.count, descriptor, true) == bytes.count
    }
}
