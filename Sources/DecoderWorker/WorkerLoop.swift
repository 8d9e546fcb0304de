import CConfinement
import Foundation
import PhotoCore

/// The loop of a confined worker: it runs one job after the other, on one thread, until the program ends.
final class WorkerLoop {
    /// Each check is a system call: one before every row would cost more than some rows.
    private static let pollInterval: Duration = .milliseconds(2)
    /// A worker without a job for this long is at rest.
    private static let restMilliseconds: CInt = 100
    /// A further play ends the oldest.
    private static let mostPlays = 4

    private let link: WorkerLink
    private let work: any PictureWork
    /// The frames of the last photo, if that moves.
    private var frames: (any PhotoFrames)?
    private var plays: [(number: UInt32, play: any PhotoFramePlay)] = []

    init(_ link: WorkerLink, _ work: any PictureWork) {
        self.link = link
        self.work = work
    }

    func run() -> Never {
        while true {
            switch link.receive(waits: true) {
            case .begin(let job, let task, let pixelLimit):
                frames = nil
                plays = []
                perform(job, task, pixelLimit)
                // Memory goes back to the system only at rest: the next picture needs as much again.
                if !link.hasRequest(withinMilliseconds: Self.restMilliseconds) { confinement_trim() }
            case .frame(let play, let level): nextFrame(of: play, at: level)
            case .release:
                frames = nil
                plays = []
                confinement_trim()
            // The cancellation arrived after the end of its job.
            case .cancel: break
            case .bytes, .memory, .input, .filled, .end, .size, .lent, .notLent, nil: exit(WorkerLink.protocolStatus)
            }
        }
    }

    // MARK: - Jobs

    private func perform(_ job: UInt32, _ task: DecodeTask, _ pixelLimit: Int) {
        guard let data = collect(job) else { return link.send(.failed(.cancelled)) }
        let watch = CancellationPoll(job, link, every: Self.pollInterval)
        // nonisolated(unsafe): only this thread, which does all the work, uses it.
        nonisolated(unsafe) let asking = link
        let files = FileWork(link: link) { watch.isCancelled }
        let shared = SharedPlanes(link)
        do throws(DecodeFailure) {
            switch task {
            case .encode(let picture):
                try files.encode(picture)
                return link.send(.ended)
            case .carry(let count, let size):
                try files.carry(data, originalCount: count, size)
                return link.send(.ended)
            case .fill, .whole, .photo, .facts, .thumbnail: break
            }
            let product = try work.make(data, task, pixelLimit: pixelLimit, in: shared) {
                watch.isCancelled
            } size: { original in
                asking.send(.sizeAsked(original))
                while let request = asking.receive(waits: true) {
                    switch request {
                    case .size(let size): return size
                    // The link remembers it. The program answers nevertheless, and its answer must not stay behind.
                    case .cancel: continue
                    default: exit(WorkerLink.protocolStatus)
                    }
                }
                exit(WorkerLink.protocolStatus)
            }
            try send(product, in: shared)
        } catch {
            shared.end()
            link.send(.failed(error))
        }
    }

    /// All bytes of the picture; nil if cancelled.
    private func collect(_ job: UInt32) -> Data? {
        var data = Data()
        while true {
            switch link.receive(waits: true) {
            case .bytes(let piece):
                guard piece.count <= DecodeRequest.mostBytes - data.count else { exit(WorkerLink.protocolStatus) }
                data.append(piece)
            case .memory(let count):
                guard count <= DecodeRequest.mostBytes - data.count, let bytes = link.takeBytes(count) else {
                    exit(WorkerLink.protocolStatus)
                }
                if data.isEmpty { data = bytes } else { data.append(bytes) }
            case .input(let capacity):
                guard link.takeInput(capacity) else { exit(WorkerLink.protocolStatus) }
            case .filled(let count):
                guard data.isEmpty, let bytes = link.inputBytes(count) else { exit(WorkerLink.protocolStatus) }
                data = bytes
            case .end: return data
            case .cancel(job): return nil
            case .cancel: break
            default: exit(WorkerLink.protocolStatus)
            }
        }
    }

    private func send(_ product: WorkProduct, in shared: SharedPlanes) throws(DecodeFailure) {
        switch product {
        case .facts(let facts): link.send(.facts(facts))
        case .picture(let picture):
            let pixels = picture.pixels
            let layout = PlaneLayout(size: pixels.size, channels: 4, offset: 0)
            guard pixels.width > 0, pixels.height > 0 else {
                throw .unreadable(reason: translatable("It has no pixels."))
            }
            guard let target = shared.allocate(layout.byteCount) else { throw .outOfMemory }
            pixels.bytes.withUnsafeBytes { source in
                guard let base = source.baseAddress else { return }
                for y in 0..<pixels.height {
                    memcpy(target + y * layout.bytesPerRow, base + y * pixels.bytesPerRow, layout.bytesPerRow)
                }
            }
            shared.end()
            link.send(.picture(layout, original: picture.original, picture.format))
        case .photo(let photo):
            frames = photo.frames
            guard let layout = shared.layout(of: photo.planes) else { throw .outOfMemory }
            shared.end()
            link.send(.photo(DecodeReply.PhotoMessage(photo, layout)))
        }
    }

    // MARK: - Frames

    private func nextFrame(of number: UInt32, at level: Int) {
        guard let play = play(number), let frame = play.next(at: level, isCancelled: { false }) else {
            return link.send(.framesEnded)
        }
        let shared = SharedPlanes(link)
        let layout = shared.layout(of: frame.planes)
        shared.end()
        guard let layout else { return link.send(.framesEnded) }
        link.send(.frame(layout, milliseconds: frame.milliseconds))
    }

    private func play(_ number: UInt32) -> (any PhotoFramePlay)? {
        if let known = plays.first(where: { $0.number == number }) { return known.play }
        guard let frames else { return nil }
        // A play that was ended would start over.
        guard number > plays.map(\.number).max() ?? 0 else { return nil }
        let play = frames.play()
        if plays.count == Self.mostPlays { plays.removeFirst() }
        plays.append((number, play))
        return play
    }
}

/// Whether the program has cancelled a job. Decoders ask before every row, so it checks the link only at intervals.
private final class CancellationPoll {
    private let job: UInt32
    private let link: WorkerLink
    private let interval: Duration
    private var next: ContinuousClock.Instant
    private var isOver = false

    init(_ job: UInt32, _ link: WorkerLink, every interval: Duration) {
        self.job = job
        self.link = link
        self.interval = interval
        next = .now + interval
    }

    var isCancelled: Bool {
        guard !isOver, ContinuousClock.now >= next else { return isOver }
        next = .now + interval
        while let request = link.receive(waits: false) {
            guard case .cancel = request else { exit(WorkerLink.protocolStatus) }
        }
        isOver = link.cancelled == job
        return isOver
    }
}
