import Foundation
import PhotoCore

/// Paints photos and encodes them as JPEGs: one per core at a time, in order.
final class DemoStudio: Sendable {
    private let queue: OperationQueue
    private let paint: @Sendable (Int) -> PixelBuffer

    /// Calls `paint` with a row's number, on any of the studio's `workers`.
    init(
        workers: Int = ProcessInfo.processInfo.activeProcessorCount,
        paint: @escaping @Sendable (Int) -> PixelBuffer = { DemoLandscape(number: $0).paint() }
    ) {
        queue = OperationQueue("Demo studio", atOnce: workers)
        self.paint = paint
    }

    /// Orders photo `number`. Calls `deliver` with the JPEG on a worker's thread, nil if it could not be made; not
    /// called if cancelled in time.
    func order(_ number: Int, deliver: @escaping @Sendable ([UInt8]?) -> Void) -> Operation {
        let operation = WorkOperation { [paint] isCancelled in
            let pixels = paint(number)
            if !isCancelled() { deliver(try? JPEGWriter.encode(pixels)) }
        }
        queue.addOperation(operation)
        return operation
    }
}
