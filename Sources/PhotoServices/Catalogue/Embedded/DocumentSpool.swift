import Foundation
import PhotoCore
import Synchronization

/// The long pictures of one document, in a file without a name. The system removes it once no row needs it, or with the
/// program.
///
/// A picture's name is the checksum of its bytes: the same picture is there once, and has the same name in every
/// reading.
final class DocumentSpool: PictureSpool {
    private struct State {
        var file: SpoolFile?
        var places: [String: Range<Int>] = [:]
        /// Where the picture in progress begins, and its checksum so far.
        var start = 0
        var sum: SHA256?
        /// Whether it found no room.
        var isLost = false
    }
    private let state = Mutex(State())
    private let room: Room

    /// 2 GiB for all documents that are open: four of the largest.
    static let mostBytes = 2048 << 20

    /// What several spools may take up together.
    private final class Room: Sendable {
        private let mostBytes: Int
        private let byteCount = Mutex(0)

        init(_ mostBytes: Int) { self.mostBytes = mostBytes }

        func has(_ count: Int) -> Bool { byteCount.withLock { count <= mostBytes - $0 } }
        func change(by count: Int) { byteCount.withLock { $0 += count } }

        static let ofAll = Room(DocumentSpool.mostBytes)
    }
    private struct Weak {
        weak var spool: DocumentSpool?
    }
    private static let spools = Mutex<[ObjectIdentifier: Weak]>([:])

    /// Tests choose a smaller limit, and have it for themselves.
    init(mostBytes: Int? = nil) {
        room = mostBytes.map(Room.init) ?? .ofAll
        Self.spools.withLock { $0[ObjectIdentifier(self)] = Weak(spool: self) }
    }

    deinit {
        Self.spools.withLock { $0[ObjectIdentifier(self)] = nil }
        room.change(by: -byteCount)
    }

    /// How many bytes it keeps; they count for all documents.
    var byteCount: Int { state.withLock { $0.file?.byteCount ?? 0 } }

    func add(_ bytes: [UInt8]) {
        guard !bytes.isEmpty else { return }
        state.withLock { state in
            guard !state.isLost else { return }
            do throws(ArchiveError) {
                guard room.has(bytes.count) else { throw .full }
                let file: SpoolFile
                if let known = state.file {
                    file = known
                } else {
                    file = try SpoolFile()
                    state.file = file
                }
                let before = file.byteCount
                defer { room.change(by: file.byteCount - before) }
                try bytes.withUnsafeBytesTyped { (bytes) throws(ArchiveError) in try file.write(bytes) }
                let sum = state.sum ?? SHA256()
                state.sum = sum
                sum.add(Data(bytes))
            } catch {
                state.isLost = true
            }
        }
    }

    func finish() -> String? {
        state.withLock { state in
            let end = state.file?.byteCount ?? 0
            defer { (state.start, state.sum, state.isLost) = (state.file?.byteCount ?? 0, nil, false) }
            guard !state.isLost, let sum = state.sum else {
                takeBack(&state)
                return nil
            }
            let name = sum.digest.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
            if state.places[name] == nil { state.places[name] = state.start..<end } else { takeBack(&state) }
            return name
        }
    }

    /// Frees the room of the picture in progress: it is there already, or lost.
    private func takeBack(_ state: inout State) {
        guard let file = state.file, file.byteCount > state.start else { return }
        let before = file.byteCount
        // Where the file cannot be cut, the bytes stay, and count.
        try? file.cut(to: state.start)
        room.change(by: file.byteCount - before)
    }

    func picture(named name: String) -> [UInt8]? {
        guard let place = place(named: name) else { return nil }
        let bytes = try? read(place)
        return bytes?.count == place.count ? bytes : nil
    }

    /// Where the picture of that name is; nil if it is not there.
    func place(named name: String) -> Range<Int>? { state.withLock { $0.places[name] } }

    /// Reads a part of the file.
    func read(_ range: Range<Int>) throws(ArchiveError) -> [UInt8] {
        guard let file = state.withLock({ $0.file }) else { return [] }
        return try file.read(range)
    }

    /// A document that is open and has the picture of that name, and its place there.
    static func find(_ name: String) -> (spool: DocumentSpool, place: Range<Int>)? {
        // Freed after the lock: the last use may be here.
        let all = spools.withLock { $0.values.compactMap(\.spool) }
        for spool in all {
            if let place = spool.place(named: name) { return (spool, place) }
        }
        return nil
    }
}
