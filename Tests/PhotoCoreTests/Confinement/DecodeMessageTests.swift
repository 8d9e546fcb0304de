import Foundation
import TestSupport
import Testing

@testable import PhotoCore

@Suite("Messages between the program and its workers")
struct DecodeMessageTests {
    private static let requests: [DecodeRequest] = [
        .begin(job: 7, .fill(PixelSize(width: 320, height: 240)), pixelLimit: 151_000_000),
        .begin(job: .max, .whole, pixelLimit: 0),
        .begin(job: 0, .photo(.level(-8)), pixelLimit: Int(Int32.max)),
        .begin(job: 1, .photo(.fitting(PixelSize(width: 0, height: Int(Int32.max)))), pixelLimit: 1),
        .begin(job: 3, .thumbnail(PixelSize(width: 128, height: 96)), pixelLimit: 1),
        .begin(job: 4, .encode(EncodeTask(.webp, quality: 90, size: .square(7), channels: 3)), pixelLimit: 1),
        .begin(
            job: 5,
            .encode(
                EncodeTask(
                    .png, quality: 0, size: .square(1), channels: 4,
                    labels: [EncodeTask.Label(key: "Thumb::URI", text: "file:///Å")])), pixelLimit: 1),
        .begin(job: 6, .carry(originalCount: 1 << 29, PixelSize(width: 3, height: 2)), pixelLimit: 1),
        .begin(job: 2, .facts, pixelLimit: 1), .bytes(Data()), .bytes(Data(repeating: 9, count: 1 << 16)), .end,
        .memory(count: 1), .memory(count: DecodeRequest.mostBytes), .input(capacity: 1),
        .input(capacity: DecodeRequest.mostInput), .filled(count: 1), .filled(count: DecodeRequest.mostInput),
        .size(PixelSize(width: 1, height: 2)), .cancel(job: 3), .frame(play: 4, level: 3), .release,
        .lent(count: 1), .lent(count: WorkerRights.sharedByteCount), .notLent,
    ]
    private static let planes = PlanesLayout([
        0: PlaneLayout(size: PixelSize(width: 1001, height: 5), channels: 3, offset: 0),
        1: PlaneLayout(size: PixelSize(width: 501, height: 3), channels: 3, offset: 15_040),
    ])
    private static let photo = DecodeReply.PhotoMessage(
        DecodedPhoto(
            size: PixelSize(width: 1001, height: 5), orientation: .leftBottom, format: .svg, planes: [:],
            finestLevel: -3, problem: .cutShort), planes)
    private static var facts: CameraFacts {
        var facts = CameraFacts()
        (facts.camera, facts.lens, facts.date, facts.zone) = ("Å 1", "f/1", "2024:05:17 14:03:22", "+02:00")
        (facts.exposureTime, facts.aperture, facts.speed, facts.focalLength) = (0.01, 1.8, 100, 50)
        (facts.latitude, facts.longitude) = (-89.5, 179)
        return facts
    }
    private static let failures: [DecodeFailure] = [
        .empty, .notAPicture, .noLoader(.heif), .cutShort,
        .tooLarge(size: PixelSize(width: Int(Int32.max), height: 1), limit: 5), .tooSlow(seconds: 10), .busy,
        .outOfMemory, .unreadable(reason: "Ünlesbar"), .cancelled, .crashed,
    ]
    private static let replies: [DecodeReply] =
        [
            .ready(WorkerFences(landlock: 7, systemCalls: true, limits: false)),
            .sizeAsked(PixelSize(width: 1, height: Int(Int32.max))),
            .picture(
                PlaneLayout(size: PixelSize(width: 3, height: 2), channels: 4, offset: 0),
                original: PixelSize(width: 30, height: 20), .tiff),
            .photo(photo), .frame(planes, milliseconds: nil), .frame(planes, milliseconds: 40), .framesEnded,
            .facts(facts), .facts(CameraFacts()), .ended, .memoryAsked(count: 1),
            .memoryAsked(count: WorkerRights.sharedByteCount),
        ] + failures.map { .failed($0) }

    @Test("A request arrives as it was sent", arguments: requests)
    func requestsArrive(request: DecodeRequest) {
        let bytes = request.encoded
        #expect(bytes.count <= DecodeRequest.longest)
        #expect(Self.request(bytes) == request)
    }

    @Test("A reply arrives as it was sent", arguments: replies)
    func repliesArrive(reply: DecodeReply) {
        let bytes = reply.encoded
        #expect(bytes.count <= DecodeReply.longest)
        #expect(Self.reply(bytes) == reply)
    }

    @Test("A message that is too short or too long is malformed")
    func lengths() {
        for request in Self.requests {
            let bytes = request.encoded
            // A piece of a picture may have any length.
            if case .bytes = request { continue }
            for count in 0..<bytes.count { #expect(Self.request(Array(bytes.prefix(count))) == nil) }
            #expect(Self.request(bytes + [0]) == nil)
        }
        for reply in Self.replies {
            let bytes = reply.encoded
            for count in 0..<bytes.count { #expect(Self.reply(Array(bytes.prefix(count))) == nil) }
            #expect(Self.reply(bytes + [0]) == nil)
        }
    }

    @Test("A picture has as many bytes as a worker takes, and not one more")
    func mostBytes() {
        #expect(Self.request(DecodeRequest.memory(count: DecodeRequest.mostBytes).encoded) != nil)
        #expect(Self.request(DecodeRequest.memory(count: DecodeRequest.mostBytes + 1).encoded) == nil)
        #expect(Self.request(DecodeRequest.input(capacity: DecodeRequest.mostInput + 1).encoded) == nil)
        #expect(Self.request(DecodeRequest.input(capacity: 0).encoded) == nil)
        #expect(Self.request(DecodeRequest.filled(count: DecodeRequest.mostInput + 1).encoded) == nil)
        #expect(Self.request(DecodeRequest.filled(count: 0).encoded) == nil)
    }

    @Test("Memory for pixels has at least one byte, and as many as any photo needs at most")
    func mostMemory() {
        for count in [Int.min, -1, 0, WorkerRights.sharedByteCount + 1, .max] {
            #expect(Self.request(DecodeRequest.lent(count: count).encoded) == nil)
            #expect(Self.reply(DecodeReply.memoryAsked(count: count).encoded) == nil)
        }
    }

    @Test("A message with any value in any byte is sound or malformed")
    func everyByte() {
        for message in Self.requests.map(\.encoded) where message.count < 1000 {
            for index in message.indices {
                for value in UInt8.min...UInt8.max {
                    var changed = message
                    changed[index] = value
                    if let request = Self.request(changed) { #expect(Self.request(request.encoded) == request) }
                }
            }
        }
        for message in Self.replies.map(\.encoded) {
            for index in message.indices {
                for value in UInt8.min...UInt8.max {
                    var changed = message
                    changed[index] = value
                    if let reply = Self.reply(changed) { Self.expectSound(reply) }
                }
            }
        }
    }

    @Test("100,000 messages of random bytes, or with random bytes, are sound or malformed")
    func randomBytes() async {
        var random = SeededGenerator(seed: 14)
        let sound = Self.requests.map(\.encoded).filter { $0.count < 1000 } + Self.replies.map(\.encoded)
        for await _ in Rounds(100_000) {
            var message = sound.randomElement(using: &random) ?? []
            if Bool.random(using: &random) {
                message = [UInt8.random(in: 0...9, using: &random)]
                message += (0..<Int.random(in: 0...80, using: &random)).map { _ in .random(in: 0...255, using: &random)
                }
            } else {
                for _ in 0...Int.random(in: 0...8, using: &random) {
                    // Extreme values are more frequent than others.
                    let extremes: [UInt8] = [0, 1, 0x7F, 0x80, 0xFF, .random(in: 0...255, using: &random)]
                    message[Int.random(in: 0..<message.count, using: &random)] =
                        extremes.randomElement(using: &random) ?? 0
                }
            }
            _ = Self.request(message)
            if let reply = Self.reply(message) { Self.expectSound(reply) }
        }
    }

    @Test("Planes are as wide as their photo, over the whole range of sides and levels")
    func planesFit() {
        for level in DecodeTask.levels {
            for whole in [1, 2, 3, 1000, 1001, Int(Int32.max)] {
                for side in [1, 2, 3, 500, 1001, Int(Int32.max)] {
                    let plane = PlaneLayout(size: PixelSize(width: side, height: 1), channels: 3, offset: 0)
                    let exact = Double(whole) * exp2(-Double(level))
                    let fits = abs(Double(side) - exact) < 2
                    #expect(PlanesLayout([level: plane]).fit(PixelSize(width: whole, height: 1)) == fits)
                }
            }
        }
        // A photo that is cut short has fewer rows, and none has more.
        for (height, fits) in [(1, true), (999, true), (1000, true), (1001, true), (1002, false)] {
            let plane = PlaneLayout(size: PixelSize(width: 10, height: height), channels: 3, offset: 0)
            #expect(PlanesLayout([0: plane]).fit(PixelSize(width: 10, height: 1000)) == fits)
        }
    }

    @Test("Text from a worker is short, and neither breaks a line nor changes its direction")
    func text() {
        let nasty = "a\u{0}b\nc\u{202E}d\u{2028}e\u{1B}[31mf\u{200B}"
        #expect(Self.reply(Self.failed(nasty)) == .failed(.unreadable(reason: "abcde[31mf")))
        let long = String(repeating: "ö", count: 10_000)
        let cut = String(repeating: "ö", count: MessageReader.longestText / 2)
        #expect(Self.reply(Self.failed(long)) == .failed(.unreadable(reason: cut)))
    }

    @Test("Text from a worker that is not UTF-8 is malformed: repaired, it would be too long")
    func invalidText() {
        var message = Self.failed(String(repeating: "a", count: MessageReader.longestText))
        #expect(Self.reply(message) != nil)
        message[message.count - 1] = 0xFF
        #expect(Self.reply(message) == nil)
    }

    @Test("A message from a worker of another version is malformed")
    func version() {
        var message = DecodeReply.ready(WorkerFences(landlock: 1, systemCalls: true, limits: true)).encoded
        message[1] += 1
        #expect(Self.reply(message) == nil)
    }

    /// The numbers of `reply` fit together, and no sum or product that the program computes from them overflows.
    private static func expectSound(_ reply: DecodeReply) {
        if let memory = reply.memory { #expect((1...(1 << 36)).contains(memory)) }
        switch reply {
        case .picture(let plane, let original, _):
            #expect(plane.channels == 4 && plane.offset == 0 && plane.size.width > 0 && original.height > 0)
        case .photo(let photo):
            #expect(!photo.planes.planes.isEmpty)
            for plane in photo.planes.planes.values { #expect(plane.end <= photo.planes.byteCount) }
        case .frame(let planes, let milliseconds):
            #expect(!planes.planes.isEmpty && milliseconds ?? 0 >= 0)
        case .facts(let facts): #expect(facts.aperture?.isFinite != false && facts.speed ?? 1 > 0)
        case .piece(let bytes): #expect(bytes.count < DecodeReply.longest)
        case .memoryAsked(let count): #expect((1...WorkerRights.sharedByteCount).contains(count))
        case .ready, .sizeAsked, .framesEnded, .failed, .ended: break
        }
    }

    private static func failed(_ reason: String) -> [UInt8] { DecodeReply.failed(.unreadable(reason: reason)).encoded }

    private static func request(_ bytes: [UInt8]) -> DecodeRequest? { bytes.withUnsafeBytes { DecodeRequest($0) } }
    private static func reply(_ bytes: [UInt8]) -> DecodeReply? { bytes.withUnsafeBytes { DecodeReply($0) } }
}
