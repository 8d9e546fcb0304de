import Foundation
import PhotoCore

/// Paints photos and encodes them as JPEGs: one per core at a time, in order.
final class DemoStudio: Sendable {
    private let queue = OperationQueue()
    private let paint: @Sendable (Int) -> PixelBuffer

    /// Calls `paint` with a row's number, on any of the studio's `workers`.
    init(
        workers: Int = ProcessInfo.processInfo.activeProcessorCount,
        paint: @escaping @Sendable (Int) -> PixelBuffer = { DemoLandscape(number: $0).paint() }
    ) {
        queue.name = "Demo studio"
        queue.maxConcurrentOperationCount = workers
        // The person looking at the demo waits for these.
        queue.qualityOfService = .userInitiated
        self.paint = paint
    }

    /// Orders photo `number`. Calls `deliver` with the JPEG on a worker's thread, nil if it could not be made; not
    /// called if cancelled in time.
    func order(_ number: Int, deliver: @escaping @Sendable ([UInt8]?) -> Void) -> Operation {
        let operation = PaintOperation(number, paint, deliver)
        queue.addOperation(operation)
        return operation
    }
}

/// One photo; checks for cancellation before painting and before encoding.
private final class PaintOperation: Operation, @unchecked Sendable {
    private let number: Int
    private let paint: @Sendable (Int) -> PixelBuffer
    private let deliver: @Sendable ([UInt8]?) -> Void

    init(
        _ number: Int, _ paint: @escaping @Sendable (Int) -> PixelBuffer,
        _ deliver: @escaping @Sendable ([UInt8]?) -> Void
    ) {
        self.number = number
        self.paint = paint
        self.deliver = deliver
    }

    override func main() {
        if isCancelled { return }
        let pixels = paint(number)
        if isCancelled { return }
        deliver(try? JPEGWriter.encode(pixels))
    }
}
