import Foundation

/// Decodes a photo for its page, one decoding at a time; results of an earlier one are dropped.
@MainActor
final class PhotoDecode {
    private let services: PhotoLoad.Services
    private var operation: Operation?
    private var attempt = 0

    init(services: PhotoLoad.Services) { self.services = services }

    var isUnderWay: Bool { operation != nil }

    func prioritize(_ priority: Operation.QueuePriority) { operation?.queuePriority = priority }

    /// Calls `checked` with the outcome immediately, on the queue's thread, and `ended` on the main context, unless
    /// cancelled.
    func start(
        _ data: Data, at detail: PhotoDetail, priority: Operation.QueuePriority = .normal,
        checked: @escaping @Sendable (Result<DecodedPhoto, DecodeFailure>) -> Void = { _ in },
        ended: @escaping @MainActor (Result<DecodedPhoto, DecodeFailure>) -> Void
    ) {
        cancel()
        let operation = WorkOperation {
            [weak self, attempt, context = services.mainContext, decoder = services.decoder] isCancelled in
            let result = Result { () throws(DecodeFailure) in
                try decoder.decodePhoto(data, at: detail, isCancelled: isCancelled)
            }
            if isCancelled() { return }
            checked(result)
            context.perform {
                guard let self, attempt == self.attempt else { return }
                self.operation = nil
                ended(result)
            }
        }
        operation.queuePriority = priority
        self.operation = operation
        services.queue.addOperation(operation)
    }

    func cancel() {
        attempt += 1
        operation?.cancel()
        operation = nil
    }
}
