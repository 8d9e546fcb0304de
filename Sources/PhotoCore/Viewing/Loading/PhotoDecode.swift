import Foundation

/// Decodes a photo for its page, one decoding at a time; results of an earlier one are dropped.
@MainActor
final class PhotoDecode {
    private let services: PhotoLoad.Services
    private var operation: PhotoDecodeOperation?
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
        let operation = PhotoDecodeOperation(data, at: detail, decoder: services.decoder) {
            [weak self, attempt, context = services.mainContext] result in
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

/// @unchecked Sendable: Operation subclasses restate it; immutable after init.
private final class PhotoDecodeOperation: Operation, @unchecked Sendable {
    private let data: Data
    private let detail: PhotoDetail
    private let decoder: any PhotoDecoding
    private let ended: @Sendable (Result<DecodedPhoto, DecodeFailure>) -> Void

    /// Calls `ended` with the outcome on the queue's thread; not if cancelled.
    init(
        _ data: Data, at detail: PhotoDetail, decoder: any PhotoDecoding,
        ended: @escaping @Sendable (Result<DecodedPhoto, DecodeFailure>) -> Void
    ) {
        self.data = data
        self.detail = detail
        self.decoder = decoder
        self.ended = ended
    }

    override func main() {
        guard !isCancelled else { return }
        let result = Result { () throws(DecodeFailure) in
            try decoder.decodePhoto(data, at: detail, isCancelled: { self.isCancelled })
        }
        if !isCancelled { ended(result) }
    }
}
