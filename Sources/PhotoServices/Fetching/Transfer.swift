import CSoup
import Foundation
import GLibBridge
import PhotoCore
import Synchronization

/// One fetch: opened as HTTP or as a file, then read to its end. All but `cancel` runs on the network thread.
final class Transfer: FetchTask {
    /// 64 KiB: a read a wake-up; larger ones gain nothing measurable on loopback.
    private static let chunkByteCount: gsize = 65536

    struct State {
        var message: ObjectReference?
        var stream: ObjectReference?
        var data = Data()
        var expected: Int?
        /// Whether the body's bytes are what the server counted: not so under a content encoding.
        var isEncoded = false
        var url: URL?
        var completion: (@Sendable (Result<FetchedData, FetchFailure>) -> Void)?
    }
    let state: Mutex<State>
    let request: FetchRequest
    let cancellable = Cancellable()
    let timeoutSeconds: Int
    private let thread: EventLoopThread
    private let progress: @Sendable (FetchProgress) -> Void

    init(
        _ request: FetchRequest, on thread: EventLoopThread, timeoutSeconds: Int,
        progress: @escaping @Sendable (FetchProgress) -> Void,
        completion: @escaping @Sendable (Result<FetchedData, FetchFailure>) -> Void
    ) {
        self.request = request
        self.thread = thread
        self.timeoutSeconds = timeoutSeconds
        self.progress = progress
        state = Mutex(State(completion: completion))
    }

    func cancel() {
        // On the network thread: libsoup acts on the cancellation in whatever thread makes it.
        thread.perform {
            self.cancellable.cancel()
            // Not every call heeds its cancellable: opening a file on a mount that is gone does not. Nobody waits for it.
            self.complete(.failure(.cancelled))
        }
    }

    /// Ends the fetch; the first call counts. What is still open is closed by being let go.
    func complete(_ result: Result<FetchedData, FetchFailure>) {
        let completion = state.withLock { state in
            defer {
                state.completion = nil
                state.stream = nil
                state.message = nil
                state.data = Data()
            }
            return state.completion
        }
        completion?(cancellable.isCancelled ? .failure(.cancelled) : result)
    }

    func refuseScheme() {
        complete(.failure(.other(reason: "“\(request.url.scheme ?? "")” addresses cannot be opened.")))
    }

    /// What async calls carry as their user data: balanced by `taken(from:)` in their callbacks.
    var userData: gpointer { Unmanaged.passRetained(self).toOpaque() }

    static func taken(from data: gpointer?) -> Transfer? {
        data.map { Unmanaged<Transfer>.fromOpaque($0).takeRetainedValue() }
    }

    // MARK: - Reading to the end, from whatever kind of stream

    func read(_ stream: ObjectReference, expected: Int?) {
        if let expected, expected > request.limit { return complete(.failure(.tooLarge(limit: request.limit))) }
        state.withLock { state in
            state.stream = stream
            state.expected = expected
            if let expected { state.data.reserveCapacity(expected) }
        }
        progress(FetchProgress(received: 0, expected: expected))
        readNext()
    }

    private func readNext() {
        guard let stream = state.withLock({ $0.stream }) else { return }
        g_input_stream_read_bytes_async(
            stream.typed(), Self.chunkByteCount, G_PRIORITY_DEFAULT, cancellable.pointer,
            { source, result, data in
                guard let transfer = Transfer.taken(from: data), let source else { return }
                transfer.didRead(source.withMemoryRebound(to: GInputStream.self, capacity: 1) { $0 }, result)
            }, userData)
    }

    private func didRead(_ stream: UnsafeMutablePointer<GInputStream>, _ result: OpaquePointer?) {
        do throws(GLibError) {
            let bytes = try GLibError.check { g_input_stream_read_bytes_finish(stream, result, $0) }
            defer { g_bytes_unref(bytes) }
            var count: gsize = 0
            let start = g_bytes_get_data(bytes, &count)
            guard let start, count > 0 else { return didReachEnd() }
            let progressNow = state.withLock { state in
                state.data.append(start.assumingMemoryBound(to: UInt8.self), count: Int(count))
                return FetchProgress(received: state.data.count, expected: state.expected)
            }
            if progressNow.received > request.limit { return complete(.failure(.tooLarge(limit: request.limit))) }
            progress(progressNow)
            readNext()
        } catch {
            complete(.failure(failure(for: error)))
        }
    }

    private func didReachEnd() {
        let (data, url, missing) = state.withLock { state in
            (state.data, state.url ?? request.url, Self.shortfall(state))
        }
        // libsoup reports no error for a reply that ends early under "Connection: close".
        if let missing { return complete(.failure(missing)) }
        complete(.success(FetchedData(data: data, url: url)))
    }

    /// Whether fewer bytes came than the server had announced. A chunked reply announces nothing: what is cut short
    /// between its chunks shows in the content alone, which decoder and catalogue reader look at.
    private static func shortfall(_ state: State) -> FetchFailure? {
        guard let expected = state.expected else { return nil }
        var received = state.data.count
        if state.isEncoded, let message = state.message?.opaque {
            received = Int(soup_message_metrics_get_response_body_bytes_received(soup_message_get_metrics(message)))
        }
        return received < expected ? .cutShort(received: received, expected: expected) : nil
    }
}
