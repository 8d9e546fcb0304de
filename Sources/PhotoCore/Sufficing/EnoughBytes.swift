import Foundation

/// Looks at a photo's bytes as they come in, and says when there are enough of them for the size it is shown at.
///
/// A value that goes on from where it was: each byte is looked at once, however often it is asked. Nothing is believed of
/// the bytes.
public struct EnoughBytes: Sendable {
    /// What can be said of the bytes so far.
    public enum Verdict: Sendable, Equatable {
        /// Nothing yet.
        case needMore
        /// That nothing short of all of them will do.
        case needAll
        /// That a thumbnail among them will, if its pixels are what it claims: see ``ThumbnailCheck``.
        case thumbnail(ExifThumbnail)
        /// That these first bytes of a progressive JPEG will, with an end put to them.
        case firstScans(byteCount: Int)
    }

    /// Thumbnails are looked for in the first 64 KiB and the segment that begins there.
    static let thumbnailLimit = 65536

    private let wanted: PixelSize
    private var index = 0
    private var settled: Verdict?
    private var found: ExifThumbnail.Found?
    private var refusesThumbnail = false
    private var frame: JPEGFrameHeader?
    private var scans = ProgressiveScans(components: [])
    private var open: ProgressiveScans.Scan?
    private var scanCount = 0

    /// A look for a photo that is to fill `wanted` pixels.
    public init(wanted: PixelSize) { self.wanted = wanted }

    /// How many bytes the verdict rests on.
    public var lookedAt: Int { index }

    /// Judges `data`, the photo's first bytes: those of the call before and what has come since.
    public mutating func look(at data: Data) -> Verdict {
        if let settled { return settled }
        let verdict = data.withUnsafeBytes { walk(ByteReader($0)) }
        if verdict != .needMore { settled = verdict }
        return verdict
    }

    /// The thumbnail is none of this photo: judges on without it.
    public mutating func refuseThumbnail() {
        guard case .thumbnail = settled else { return }
        refusesThumbnail = true
        settled = frame?.process == .progressive ? nil : .needAll
    }

    private mutating func walk(_ bytes: ByteReader) -> Verdict {
        if index == 0 {
            guard bytes.count >= 3 else { return .needMore }
            guard bytes.has([0xFF, 0xD8, 0xFF], at: 0) else { return .needAll }
            index = 2
        }
        while true {
            guard let mark = bytes.firstIndex(of: 0xFF, from: index) else {
                // Entropy-coded bytes, all seen.
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
                guard segment.upperBound <= bytes.count else { return .needMore }
                index = segment.upperBound
                if let verdict = take(code, segment, bytes) { return verdict }
            }
        }
    }

    /// A marker has come, and so whatever scan came before is whole.
    private mutating func endScan(at mark: Int) -> Verdict? {
        guard let scan = open, let frame else { return nil }
        open = nil
        scans.add(scan)
        let need = ProgressiveScans.Need(divisor: ProgressiveScans.divisor(of: frame.size, filling: wanted))
        return scans.satisfy(need) ? .firstScans(byteCount: mark) : nil
    }

    private mutating func take(_ code: Int, _ segment: Range<Int>, _ bytes: ByteReader) -> Verdict? {
        switch code {
        case 0xE1 where found == nil && frame == nil && segment.lowerBound < Self.thumbnailLimit:
            found = ExifThumbnail.find(in: bytes, segment: (segment.lowerBound + 2)..<segment.upperBound)
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
            if !refusesThumbnail, let thumbnail = found.flatMap({ ExifThumbnail($0, photo: frame.size) }),
                thumbnail.covers(wanted)
            {
                return .thumbnail(thumbnail)
            }
            if frame.process != .progressive { return .needAll }
        default: break
        }
        return nil
    }
}

extension EnoughBytes {
    /// The first scans of `data` as a JPEG of their own: with an end.
    public static func withEnd(_ data: Data) -> Data { data + [0xFF, 0xD9] }
}
