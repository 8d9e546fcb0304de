import Foundation

/// A message from a decoder process to the program, which believes none of it unseen: whatever it is, decoding it
/// gives a sound value or nil. Where pixels come, memory comes with the message.
public enum DecodeReply: Sendable, Equatable {
    /// It is confined, and waits for work. The first message, always.
    case ready(WorkerFences)
    /// At which size is a picture of this upright size wanted?
    case sizeAsked(PixelSize)
    /// RGBA, alpha not multiplied: one plane of 4 channels; the picture's own upright size; and its format.
    case picture(PlaneLayout, original: PixelSize, EncodedPicture.Format)
    /// A photo.
    case photo(PhotoMessage)
    /// A frame, and for how many milliseconds it is shown; nil for ever.
    case frame(PlanesLayout, milliseconds: Int?)
    /// There is no further frame.
    case framesEnded
    /// What the camera wrote.
    case facts(CameraFacts)
    /// Why there is no picture.
    case failed(DecodeFailure)
    /// Some more of a file.
    case piece(Data)
    /// There is no more of it.
    case ended

    /// A ``DecodedPhoto`` but for its pixels.
    public struct PhotoMessage: Sendable, Equatable {
        /// As it is stored.
        public let size: PixelSize
        /// How it is to be turned to be upright.
        public let orientation: ExifOrientation
        /// What it was encoded as.
        public let format: EncodedPicture.Format
        /// Where its pixels lie.
        public let planes: PlanesLayout
        /// The finest level that there can be.
        public let finestLevel: Int
        /// What is wrong with it, although this much of it can be shown.
        public let problem: DecodeFailure?
        /// Whether frames can be asked for.
        public let moves: Bool

        /// What is said of `photo`, whose planes lie as `planes` says.
        public init(_ photo: DecodedPhoto, _ planes: PlanesLayout) {
            size = photo.size
            orientation = photo.orientation
            format = photo.format
            self.planes = planes
            finestLevel = photo.finestLevel
            problem = photo.problem
            moves = photo.frames != nil
        }
    }

    /// Of both ends, which come from one build, and are installed together.
    public static let version: UInt16 = 1
    /// In bytes: a piece of a file and the byte before it.
    public static let longest = DecodeRequest.longest

    /// As it is sent.
    public var encoded: [UInt8] {
        var writer = MessageWriter()
        switch self {
        case .ready(let fences):
            writer.put(UInt8(1))
            writer.put(Self.version)
            writer.put(UInt8(clamping: fences.landlock))
            writer.put(UInt8(fences.systemCalls ? 1 : 0))
            writer.put(UInt8(fences.limits ? 1 : 0))
        case .sizeAsked(let size):
            writer.put(UInt8(2))
            writer.put(size)
        case .picture(let plane, let original, let format):
            writer.put(UInt8(3))
            plane.put(to: &writer)
            writer.put(original)
            writer.put(format)
        case .photo(let photo):
            writer.put(UInt8(4))
            photo.put(to: &writer)
        case .frame(let planes, let milliseconds):
            writer.put(UInt8(5))
            planes.put(to: &writer)
            writer.put(optional: milliseconds) { $0.put(Int32(clamping: $1)) }
        case .framesEnded: writer.put(UInt8(6))
        case .facts(let facts):
            writer.put(UInt8(7))
            facts.put(to: &writer)
        case .failed(let failure):
            writer.put(UInt8(8))
            failure.put(to: &writer)
        case .piece(let bytes):
            writer.put(UInt8(9))
            writer.put(bytes)
        case .ended: writer.put(UInt8(10))
        }
        return writer.bytes
    }

    /// What `message` says; nil where it is malformed.
    public init?(_ message: UnsafeRawBufferPointer) {
        var reader = MessageReader(message)
        do throws(MessageReader.Malformed) {
            try self.init(from: &reader)
            try reader.finish()
        } catch {
            return nil
        }
    }

    private init(from reader: inout MessageReader) throws(MessageReader.Malformed) {
        switch try reader.number(UInt8.self) {
        case 1:
            guard try reader.number(UInt16.self) == Self.version else { throw MessageReader.Malformed() }
            self = .ready(
                WorkerFences(
                    landlock: try reader.number(UInt8.self, in: 0...255), systemCalls: try reader.bool(),
                    limits: try reader.bool()))
        case 2: self = .sizeAsked(try reader.size())
        case 3:
            let plane = try PlaneLayout(from: &reader)
            guard plane.channels == 4, plane.offset == 0 else { throw MessageReader.Malformed() }
            self = .picture(plane, original: try reader.size(), try EncodedPicture.Format(from: &reader))
        case 4: self = .photo(try PhotoMessage(from: &reader))
        case 5:
            let planes = try PlanesLayout(from: &reader)
            let milliseconds = try reader.optional { (reader) throws(MessageReader.Malformed) in
                try reader.number(Int32.self, in: 0...Int(Int32.max))
            }
            self = .frame(planes, milliseconds: milliseconds)
        case 6: self = .framesEnded
        case 7: self = .facts(try CameraFacts(from: &reader))
        case 8: self = .failed(try DecodeFailure(from: &reader))
        case 9: self = .piece(reader.rest())
        case 10: self = .ended
        default: throw MessageReader.Malformed()
        }
    }

    /// How much memory comes with the message; nil where none does.
    public var memory: Int? {
        switch self {
        case .picture(let plane, _, _): plane.byteCount
        case .photo(let photo): photo.planes.byteCount
        case .frame(let planes, _): planes.byteCount
        case .ready, .sizeAsked, .framesEnded, .facts, .failed, .piece, .ended: nil
        }
    }
}

extension DecodeReply.PhotoMessage {
    func put(to writer: inout MessageWriter) {
        writer.put(size)
        writer.put(orientation)
        writer.put(format)
        planes.put(to: &writer)
        writer.put(Int8(clamping: finestLevel))
        writer.put(optional: problem) { $1.put(to: &$0) }
        writer.put(UInt8(moves ? 1 : 0))
    }

    init(from reader: inout MessageReader) throws(MessageReader.Malformed) {
        size = try reader.size()
        orientation = try ExifOrientation(from: &reader)
        format = try EncodedPicture.Format(from: &reader)
        planes = try PlanesLayout(from: &reader)
        finestLevel = try reader.number(Int8.self, in: DecodeTask.levels)
        problem = try reader.optional { (reader) throws(MessageReader.Malformed) in
            try DecodeFailure(from: &reader)
        }
        moves = try reader.bool()
        for (level, plane) in planes.planes {
            guard Self.fits(plane.size.width, size.width, level), Self.fits(plane.size.height, size.height, level)
            else { throw MessageReader.Malformed() }
        }
    }

    /// Whether a plane reaches no further than its photo: by less than a pixel of its own, and one for how decoders
    /// round.
    private static func fits(_ side: Int, _ whole: Int, _ level: Int) -> Bool {
        // Both sides are below 2^31, the level at most 30: no product overflows.
        level >= 0 ? (side - 2) << level < whole : side - 2 < whole << -level
    }
}
