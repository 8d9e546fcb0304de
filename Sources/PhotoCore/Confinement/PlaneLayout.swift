/// Where the pixels of a plane lie in shared memory.
public struct PlaneLayout: Sendable, Equatable {
    /// In pixels.
    public let size: PixelSize
    /// 3 or 4.
    public let channels: Int
    /// The offset of the first row's first byte. Rows follow each other without padding.
    public let offset: Int

    /// A plane at `offset`.
    public init(size: PixelSize, channels: Int, offset: Int) {
        self.size = size
        self.channels = channels
        self.offset = offset
    }

    /// In bytes.
    public var bytesPerRow: Int { channels * size.width }
    /// In bytes.
    public var byteCount: Int { bytesPerRow * size.height }
    /// The offset after the last byte.
    public var end: Int { offset + byteCount }

    /// 16 GiB is more than any photo has, and sums of such offsets do not overflow.
    static let mostBytes = 1 << 34
    /// Workers put each plane at a multiple of this, for vectors.
    package static let alignment = 64

    /// The bytes of a plane up to the place of the next.
    package static func aligned(_ byteCount: Int) -> Int { (byteCount + alignment - 1) & ~(alignment - 1) }

    func put(to writer: inout MessageWriter) {
        writer.put(size)
        writer.put(UInt8(clamping: channels))
        writer.put(Int64(clamping: offset))
    }

    init(from reader: inout MessageReader) throws(MessageReader.Malformed) {
        size = try reader.size()
        channels = try reader.number(UInt8.self, in: 3...4)
        offset = try reader.number(Int64.self, in: 0...Self.mostBytes)
        // The product does not overflow: both are below 2^31.
        guard size.width * size.height <= Self.mostBytes / channels else { throw MessageReader.Malformed() }
    }
}

/// The planes of a photo or a frame, by level of detail, in one piece of memory.
public struct PlanesLayout: Sendable, Equatable {
    /// By level of detail.
    public let planes: [Int: PlaneLayout]

    /// Planes at their given places.
    public init(_ planes: [Int: PlaneLayout]) { self.planes = planes }

    /// The size of the memory that holds all planes, in bytes.
    public var byteCount: Int { planes.values.map(\.end).max() ?? 0 }

    /// The memory for a plane of `size` and all its coarser levels, in any order, in bytes.
    package static func byteCount(ofAllLevels size: PixelSize, channels: Int) -> Int {
        var (size, byteCount) = (size, PlaneLayout.aligned(channels * size.width * size.height))
        while max(size.width, size.height) > PhotoPlane.smallestHalved {
            size = PixelSize(width: (size.width + 1) / 2, height: (size.height + 1) / 2)
            byteCount += PlaneLayout.aligned(channels * size.width * size.height)
        }
        return byteCount
    }

    /// Whether the planes are those of a picture of `size` in pixels: each side differs by less than two of its pixels,
    /// one for a partial pixel and one for the rounding of decoders. A picture that is cut short has fewer rows.
    public func fit(_ size: PixelSize) -> Bool {
        planes.allSatisfy { level, plane in
            // Sides are below 2^31, the level is -8 to 30: nothing overflows.
            let (zoom, unit) = (1 << max(0, -level), 1 << max(0, level))
            let (width, height) = (plane.size.width, plane.size.height)
            return (width - 2) * unit < size.width * zoom && (width + 2) * unit > size.width * zoom
                && (height - 2) * unit < size.height * zoom
        }
    }

    func put(to writer: inout MessageWriter) {
        writer.put(UInt8(clamping: planes.count))
        for (level, plane) in planes.sorted(by: { $0.key < $1.key }) {
            writer.put(Int8(clamping: level))
            plane.put(to: &writer)
        }
    }

    /// Levels follow each other; each has half the size of the one before, rounded up, and the same channels.
    init(from reader: inout MessageReader) throws(MessageReader.Malformed) {
        let count = try reader.number(UInt8.self, in: 1...DecodeTask.levels.count)
        var planes: [Int: PlaneLayout] = [:]
        var last: (level: Int, plane: PlaneLayout)?
        for _ in 0..<count {
            let level = try reader.number(Int8.self, in: DecodeTask.levels)
            let plane = try PlaneLayout(from: &reader)
            if let last {
                guard level == last.level + 1, plane.channels == last.plane.channels,
                    plane.size.width == (last.plane.size.width + 1) / 2,
                    plane.size.height == (last.plane.size.height + 1) / 2
                else { throw MessageReader.Malformed() }
            }
            planes[level] = plane
            last = (level, plane)
        }
        self.planes = planes
    }
}
