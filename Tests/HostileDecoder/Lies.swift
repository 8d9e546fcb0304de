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
        case "nothing": send(picture, -1)
        case "unsealed": send(picture, memory(plane.byteCount, sealed: false))
        case "short": send(picture, memory(plane.byteCount - 1))
        case "long": send(picture, memory(plane.byteCount + 1))
        case "half": send(picture, shared_memory_reserve(plane.byteCount))
        // Standard input, which is /dev/null, and the link itself.
        case "no-memory": send(picture, 0)
        case "link": send(picture, link)
        case "unasked-memory": send(.failed(.cancelled), memory(16))
        case "two": sendTwo(picture.encoded, memory(plane.byteCount), memory(plane.byteCount))
        case "large":
            // Larger than what was asked for.
            let large = PlaneLayout(size: PixelSize(width: 17, height: 16), channels: 4, offset: 0)
            send(.picture(large, original: large.size, .bmp), memory(large.byteCount))
        case "ready": send(.ready(WorkerFences(landlock: 1, systemCalls: true, limits: true)))
        case "frame": send(.frame(PlanesLayout([0: plane]), milliseconds: 1), memory(plane.byteCount))
        case "outside-frame":
            let outside = PlaneLayout(size: .square(1), channels: 3, offset: 1 << 20)
            send(.frame(PlanesLayout([0: outside]), milliseconds: 1), memory(3))
        case "photo": send(photo(of: small, plane), memory(plane.byteCount))
        case "no-photo":
            // One of another width than its plane has.
            send(photo(of: PixelSize(width: 1600, height: 16), plane), memory(plane.byteCount))
        case "outside":
            let outside = PlaneLayout(size: small, channels: 4, offset: 1 << 20)
            send(photo(of: small, outside), memory(plane.byteCount))
        case "facts": send(.facts(CameraFacts()))
        case "piece": send(.piece(Data("piece".utf8)))
        case "pieces": while send(.piece(Data(count: 60_000))) {}
        case "ended": send(.ended)
        case "frames-ended": send(.framesEnded)
        case "bytes": sendBytes([99, 1, 2, 3], -1)
        case "empty": sendBytes([], -1)
        case "too-long": sendBytes([UInt8](repeating: 9, count: DecodeReply.longest + 1), -1)
        case "cut":
            let bytes = picture.encoded
            sendBytes(Array(bytes.dropLast()), memory(plane.byteCount))
        case "more": sendBytes(picture.encoded + [0], memory(plane.byteCount))
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

    private static func memory(_ count: Int, sealed: Bool = true) -> CInt {
        var address: UnsafeMutableRawPointer?
        let descriptor = shared_memory_make(count, &address)
        if sealed, let address { _ = shared_memory_seal(descriptor, address, count) }
        return descriptor
    }

    /// Takes a task, and answers it with a file without an end: of a PNG, with a byte now and then.
    static func sendEndlessFile() -> Never {
        send(.ready(WorkerFences(landlock: 0, systemCalls: false, limits: false)))
        var drips = false
        while case let request? = receive(), request != .end {
            if case .begin(_, .encode(let task), _) = request { drips = task.format == .png }
        }
        while drips, send(.piece(Data(count: 1))) { usleep(50_000) }
        while send(.piece(Data(count: 60_000))) {}
        exit(0)
    }

    private static func receive() -> DecodeRequest? {
        withUnsafeTemporaryAllocation(byteCount: DecodeRequest.longest, alignment: 16) { room in
            var descriptor: CInt = -1
            guard let base = room.baseAddress else { return nil }
            let count = process_link_receive(link, base, room.count, &descriptor, true)
            return count > 0 ? DecodeRequest(UnsafeRawBufferPointer(rebasing: room[..<count])) : nil
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
