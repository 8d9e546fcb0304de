import CGLib
import Foundation
import GLibBridge
import PhotoCore

/// Mounts shares through GIO, one at a time.
///
/// The mount stays when the program ends, as those of the desktop's file manager do.
@MainActor
package final class ShareMount {
    package typealias Completion = @MainActor (Result<URL, ShareFailure>) -> Void

    private let asker: any ShareAsking
    private var attempt: ShareMountAttempt?

    /// A mount whose questions `asker` passes on.
    package init(asker: any ShareAsking) { self.asker = asker }

    /// Mounts the share of `location`, unless it is mounted already, in place of the one in progress. Calls
    /// `completion` once, later, with its file or folder in the file system; a folder's URL ends in a slash.
    package func mount(_ location: ShareLocation, completion: @escaping Completion) {
        cancel()
        let attempt = ShareMountAttempt(location, asker: asker, completion)
        self.attempt = attempt
        attempt.begin()
    }

    /// Ends what is in progress, if anything: it completes with `cancelled`.
    package func stop() {
        let stopped = attempt?.hasEnded == false ? attempt : nil
        cancel()
        stopped?.completion(.failure(.cancelled))
    }

    /// Cancels what is in progress; it does not complete.
    package func cancel() {
        attempt?.end()
        attempt = nil
    }
}

/// One mount operation.
@MainActor
private final class ShareMountAttempt {
    private let location: ShareLocation
    private let asker: any ShareAsking
    let completion: ShareMount.Completion
    private let operation = ObjectReference(new: g_mount_operation_new())
    private let cancellable = Cancellable()
    private(set) var hasEnded = false
    private var isAsking = false
    private var hasDeclined = false
    /// The question that was answered last.
    private var answered: String?
    /// The name and the domain in that answer: what was wrong may be the password alone.
    private var given: (name: String, domain: String)?

    /// GVfs's FUSE daemon learns of a mount a moment after the mount itself: this long, in tenths of a second.
    private nonisolated static let mostLooks = 20
    private nonisolated static let lookMicroseconds: useconds_t = 100_000

    init(_ location: ShareLocation, asker: any ShareAsking, _ completion: @escaping ShareMount.Completion) {
        (self.location, self.asker, self.completion) = (location, asker, completion)
    }

    private var operationPointer: UnsafeMutablePointer<GMountOperation> { operation.typed() }

    func begin() {
        listen()
        guard let file = g_file_new_for_uri(location.address.absoluteString) else { return }
        let reference = ObjectReference(taking: UnsafeMutableRawPointer(file))
        let data = AsyncReady.data { [self] _, result in mounted(reference, result) }
        g_file_mount_enclosing_volume(
            file, G_MOUNT_MOUNT_NONE, operationPointer, cancellable.pointer, AsyncReady.callback, data)
    }

    func end() {
        guard !hasEnded else { return }
        hasEnded = true
        if isAsking {
            asker.withdraw()
            // Otherwise the backend waits for an answer, and refuses another mount of the same share until then.
            g_mount_operation_reply(operationPointer, G_MOUNT_OPERATION_ABORTED)
        }
        isAsking = false
        cancellable.cancel()
    }

    private func mounted(_ file: ObjectReference, _ result: OpaquePointer?) {
        guard !hasEnded else { return }
        if isAsking { asker.withdraw() }
        isAsking = false
        do throws(GLibError) {
            _ = try GLibError.check { g_file_mount_enclosing_volume_finish(file.opaque, result, $0) }
        } catch {
            guard error.matches(G_IO_ERROR_ALREADY_MOUNTED) else { return complete(.failure(failure(error))) }
        }
        let (address, host) = (location.address.absoluteString, location.host)
        DispatchQueue.global(qos: .userInitiated).async { [weak self] in
            let found = Self.find(address)
            let result: Result<URL, ShareFailure> = found.map { .success($0) } ?? .failure(.noPath(host: host))
            MainContext.shared.perform { self?.complete(result) }
        }
    }

    private func complete(_ result: Result<URL, ShareFailure>) {
        guard !hasEnded else { return }
        hasEnded = true
        completion(result)
    }

    private func failure(_ error: GLibError) -> ShareFailure {
        if hasDeclined || error.matches(G_IO_ERROR_CANCELLED) || error.matches(G_IO_ERROR_FAILED_HANDLED) {
            return .cancelled
        }
        guard error.matches(G_IO_ERROR_NOT_SUPPORTED) else {
            return .failed(host: location.host, reason: error.message)
        }
        return MountedShare.hasGVfs
            ? .schemeUnsupported(scheme: location.scheme) : .noGVfs(scheme: location.scheme)
    }

    /// Blocks.
    private nonisolated static func find(_ address: String) -> URL? {
        for look in 1...mostLooks {
            if let path = MountedShare.file(for: address)?.filePath, path.status() != nil || look == mostLooks {
                return path.url(isFolder: path.isFolder)
            }
            if look < mostLooks { usleep(lookMicroseconds) }
        }
        return nil
    }

    // MARK: - Questions

    private func listen() {
        let pointer = operation.pointer
        Signal.connect(pointer, "ask-password") {
            [weak self] (message: String?, name: String?, domain: String?, flags: Int) in
            g_signal_stop_emission_by_name(pointer, "ask-password")
            self?.ask(message ?? "", name: name ?? "", domain: domain ?? "", parts: .init(rawValue: flags))
        }
        Signal.connect(pointer, "ask-question") {
            [weak self] (message: String?, choices: UnsafeMutableRawPointer?) in
            g_signal_stop_emission_by_name(pointer, "ask-question")
            self?.ask(message ?? "", choices: Self.texts(choices))
        }
        Signal.connect(pointer, "aborted") { [weak self] in
            guard let self, isAsking else { return }
            isAsking = false
            asker.withdraw()
        }
    }

    /// Whether a question came after the end; it is answered with an abort.
    private func comesTooLate() -> Bool {
        if hasEnded { g_mount_operation_reply(operationPointer, G_MOUNT_OPERATION_ABORTED) }
        return hasEnded
    }

    private func ask(_ message: String, name: String, domain: String, parts: ShareQuestion.Parts) {
        if comesTooLate() { return }
        let isAgain = message == answered
        let question = ShareQuestion(
            message: message, name: (isAgain ? given?.name : nil) ?? name,
            domain: (isAgain ? given?.domain : nil) ?? domain, parts: parts, wasWrong: isAgain)
        isAsking = true
        asker.ask(question) { [weak self] answer in
            guard let self, isAsking else { return }
            isAsking = false
            answered = message
            reply(answer)
        }
    }

    private func reply(_ answer: ShareAnswer?) {
        guard let answer else { return decline() }
        given = nil
        switch answer.login {
        case .anonymous: g_mount_operation_set_anonymous(operationPointer, 1)
        case .named(let credential, let domain):
            given = (credential.name, domain)
            g_mount_operation_set_anonymous(operationPointer, 0)
            g_mount_operation_set_username(operationPointer, credential.name)
            g_mount_operation_set_domain(operationPointer, domain)
            g_mount_operation_set_password(operationPointer, credential.password)
        }
        g_mount_operation_set_password_save(
            operationPointer, answer.isToBeRemembered ? G_PASSWORD_SAVE_PERMANENTLY : G_PASSWORD_SAVE_NEVER)
        g_mount_operation_reply(operationPointer, G_MOUNT_OPERATION_HANDLED)
    }

    private func ask(_ message: String, choices: [String]) {
        if comesTooLate() { return }
        isAsking = true
        asker.ask(message, choices: choices) { [weak self] choice in
            guard let self, isAsking else { return }
            isAsking = false
            guard let choice else { return decline() }
            g_mount_operation_set_choice(operationPointer, CInt(clamping: choice))
            g_mount_operation_reply(operationPointer, G_MOUNT_OPERATION_HANDLED)
        }
    }

    private func decline() {
        hasDeclined = true
        g_mount_operation_reply(operationPointer, G_MOUNT_OPERATION_ABORTED)
    }

    /// The texts of a GStrv; no backend has more than a few.
    private static func texts(_ strings: UnsafeMutableRawPointer?) -> [String] {
        guard let strings else { return [] }
        let list = strings.assumingMemoryBound(to: UnsafeMutablePointer<CChar>?.self)
        var texts: [String] = []
        while texts.count < 16, let text = list[texts.count] { texts.append(String(cString: text)) }
        return texts
    }
}
