import Foundation
import GLibBridge
import GtkBridge
import PhotoCore

/// Signs in to a server with the person's browser: opens its page there, and asks the server until the person is done.
/// Releasing it gives up.
@MainActor
final class BrowserSignIn {
    /// What has become of it.
    enum Outcome {
        /// The page is open in the browser.
        case waits
        case signedIn(Credential)
        /// A sentence says why.
        case failed(String)
    }

    private let server: URL
    private let fetcher: any DataFetching
    private var login: BrowserLogin
    private var task: (any FetchTask)?
    private var pause: MainTimer?
    /// When it began, in milliseconds.
    private var since = 0
    /// Counts the beginnings: an answer to an earlier one is late.
    private var number = 0
    private var report: @MainActor (Outcome) -> Void = { _ in }

    /// Asks `server` by `fetcher`.
    init(at server: URL, by fetcher: any DataFetching) {
        (self.server, self.fetcher) = (server, fetcher)
        login = BrowserLogin(at: server)
    }

    /// Begins. Opens the page from `widget`; calls `report` with `.waits` when it is open, and once with the end.
    func begin(from widget: Widget, report: @escaping @MainActor (Outcome) -> Void) {
        cancel()
        self.report = report
        login = BrowserLogin(at: server)
        since = MonotonicClock.milliseconds
        fetch(login.beginning) { [weak self] result in
            guard let self else { return }
            switch login.began(result) {
            case .failure(let failure): end(.failed("\(failure)"))
            case .success(let page): open(page, from: widget)
            }
        }
    }

    /// Gives up; nothing more is reported.
    func cancel() {
        number += 1
        task?.cancel()
        (task, pause) = (nil, nil)
    }

    private func open(_ page: URL, from widget: Widget) {
        let number = number
        Launching.open(page.absoluteString, from: widget) { [weak self] error in
            guard let self, number == self.number else { return }
            if let error { return end(.failed(localized("The browser does not open: \(error.message)"))) }
            report(.waits)
            askSoon()
        }
    }

    private func askSoon() {
        pause = MainTimer(after: BrowserLogin.pauseSeconds * 1000) { [weak self] in
            guard let self, let question = login.question else { return }
            pause = nil
            fetch(question) { [weak self] result in
                guard let self else { return }
                switch login.asked(result, after: (MonotonicClock.milliseconds - since) / 1000) {
                case .waits: askSoon()
                case .signedIn(let credential): end(.signedIn(credential))
                case .failed(let reason): end(.failed(reason))
                }
            }
        }
    }

    private func fetch(_ request: FetchRequest, then: @escaping @MainActor (Result<Data, FetchFailure>) -> Void) {
        let number = number
        task = fetcher.fetch(request, progress: { _ in }) { [weak self] result in
            MainContext.shared.perform { [weak self] in
                guard let self, number == self.number else { return }
                self.task = nil
                then(result.map(\.data))
            }
        }
    }

    private func end(_ outcome: Outcome) {
        cancel()
        report(outcome)
    }
}
