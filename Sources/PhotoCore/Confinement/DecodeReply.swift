import Foundation

/// A message from a worker to the program. The program trusts nothing in it: any bytes decode to a sound value or to
/// nil. No reply carries memory: pixels lie in the memory that the worker asked for last.
public enum DecodeReply: Sendable, Equatable {
    /// The worker is confined, and waits for work. This is always the first message.
    case ready(WorkerFences)
    /// Asks for the wanted size of a picture that has this upright size.
    case sizeAsked(PixelSize)
    /// Asks for this many bytes of memory for pixels, and gives back the memory of the last question.
    case memoryAsked(count: Int)
    /// A picture in RGBA, alpha not premultiplied: one plane of 4 channels, its original upright size, and its format.
    case picture(PlaneLayout, original: PixelSize, EncodedPicture.Format)
    /// A photo.
    case photo(PhotoMessage)
    /// A frame, and for how many milliseconds it is shown; nil means forever.
    case frame(PlanesLayout, milliseconds: Int?)
    /// There is no further frame.
    case framesEnded
    /// What the camera wrote.
    case facts(CameraFacts)
    /// Why there is no picture.
    case failed(DecodeFailure)
    /// The next piece of a file.
    case piece(Data)
    /// The end of the file.
    case ended

    /// A ``DecodedPhoto`` without its pixels.
    public struct PhotoMessage: Sendable, Equatable {
        /// The size as stored.
        public let size: PixelSize
        /// How the photo must be turned to be upright.
        public let orientation: ExifOrientation
        /// The format of the encoded photo.
        public let format: EncodedPicture.Format
        /// Where the photo's pixels lie.
        public let planes: PlanesLayout
        /// The finest level that is available.
        public let finestLevel: Int
        /// What is wrong with the photo, although its planes can be shown.
        public let problem: DecodeFailure?
        /// Whether the program can ask for frames.
        public let moves: Bool

        /// Describes `photo`, with its planes in the places of `planes`.
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

    /// The version of both ends, which are from one build and are installed together.
    public static let version: UInt16 = 2
    /// The length of the longest message, in bytes: a piece of a file and the byte before it.
    public static let longest = DecodeRequest.longest

    /// The bytes of the message.
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
        case .memoryAsked(let count):
            writer.put(UInt8(11))
            writer.put(Int64(count))
        }
        return writer.bytes
    }

    /// Decodes `message`; nil if it is malformed.
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
        case 11: self = .memoryAsked(count: try reader.number(Int64.self, in: 1...WorkerRights.sharedByteCount))
        default: throw MessageReader.Malformed()
        }
    }

    /// How much of its memory the worker has filled with pixels, in bytes; nil if the reply has no pixels.
    public var memory: Int? {
        switch self {
        case .picture(let plane, _, _): plane.byteCount
        case .photo(let photo): photo.planes.byteCount
        case .frame(let planes, _): planes.byteCount
        case .ready, .sizeAsked, .memoryAsked, .framesEnded, .facts, .failed, .piece, .ended: nil
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
        guard planes.fit(size) else { throw MessageReader.Malformed() }
    }
}
