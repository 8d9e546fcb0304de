import Foundation

/// A message from the program to a worker. Each is at most ``longest`` bytes long.
public enum DecodeRequest: Sendable, Equatable {
    /// Begins a job: the task for the bytes that follow, and the most pixels that the picture may have.
    case begin(job: UInt32, DecodeTask, pixelLimit: Int)
    /// The next bytes of the picture.
    case bytes(Data)
    /// The same, as this many bytes of the memory in the message: for pieces longer than a message.
    case memory(count: Int)
    /// This much memory, in the message, for the bytes of pictures: of this job and of later ones.
    case input(capacity: Int)
    /// The bytes of the picture are the first ones of that memory, this many.
    case filled(count: Int)
    /// The end of the picture.
    case end
    /// The size that the worker asked for.
    case size(PixelSize)
    /// The memory that the worker asked for, in the message: this many bytes, for the pixels of its next reply.
    case lent(count: Int)
    /// There is no such memory for the worker.
    case notLent
    /// The job is cancelled.
    case cancel(job: UInt32)
    /// Asks for the next frame of the last photo, which moves, at this level of detail. Each play of it has a higher
    /// number than the last play.
    case frame(play: UInt32, level: Int)
    /// The worker may drop the photo's frames.
    case release

    /// The length of the longest message, in bytes: a piece of a picture and the byte before it.
    public static let longest = 1 + longestPiece
    /// The most bytes of a picture in a message.
    public static let longestPiece = 1 << 16

    /// The most bytes of a complete picture: more than any camera writes.
    public static let mostBytes = 1 << 29
    /// The most memory in ``input(capacity:)``, in bytes.
    package static let mostInput = 1 << 23

    /// The size of the message's memory, in bytes; nil if it has none.
    public var memory: Int? {
        switch self {
        case .begin(_, let task, _): task.memory
        case .memory(let count): count
        case .input(let capacity): capacity
        case .lent(let count): count
        case .bytes, .filled, .end, .size, .notLent, .cancel, .frame, .release: nil
        }
    }

    /// The bytes of the message.
    public var encoded: [UInt8] {
        var writer = MessageWriter()
        switch self {
        case .begin(let job, let task, let pixels):
            writer.put(UInt8(1))
            writer.put(job)
            task.put(to: &writer)
            writer.put(Int64(clamping: pixels))
        case .bytes(let data):
            writer.put(UInt8(2))
            writer.put(data)
        case .end: writer.put(UInt8(3))
        case .size(let size):
            writer.put(UInt8(4))
            writer.put(size)
        case .cancel(let job):
            writer.put(UInt8(5))
            writer.put(job)
        case .frame(let play, let level):
            writer.put(UInt8(6))
            writer.put(play)
            writer.put(Int8(clamping: level))
        case .release: writer.put(UInt8(7))
        case .memory(let count):
            writer.put(UInt8(8))
            writer.put(Int64(count))
        case .input(let capacity):
            writer.put(UInt8(9))
            writer.put(Int64(capacity))
        case .filled(let count):
            writer.put(UInt8(10))
            writer.put(Int64(count))
        case .lent(let count):
            writer.put(UInt8(11))
            writer.put(Int64(count))
        case .notLent: writer.put(UInt8(12))
        }
        return writer.bytes
    }

    /// Decodes `message`; nil if it is malformed.
    public init?(_ message: UnsafeRawBufferPointer) {
        var reader = MessageReader(message)
        do throws(MessageReader.Malformed) {
            switch try reader.number(UInt8.self) {
            case 1:
                self = .begin(
                    job: try reader.number(), try DecodeTask(from: &reader),
                    pixelLimit: try reader.number(Int64.self, in: 0...Int(Int32.max)))
            case 2:
                let data = reader.rest()
                guard data.count <= Self.longestPiece else { return nil }
                self = .bytes(data)
            case 3: self = .end
            case 4: self = .size(try reader.size(atLeast: 0))
            case 5: self = .cancel(job: try reader.number())
            case 6: self = .frame(play: try reader.number(), level: try reader.number(Int8.self, in: DecodeTask.levels))
            case 7: self = .release
            case 8: self = .memory(count: try reader.number(Int64.self, in: 1...Self.mostBytes))
            case 9: self = .input(capacity: try reader.number(Int64.self, in: 1...Self.mostInput))
            case 10: self = .filled(count: try reader.number(Int64.self, in: 1...Self.mostInput))
            case 11: self = .lent(count: try reader.number(Int64.self, in: 1...WorkerRights.sharedByteCount))
            case 12: self = .notLent
            default: return nil
            }
            try reader.finish()
        } catch {
            return nil
        }
    }
}
