import CProcessLink
import Foundation
import PhotoCore

/// Replies that no sound worker sends, over the link that the real loop uses.
enum Lies {
    /// The worker's end of the link.
    private static let link: CInt = 3
    private static let small = PixelSize(width: 16, height: 16)

    static func send(_ lie: String) {
        let plane = PlaneLayout(size: small, channels: 4, offset: 0)
        let picture = DecodeReply.picture(plane, original: small, .bmp)
        switch lie {
        // What no memory was lent for.
        case "nothing": send(picture)
        case "short":
            fill(plane.byteCount - 1)
            send(picture)
        // Standard input, which is /dev/null, the link itself, and what was lent.
        case "no-memory": send(picture, 0)
        case "link": send(picture, link)
        case "unasked-memory": send(.failed(.cancelled), 0)
        case "sent-back": send(picture, borrow(plane.byteCount))
        case "two": sendTwo(picture.encoded, 0, link)
        case "large":
            // Larger than what was asked for, in all the memory that there is for that.
            let large = PlaneLayout(size: PixelSize(width: 8, height: 32), channels: 4, offset: 0)
            fill(large.byteCount)
            send(.picture(large, original: large.size, .bmp))
        case "ready": send(.ready(WorkerFences(landlock: 1, systemCalls: true, limits: true)))
        case "frame":
            fill(plane.byteCount)
            send(.frame(PlanesLayout([0: plane]), milliseconds: 1))
        case "kept-frame":
            keep(.descriptor, 3)
            let frame = PlaneLayout(size: .square(1), channels: 3, offset: 0)
            send(.frame(PlanesLayout([0: frame]), milliseconds: 1))
        case "outside-frame":
            let outside = PlaneLayout(size: .square(1), channels: 3, offset: 1 << 20)
            fill(3)
            send(.frame(PlanesLayout([0: outside]), milliseconds: 1))
        case "photo":
            fill(plane.byteCount)
            send(photo(of: small, plane))
        case "no-photo":
            // One of another width than its plane has.
            fill(plane.byteCount)
            send(photo(of: PixelSize(width: 1600, height: 16), plane))
        case "outside":
            let outside = PlaneLayout(size: small, channels: 4, offset: 1 << 20)
            fill(plane.byteCount)
            send(photo(of: small, outside))
        case "kept-descriptor", "kept-mapping", "kept-copy":
            keep(Kept(rawValue: lie) ?? .descriptor, plane.byteCount)
            send(picture)
        case "kept-in-failure":
            keep(.descriptor, plane.byteCount)
            send(.failed(.cancelled))
        case "kept-first":
            // The second piece is given back.
            keep(.mapping, plane.byteCount)
            fill(plane.byteCount)
            send(picture)
        case "memory-again": while borrowAndReturn(16) {}
        case "memory-unheard": while send(.memoryAsked(count: 16)) {}
        case "no-bytes", "negative-bytes", "enormous-bytes":
            let counts = ["no-bytes": 0, "negative-bytes": -1, "enormous-bytes": WorkerRights.sharedByteCount + 1]
            send(.memoryAsked(count: counts[lie] ?? 0))
        case "facts": send(.facts(CameraFacts()))
        case "piece": send(.piece(Data("piece".utf8)))
        case "pieces": while send(.piece(Data(count: 60_000))) {}
        case "ended": send(.ended)
        case "frames-ended": send(.framesEnded)
        case "bytes": sendBytes([99, 1, 2, 3], -1)
        case "empty": sendBytes([], -1)
        case "too-long": sendBytes([UInt8](repeating: 9, count: DecodeReply.longest + 1), -1)
        case "cut":
            fill(plane.byteCount)
            sendBytes(Array(picture.encoded.dropLast()), -1)
        case "more":
            fill(plane.byteCount)
            sendBytes(picture.encoded + [0], -1)
        case "sizes": while send(.sizeAsked(small)) {}
        case "twice": for reason in ["first", "second"] { send(.failed(.unreadable(reason: reason))) }
        default: break
        }
    }

    private static func photo(of size: PixelSize, _ plane: PlaneLayout) -> DecodeReply {
        let pixels = PhotoPlane.make(size: small, channels: 4) {
            $0.initialize(repeating: 0)
            return true
        }
        let photo = DecodedPhoto(
            size: size, orientation: .topLeft, format: .bmp, planes: pixels.map { [0: $0] } ?? [:])
        return .photo(DecodeReply.PhotoMessage(photo, PlanesLayout([0: plane])))
    }

    // MARK: - Lent memory

    /// What a worker keeps of memory that it should give back.
    private enum Kept: String {
        case descriptor = "kept-descriptor"
        case mapping = "kept-mapping"
        /// A mapping that no write reaches.
        case copy = "kept-copy"
    }

    /// Asks for memory. Returns its descriptor; -1 without any.
    static func borrow(_ count: Int) -> CInt {
        send(.memoryAsked(count: count))
        guard let (request, descriptor) = receiveWithMemory(), request == .lent(count: count) else { return -1 }
        return descriptor
    }

    private static func keep(_ kept: Kept, _ count: Int) {
        let descriptor = borrow(count)
        switch kept {
        case .descriptor: break
        case .mapping:
            _ = shared_memory_borrow(descriptor, count)
            close(descriptor)
        case .copy:
            _ = mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, 0)
            close(descriptor)
        }
    }

    /// Asks for memory, and gives it back.
    @discardableResult
    private static func borrowAndReturn(_ count: Int) -> Bool {
        let descriptor = borrow(count)
        return descriptor >= 0 && close(descriptor) == 0
    }

    /// Does what a sound worker does before its reply: the memory stays as it was lent, of zeros.
    private static func fill(_ count: Int) { borrowAndReturn(count) }

    // MARK: - Messages

    /// Serves as a worker for files: runs the command in a "picture", and answers an export with a file that is too
    /// long.
    static func serveFiles() -> Never {
        while case let (task, data)? = receiveTask() {
            if case .encode(let export) = task {
                sendFile(export)
                continue
            }
            send(.failed(.unreadable(reason: Attack.outcome(HostileWorker.words(in: data)) ?? "?")))
        }
        exit(0)
    }

    /// A task, and the bytes for it; nil when the program ends.
    private static func receiveTask() -> (DecodeTask, Data)? {
        var task: DecodeTask?
        var data = Data()
        while let request = receive() {
            switch request {
            case .begin(_, let next, _): task = next
            case .bytes(let piece): data += piece
            case .end: return task.map { ($0, data) }
            default: break
            }
        }
        return nil
    }

    /// A file without an end: of a PNG, with a byte now and then. A WebP has twice the bytes of its pixels, 1 MiB, and
    /// as many more bytes as its quality is above 1.
    private static func sendFile(_ task: EncodeTask) {
        switch task.format {
        case .png: while send(.piece(Data(count: 1))) { usleep(50_000) }
        case .jpeg: while send(.piece(Data(count: 60_000))) {}
        case .webp:
            var left = 2 * task.pixels.byteCount + 1 << 20 + task.quality - 1
            while left > 0, send(.piece(Data(count: min(left, 60_000)))) { left -= 60_000 }
            send(.ended)
        }
    }

    private static func receive() -> DecodeRequest? { receiveWithMemory()?.request }

    private static func receiveWithMemory() -> (request: DecodeRequest, descriptor: CInt)? {
        withUnsafeTemporaryAllocation(byteCount: DecodeRequest.longest, alignment: 16) { room in
            var descriptor: CInt = -1
            guard let base = room.baseAddress else { return nil }
            let count = process_link_receive(link, base, room.count, &descriptor, true)
            guard count > 0 else { return nil }
            return DecodeRequest(UnsafeRawBufferPointer(rebasing: room[..<count])).map { ($0, descriptor) }
        }
    }

    @discardableResult
    private static func send(_ reply: DecodeReply, _ descriptor: CInt = -1) -> Bool {
        sendBytes(reply.encoded, descriptor)
    }

    @discardableResult
    private static func sendBytes(_ bytes: [UInt8], _ descriptor: CInt) -> Bool {
        process_link_send(link, bytes, bytes.count, descriptor, true) == bytes.count
    }

    /// Sends a message with two descriptors.
    private static func sendTwo(_ bytes: [UInt8], _ first: CInt, _ second: CInt) {
        // A cmsghdr of cmsg(3), whose macros Swift does not import, and its data.
        var control = Data()
        for number in [UInt64(24), UInt64(SOL_SOCKET) | UInt64(SCM_RIGHTS) << 32] {
            withUnsafeBytes(of: number) { control.append(contentsOf: $0) }
        }
        for descriptor in [first, second] { withUnsafeBytes(of: descriptor) { control.append(contentsOf: $0) } }
        var (bytes, room) = (bytes, [UInt8](control))
        bytes.withUnsafeMutableBytes { bytes in
            room.withUnsafeMutableBytes { room in
                var part = iovec(iov_base: bytes.baseAddress, iov_len: bytes.count)
                withUnsafeMutablePointer(to: &part) { part in
                    var message = msghdr()
                    (message.msg_iov, message.msg_iovlen) = (part, 1)
                    (message.msg_control, message.msg_controllen) = (room.baseAddress, room.count)
                    sendmsg(link, &message, 0)
                }
            }
        }
    }
}
