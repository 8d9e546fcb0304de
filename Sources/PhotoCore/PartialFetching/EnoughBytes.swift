import Foundation

/// Inspects a photo's bytes as they arrive, and decides when they suffice for the size shown.
///
/// A value that continues where it stopped: each byte is inspected once, however often it is called. The bytes are
/// untrusted.
public struct EnoughBytes: Sendable {
    /// The decision about the bytes so far.
    public enum Verdict: Sendable, Equatable {
        /// Undecided.
        case needMore
        /// Only all bytes suffice.
        case needAll
        /// An embedded picture suffices, if its pixels are what they claim: see ``ThumbnailCheck``.
        case picture(InnerPicture)
        /// An embedded picture further on suffices.
        case distant(DistantPicture)
        /// These first bytes of a progressive JPEG suffice, with an added end.
        case firstScans(byteCount: Int)
    }

    /// Later segments are ignored: the bytes before them are most of what a row saves.
    static let pictureLimit = 256 << 10

    private let wanted: PixelSize
    private let enlargement: Double
    private let takesAny: Bool
    private var index = 0
    private var settled: Verdict?
    private var segmentEnd: Int?
    private var exif: ExifPictures?
    private var photoStart = 2
    private var found: [InnerPicture.Found] = []
    private var pictures: [InnerPicture] = []
    /// The same, if the photo was rotated without them.
    private var turned: [InnerPicture] = []
    private var distant: [DistantPicture] = []
    private var frame: JPEGFrameHeader?
    private var scans = ProgressiveScans(components: [])
    private var open: ProgressiveScans.Scan?
    private var scanCount = 0

    /// An inspection of a photo that fills `wanted` pixels: with an embedded picture enlarged by at most `enlargement`;
    /// or, if it `takesAny`, with the largest one before the photo begins.
    public init(wanted: PixelSize, enlargement: Double = InnerPicture.mostEnlargement, takesAny: Bool = false) {
        self.wanted = wanted
        self.enlargement = enlargement
        self.takesAny = takesAny
    }

    /// How many bytes the decision is based on.
    public var lookedAt: Int { index }

    /// How many bytes are necessary for a further decision; nil if unknown.
    public var needed: Int? { settled == nil ? segmentEnd : nil }

    /// Judges `data`, the photo's first bytes: those of the previous call and newer ones.
    public mutating func look(at data: Data) -> Verdict {
        if let settled { return settled }
        let verdict = data.withUnsafeBytes { walk(ByteReader($0)) }
        if verdict != .needMore { settled = verdict }
        return verdict
    }

    /// The chosen picture is wrong or unavailable: continues without it.
    public mutating func refusePicture() {
        switch settled {
        case .picture(let picture):
            pictures.removeAll { $0 == picture }
            turned.removeAll { $0 == picture }
        case .distant(let picture): distant.removeAll { $0 == picture }
        case .needMore, .needAll, .firstScans, nil: return
        }
        settled = choice ?? (frame?.process == .progressive ? nil : .needAll)
    }

    private mutating func walk(_ bytes: ByteReader) -> Verdict {
        if index == 0 {
            guard bytes.count >= 3 else { return .needMore }
            guard bytes.has([0xFF, 0xD8, 0xFF], at: 0) else { return .needAll }
            index = 2
        }
        while true {
            segmentEnd = nil
            guard let mark = bytes.firstIndex(of: 0xFF, from: index) else {
                // Entropy-coded bytes, all inspected.
                index = max(index, bytes.count)
                return .needMore
            }
            index = mark
            guard let code = bytes[mark + 1] else { return .needMore }
            switch code {
            case 0xFF: index = mark + 1
            case 0x00, 0x01, 0xD0...0xD8: index = mark + 2
            default:
                if let verdict = endScan(at: mark) { return verdict }
                if code == 0xD9 { return .needAll }
                guard let length = bytes.big16(mark + 2) else { return .needMore }
                guard length >= 2 else { return .needAll }
                let segment = (mark + 2)..<(mark + 2 + length)
                guard segment.upperBound <= bytes.count else {
                    segmentEnd = segment.upperBound
                    return .needMore
                }
                index = segment.upperBound
                if let verdict = take(code, segment, bytes) { return verdict }
            }
        }
    }

    /// A marker proves that the scan before it is complete.
    private mutating func endScan(at mark: Int) -> Verdict? {
        guard let scan = open, let frame else { return nil }
        open = nil
        scans.add(scan)
        let need = ProgressiveScans.Need(divisor: ProgressiveScans.divisor(of: frame.size, filling: wanted))
        return scans.satisfy(need) ? .firstScans(byteCount: mark) : nil
    }

    private mutating func take(_ code: Int, _ segment: Range<Int>, _ bytes: ByteReader) -> Verdict? {
        switch code {
        case 0xE0...0xEF:
            if frame == nil, segment.lowerBound < Self.pictureLimit {
                findPictures(code, (segment.lowerBound + 2)..<segment.upperBound, bytes)
            }
        case 0xDA:
            scanCount += 1
            guard frame != nil, scanCount <= JPEGScans.most,
                let scan = ProgressiveScans.Scan(bytes, segment: segment)
            else { return .needAll }
            open = scan
        case _ where JPEGFrameHeader.isFrame(code):
            guard frame == nil, let frame = JPEGFrameHeader(bytes, code: code, segment: segment) else {
                return .needAll
            }
            self.frame = frame
            scans = ProgressiveScans(components: frame.components)
            weigh(in: .init(size: frame.size, orientation: exif?.orientation ?? .topLeft, start: photoStart))
            if let choice { return choice }
            if frame.process != .progressive { return .needAll }
        default: break
        }
        return nil
    }
}

// MARK: - Smaller pictures

extension EnoughBytes {
    private mutating func findPictures(_ code: Int, _ content: Range<Int>, _ bytes: ByteReader) {
        switch code {
        case 0xE0: found += [InnerPicture.Found.jfxx(in: bytes, segment: content)].compactMap(\.self)
        case 0xE1:
            if exif == nil, let pictures = ExifPictures(bytes, segment: content) {
                exif = pictures
                photoStart = content.upperBound
                found += pictures.found
            } else if let picture = InnerPicture.Found.xmp(in: bytes, segment: content) {
                found.append(picture)
            }
        case 0xE2: distant += DistantPicture.all(in: bytes, segment: content)
        case 0xED: found += [InnerPicture.Found.photoshop(in: bytes, segment: content)].compactMap(\.self)
        default: break
        }
    }

    /// Selects the photo's own pictures, now that its size is known; smallest first.
    private mutating func weigh(in photo: InnerPicture.Photo) {
        func area(_ size: PixelSize) -> Int { size.width * size.height }
        found.sort { area($0.size) < area($1.size) }
        pictures = found.compactMap { InnerPicture($0, in: photo) }
        turned = found.flatMap { found in
            InnerPicture.turns(of: found.size, in: photo.size).compactMap { InnerPicture(found, in: photo, turn: $0) }
        }
        found = []
        distant = distant.sorted { $0.range.count < $1.range.count }.map {
            DistantPicture(range: $0.range, size: photo.shaped($0.size), photo: photo)
        }
    }

    /// The smallest picture that suffices; one that has arrived goes before one further on.
    private var choice: Verdict? {
        for pictures in [pictures, turned] {
            if let enough = pictures.first(where: { $0.suffices(for: wanted, enlargement: enlargement) }) {
                return .picture(enough)
            }
        }
        if takesAny, let largest = pictures.last ?? turned.last { return .picture(largest) }
        let enough = distant.first {
            InnerPicture.fills($0.photo?.orientation.turned($0.size) ?? $0.size, for: wanted, at: enlargement)
        }
        return (enough ?? (takesAny ? distant.last : nil)).map { .distant($0) }
    }

    /// The first scans of `data` as a complete JPEG.
    public static func withEnd(_ data: Data) -> Data { data + [0xFF, 0xD9] }
}

extension InnerPicture.Photo {
    /// How much of `size`, which is wide, a picture of this photo covers: the photo may be tall.
    fileprivate func shaped(_ size: PixelSize) -> PixelSize {
        guard self.size.width < self.size.height else { return size }
        return PixelSize(width: size.height, height: size.width)
    }
}
