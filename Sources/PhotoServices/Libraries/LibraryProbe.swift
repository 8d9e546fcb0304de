import Foundation
import PhotoCore
import Synchronization

/// Finds out which kind of library answers at a web address. Asks for public addresses only, one after the other.
package final class LibraryProbe: Sendable {
    private let fetcher: any DataFetching

    /// Asks by `fetcher`.
    package init(_ fetcher: any DataFetching) { self.fetcher = fetcher }

    /// Whether a library may be at `url`: an address of http or https without a query, and not that of a document.
    package static func mayBeLibrary(_ url: URL) -> Bool {
        url.webAddress != nil && url.query == nil && url.pathExtension.isEmpty
    }

    /// Calls `completion` exactly once, from any thread, with the URL of the library at `site`; with nil if none is
    /// known to answer there. `isPage` says that `site` may be the address of a page of the library: then it is also
    /// looked for where that page's folders are. Returns what cancels it.
    package func find(at site: URL, isPage: Bool = false, completion: @escaping @Sendable (URL?) -> Void) -> ProbeTask {
        let task = ProbeTask()
        let folders = isPage ? Self.folders(of: site) : []
        let questions = Self.questions(about: folders.first ?? site) + folders.dropFirst().flatMap(Self.services)
        ask(questions[...], task, isSilent: false) { library in
            task.end()
            completion(library)
        }
        return task
    }

    /// The folder of a page, and those around it up to the outermost: the address in the bar of a browser is
    /// `https://h/cloud/apps/photos/?x=1` or `https://h/gallery/index.php?/category/3`.
    private static func folders(of page: URL) -> [URL] {
        guard let address = page.webAddress, var parts = URLComponents(url: address, resolvingAgainstBaseURL: true)
        else { return [page] }
        (parts.query, parts.fragment) = (nil, nil)
        let isFile = !parts.percentEncodedPath.hasSuffix("/")
        var names = parts.percentEncodedPath.split(separator: "/").map(String.init)
        if isFile, names.last?.contains(".") == true { names.removeLast() }
        var folders: [URL] = []
        for count in (0...names.count).reversed() {
            parts.percentEncodedPath = names.prefix(count).map { "/" + $0 }.joined() + "/"
            if let folder = parts.url { folders.append(folder) }
        }
        // Servers have the outermost, or one of few names.
        guard folders.count > mostFolders else { return folders }
        return folders.prefix(1) + folders.suffix(mostFolders - 1)
    }

    private static let mostFolders = 4

    /// Asks one question after the other, until two in a row get no answer. `isSilent` says that the last one got none.
    private func ask(
        _ questions: ArraySlice<Question>, _ task: ProbeTask, isSilent: Bool = false,
        _ completion: @escaping @Sendable (URL?) -> Void
    ) {
        guard let question = questions.first else { return completion(nil) }
        let request = FetchRequest(url: question.address, limit: Self.mostBytes, method: question.method)
        task.follow(
            fetcher.fetch(request, progress: { _ in }) { [self] result in
                switch result {
                case .success(let answer):
                    if let library = question.read(answer) { return completion(library) }
                // Others would not answer either.
                case .failure(.cancelled), .failure(.hostUnknown), .failure(.cannotConnect), .failure(.noNetwork):
                    return completion(nil)
                case .failure(.timedOut) where isSilent: return completion(nil)
                case .failure: break
                }
                let isSilent = if case .failure(.timedOut) = result { true } else { false }
                ask(questions.dropFirst(), task, isSilent: isSilent, completion)
            })
    }

    /// An answer of this kind is short.
    static let mostBytes = 1 << 20

    private struct Question: Sendable {
        let address: URL
        let method: FetchMethod
        /// The library's URL in an answer.
        let read: @Sendable (FetchedData) -> URL?

        /// Asks what WebDAV there is; `folder` gives the library's URL where there is some.
        init(webDAVAt address: URL, folder: @escaping @Sendable (URL) -> URL?) {
            (self.address, method) = (address, .options)
            read = { @Sendable (answer: FetchedData) in answer.webDAV == nil ? nil : folder(answer.url) }
        }

        /// Asks for a body; `read` takes it, and the address that it came from.
        init(address: URL, method: FetchMethod = .get, read: @escaping @Sendable (Data, URL) -> URL?) {
            (self.address, self.method) = (address, method)
            self.read = { @Sendable (answer: FetchedData) in read(answer.data, answer.url) }
        }
    }

    /// All that may be asked about a library at `site`.
    private static func questions(about site: URL) -> [Question] {
        let address = site.webAddress ?? site
        let hasSlash = address.absoluteString.hasSuffix("/")
        let base = hasSlash ? address : URL(string: address.absoluteString + "/") ?? address
        // https://docs.immich.app/administration/oauth and the mobile client: where its interface is.
        let immich = URL(string: "/.well-known/immich", relativeTo: base)?.absoluteURL ?? base
        let known = Question(address: immich) { body, url in
            let interface = (object(body)?["api"] as? [String: Any])?["endpoint"] as? String
            return interface.flatMap { URL(string: $0, relativeTo: url)?.absoluteURL }
                .flatMap { LibraryLocation(.immich, interface: $0)?.url }
        }
        return [known] + services(at: base) + [
            bucket(at: base),
            // A folder is not listed to know it: it may have any number of files.
            Question(webDAVAt: base) { folder($0, "./", of: base) },
            Question(address: base, method: .folderAlone) { body, url in
                String(decoding: body.prefix(4096), as: UTF8.self).contains("multistatus")
                    ? folder(url, "./", of: base) : nil
            },
        ]
    }

    /// The WebDAV folder at `path`, relative to `url`, of the site at `base`.
    private static func folder(_ url: URL, _ path: String, of base: URL) -> URL? {
        guard let place = URL(string: path, relativeTo: url)?.absoluteURL,
            var parts = URLComponents(url: place, resolvingAgainstBaseURL: false)
        else { return nil }
        parts.scheme = base.scheme?.lowercased() == "https" ? "webdavs" : "webdav"
        return parts.url.flatMap { DAVFolder($0)?.url }
    }

    /// What the services with an interface of their own are asked below the folder `base`.
    private static func services(at base: URL) -> [Question] {
        func address(_ path: String) -> URL { URL(string: path, relativeTo: base)?.absoluteURL ?? base }
        return [
            Question(address: address("api/server/ping")) { body, url in
                guard object(body)?["res"] as? String == "pong" else { return nil }
                return LibraryLocation(.immich, interface: url.deletingLastPathComponent().deletingLastPathComponent())?
                    .url
            },
            // A person's files at Nextcloud and ownCloud.
            Question(address: address("status.php")) { body, url in
                let answer = object(body)
                guard answer?["installed"] != nil, answer?["versionstring"] != nil else { return nil }
                return folder(url, "remote.php/webdav/", of: base)
            },
            // The photos at Piwigo that anyone may see, newest first, in the longest pages that it allows.
            Question(address: address("ws.php?format=json&method=pwg.session.getStatus")) { body, url in
                let answer = object(body)
                guard answer?["stat"] as? String == "ok", answer?["result"] is [String: Any] else { return nil }
                return URL(string: GalleryAddress.photos, relativeTo: url)?.absoluteURL
            },
            Question(address: address("api/v1/status")) { body, url in
                guard object(body)?["status"] as? String == "operational" else { return nil }
                return LibraryLocation(.photoPrism, interface: url.deletingLastPathComponent())?.url
            },
        ]
    }

    /// Asks for a bucket of an S3 store. Its name is the first part of the path, or of the host
    /// (https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html).
    private static func bucket(at base: URL) -> Question {
        let names = base.pathComponents.filter { $0 != "/" }
        var store = URLComponents()
        (store.scheme, store.host, store.port) = (base.scheme, base.host, base.port)
        var listing = store
        listing.path = "/" + (names.first ?? "")
        listing.query = "list-type=2&max-keys=1"
        return Question(address: listing.url ?? base, method: .getOrReason) { [store] body, _ in
            let start = String(decoding: body.prefix(4096), as: UTF8.self)
            let elements = XMLReply(body).elements
            if start.contains("<ListBucketResult") {
                let name = elements.first { $0.name == "Name" && !$0.text.isEmpty }?.text
                return name.flatMap { S3Location.url($0, at: store, path: names) }
            }
            // Only those with a key may list it. Nobody else's documents have this word.
            guard start.contains("<Error"), elements.contains(where: { $0.name == "Code" && $0.text == "AccessDenied" })
            else { return nil }
            let told = elements.first { $0.name == "BucketName" && !$0.text.isEmpty }?.text
            let name = told ?? store.host.flatMap { Self.bucket(inHost: $0) } ?? names.first
            return name.flatMap { S3Location.url($0, at: store, path: names) }
        }
    }

    /// The bucket that a store's host begins with: `photos.s3.example.org`, `photos.s3-eu.example.org`.
    static func bucket(inHost host: String) -> String? {
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        guard let service = parts.dropFirst().firstIndex(where: { $0 == "s3" || $0.hasPrefix("s3-") }) else {
            return nil
        }
        return parts[..<service].joined(separator: ".")
    }

    private static func object(_ body: Data) -> [String: Any]? {
        (try? JSONSerialization.jsonObject(with: body)) as? [String: Any]
    }
}

/// A probe in progress.
package final class ProbeTask: Sendable {
    private struct State {
        var isCancelled = false
        var isOver = false
        /// It has this probe's next step, which has the probe.
        var current: (any FetchTask)?
    }
    private let state = Mutex(State())

    /// Gives up: the probe ends with nil soon.
    package func cancel() {
        state.withLock { state in
            state.isCancelled = true
            return state.current
        }?.cancel()
    }

    fileprivate func follow(_ task: any FetchTask) {
        let isCancelled = state.withLock { state in
            // The step may have ended, and with it the probe.
            if !state.isOver { state.current = task }
            return state.isCancelled
        }
        if isCancelled { task.cancel() }
    }

    /// Forgets the last step.
    fileprivate func end() {
        // What may go with it goes outside of the lock.
        _ = state.withLock { state in
            state.isOver = true
            defer { state.current = nil }
            return state.current
        }
    }
}

extension S3Location {
    /// The URL of the folders at `path` of `store`, which may begin with the name of the bucket, or of those of the
    /// bucket that its host begins with; nil if neither does.
    fileprivate static func url(_ bucket: String, at store: URLComponents, path: [String]) -> URL? {
        if bucket == path.first { return url(bucket, folders: path.dropFirst(), endpoint: store.url) }
        guard let host = store.host, host.hasPrefix(bucket + ".") else { return nil }
        var store = store
        store.host = String(host.dropFirst(bucket.count + 1))
        return url(bucket, folders: path[...], endpoint: store.url)
    }
}
