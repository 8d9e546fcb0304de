import Foundation
@testable import PhotoCore
@testable import PhotoServices
import Synchronization
import TestSupport
import Testing

/// A server of folder pages, which answers at once.
final class FolderPages: DataFetching {
    private struct Nothing: FetchTask {
        var cancelled: @Sendable () -> Void = {}
        func cancel() { cancelled() }
    }
    let pages: [String: String]
    let redirects: [String: String]
    /// The pages whose connection breaks at their end.
    let broken: Set<String>
    /// The pages that go on without end.
    let endless: Set<String>
    /// The pages that were kept at an earlier time.
    let kept: [String: String]
    /// The pages that are refused, with the status.
    let refused: [String: Int]
    /// How often pages are refused before they are there.
    let busy: Mutex<[String: Int]>
    /// The Link fields of replies.
    let links: [String: String]
    let log = Mutex<[String]>([])
    let cancelled = Mutex<Set<String>>([])

    init(
        _ pages: [String: String], redirects: [String: String] = [:], broken: Set<String> = [],
        endless: Set<String> = [], kept: [String: String] = [:], refused: [String: Int] = [:],
        links: [String: String] = [:], busy: [String: Int] = [:]
    ) {
        self.busy = Mutex(busy)
        (self.pages, self.redirects, self.broken, self.endless) = (pages, redirects, broken, endless)
        (self.kept, self.refused, self.links) = (kept, refused, links)
    }

    /// With the query.
    private static func path(_ url: URL) -> String {
        url.path(percentEncoded: true) + (url.query(percentEncoded: true).map { "?" + $0 } ?? "")
    }

    func stream(
        _ request: FetchRequest, flow: FetchFlow, receive: @escaping @Sendable (FetchEvent) -> Void
    ) -> any FetchTask {
        let path = Self.path(request.url)
        if request.mayBeKept, let page = kept[path] {
            let list = KeptList(body: Data(page.utf8), asked: 1)
            receive(.opened(FetchOpening(kept: KeptPage(list: list, url: request.url, contentType: nil))))
            flow.given(page.utf8.count) {}
            receive(.bytes(list.body))
            receive(.ended(nil))
            return Nothing()
        }
        if request.mustBeKept {
            receive(.ended(.cancelled))
            return Nothing()
        }
        let task = fetch(request, progress: { _ in }) { [broken, endless, links] result in
            switch result {
            case .success(let fetched):
                receive(.opened(FetchOpening(url: fetched.url, links: links[path])))
                flow.given(fetched.data.count) {}
                receive(.bytes(fetched.data))
                if endless.contains(path) { return }
                receive(.ended(broken.contains(path) ? .timedOut(host: "h", seconds: 30) : nil))
            case .failure(let failure): receive(.ended(failure))
            }
        }
        _ = task
        return Nothing(cancelled: { [self] in cancelled.withLock { _ = $0.insert(path) } })
    }

    func fetch(
        _ request: FetchRequest, progress: @escaping @Sendable (FetchProgress) -> Void,
        completion: @escaping @Sendable (Result<FetchedData, FetchFailure>) -> Void
    ) -> any FetchTask {
        log.withLock { $0.append(request.url.absoluteString) }
        let path = Self.path(request.url)
        let url = redirects[path].flatMap { URL(string: $0) } ?? request.url
        let isBusy = busy.withLock { busy in
            guard let left = busy[path], left > 0 else { return false }
            busy[path] = left - 1
            return true
        }
        if isBusy {
            completion(.failure(.refused(status: 503, phrase: "")))
        } else if let status = refused[path] {
            completion(.failure(.refused(status: status, phrase: "")))
        } else if let page = pages[Self.path(url)] {
            completion(.success(FetchedData(data: Data(page.utf8), url: url)))
        } else {
            completion(.failure(.refused(status: 403, phrase: "Forbidden")))
        }
        return Nothing()
    }

    /// An index page with these links.
    static func page(_ links: String...) -> String {
        "<html><title>Index of /</title><pre><a href=\"../\">../</a>\n"
            + links.map { "<a href=\"\($0)\">\($0.removingPercentEncoding ?? $0)</a>\n" }.joined() + "</pre></html>"
    }

    /// What a WebDAV server lists of the folder at `path`: itself, then these files and folders.
    static func list(_ path: String, _ names: String...) -> String {
        let responses = ([""] + names).map { name in
            "<D:response><D:href>\(path)\(name)</D:href><D:propstat><D:prop><D:resourcetype>"
                + (name.isEmpty || name.hasSuffix("/") ? "<D:collection/>" : "")
                + "</D:resourcetype></D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>"
        }
        return "<?xml version=\"1.0\"?><D:multistatus xmlns:D=\"DAV:\">" + responses.joined() + "</D:multistatus>"
    }
}

/// The rows of the folder at `address` and of those within.
func readFolders(
    _ pages: FolderPages, _ address: String = "http://h/p/#recursive", revalidates: Bool = false
) -> ReadOutcome {
    let walk = FolderWalk(pages, as: .standard)
    #expect(walk.fills(Sample.url(address)))
    return ReadOutcome(of: Sample.url(address), filledBy: walk, revalidates: revalidates)
}
