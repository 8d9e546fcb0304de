import DecoderWorker
import Foundation
import PhotoCore

/// A worker under attack: confined like the real one, it runs the command in a "picture".
@main
struct HostileWorker: PictureWork {
    static func main() {
        DecoderWorker.main(HostileWorker()) { kind in
            switch kind {
            case .writers: Lies.serveFiles()
            case .archives: ArchiveLies.serve()
            case .photos, .films, .drawings, .metadata: break
            }
        }
    }

    /// The words of the command in a "picture". It follows the first bytes of a BMP, by which the program detects the
    /// format.
    static func words(in picture: Data) -> [String] { words(of: picture.dropFirst(26)) }

    /// The words of a command.
    static func words(of command: Data) -> [String] {
        String(decoding: command, as: UTF8.self).split(separator: " ").map(String.init)
    }

    func make(
        _ data: Data, _ task: DecodeTask, pixelLimit: Int, in memory: any PlaneMemory,
        isCancelled: @escaping () -> Bool, size: @escaping @Sendable (PixelSize) -> PixelSize
    ) throws(DecodeFailure) -> WorkProduct {
        let words = Self.words(in: data)
        if words.first == "frames", let photo = Self.moving(words.dropFirst().first) { return .photo(photo) }
        if words.first == "lie", let lie = words.dropFirst().first { Lies.send(lie) }
        throw .unreadable(reason: outcome(words, isCancelled))
    }

    /// A photo whose frames never come; at most a lie does.
    private static func moving(_ lie: String?) -> DecodedPhoto? {
        struct Frames: PhotoFrames {
            let lie: String?
            func play() -> any PhotoFramePlay { Play(lie: lie) }
        }
        struct Play: PhotoFramePlay {
            let lie: String?
            func next(at level: Int, isCancelled: () -> Bool) -> PhotoAnimationFrame? {
                if let lie { Lies.send(lie) }
                while true {}
            }
        }
        let size = PixelSize(width: 1, height: 1)
        return PhotoPlane.make(size: size, channels: 3) {
            $0.initialize(repeating: 0)
            return true
        }
        .map {
            DecodedPhoto(
                size: size, orientation: .topLeft, format: .bmp, planes: [0: $0], frames: Frames(lie: lie))
        }
    }

    private func outcome(_ words: [String], _ isCancelled: () -> Bool) -> String {
        switch words.first {
        case "descriptors":
            // Counts all but standard input, output and error, and the link.
            return "\((4..<64).count { fcntl($0, F_GETFL) != -1 })"
        case "most-descriptors":
            // With standard input, output and error, and the link.
            while open(words[1], O_RDONLY) >= 0 {}
            return "\((0..<64).count { fcntl($0, F_GETFL) != -1 })"
        case "borrow":
            let memory = Lies.borrow(Int(words[1]) ?? 0)
            defer { close(memory) }
            return memory < 0 ? "refused" : "allowed"
        case "heed-and-borrow":
            while !isCancelled() { usleep(1000) }
            return Lies.borrow(1) < 0 ? "refused" : "allowed"
        case "environment": return ProcessInfo.processInfo.environment.keys.sorted().joined(separator: ",")
        case "crash":
            UnsafeMutablePointer<Int>(bitPattern: 8)?.pointee = 1
            return "alive"
        case "abort": abort()
        case "exit": exit(0)
        case "memory":
            var blocks: [UnsafeMutableRawPointer] = []
            while let block = malloc(256 << 20) {
                block.storeBytes(of: 1, as: UInt8.self)
                blocks.append(block)
            }
            return "\(blocks.count * 256 / 1024)"
        case "burn-for-seconds":
            let end = ContinuousClock.now + .seconds(Int(words[1]) ?? 0)
            while ContinuousClock.now < end {}
            return "answered"
        case "burn":
            // This loop ignores cancellation.
            while true {}
        case "sleep":
            while true { usleep(1_000_000) }
        case "heed":
            while !isCancelled() { usleep(1000) }
            return "heeded"
        default: return Attack.outcome(words) ?? "?"
        }
    }
}
