import Foundation

/// The downloads' queues, one for each server: what one server keeps waiting keeps no other's photos waiting.
///
/// ``DownloadSlots`` decides how many run at once, and which of them make room; here it is carried out.
@MainActor
final class DownloadQueues {
    private struct Entry {
        let downloader: ImageDownloader
        /// In the loader's milliseconds; nil until it is known to have begun.
        var began: Int?
        var isAside = false

        var running: DownloadSlots.Running {
            DownloadSlots.Running(
                began: began ?? 0, received: downloader.received, waitsForPerson: downloader.waitsForPerson,
                isAside: isAside)
        }
    }
    private struct Server {
        let queue: OperationQueue
        var entries: [Entry] = []
        var asideCount: Int { entries.count(where: \.isAside) }
    }
    private var servers: [String: Server] = [:]
    private var slots = DownloadSlots(perServer: 6)

    /// While downloads wait for others of their server, the list looks again after this: a third of the others'
    /// patience.
    static let lookAgainMilliseconds = DownloadSlots.patience / 3

    /// How many downloads of one server run at once.
    var limit: Int {
        get { slots.perServer }
        set {
            slots = DownloadSlots(perServer: newValue)
            share()
        }
    }

    /// Whether no download begins.
    var isSuspended = false {
        didSet { for server in servers.values { server.queue.isSuspended = isSuspended } }
    }

    /// The downloads that are queued or under way.
    var operations: [Operation] { servers.values.flatMap(\.queue.operations) }

    /// Queues a download.
    func add(_ downloader: ImageDownloader) {
        let key = Self.key(of: downloader)
        if servers[key] == nil {
            // A queue is kept until its last operation has ended, which may be after nobody wants it any more.
            servers = servers.filter { !$0.value.entries.isEmpty || $0.value.queue.operationCount > 0 }
            let queue = OperationQueue()
            queue.name = "Download queue"
            queue.isSuspended = isSuspended
            servers[key] = Server(queue: queue)
        }
        servers[key]?.entries.append(Entry(downloader: downloader))
        share()
        servers[key]?.queue.addOperation(downloader)
    }

    /// The download has begun, `now`.
    func began(_ downloader: ImageDownloader, now: Int) {
        change(downloader) { if $0.began == nil { $0.began = now } }
    }

    /// The download has ended, or is given up.
    func ended(_ downloader: ImageDownloader) {
        servers[Self.key(of: downloader)]?.entries.removeAll { $0.downloader === downloader }
        share()
    }

    /// Lets what is slow make room where others wait for it. Returns after how many milliseconds that is to be looked
    /// at again; nil where nothing waits.
    func makeRoom(now: Int) -> Int? {
        var isWaiting = false
        for (key, server) in servers {
            let areOthersWaiting = server.entries.count - server.asideCount > slots.share(ofServers: busyCount)
            guard areOthersWaiting else { continue }
            isWaiting = true
            let running = server.entries.filter { $0.began != nil }
            let decision = slots.decide(
                about: running.map(\.running), areOthersWaiting: true, now: now)
            for index in decision.aside { change(running[index].downloader) { $0.isAside = true } }
            for index in decision.givenUp {
                let downloader = running[index].downloader
                servers[key]?.entries.removeAll { $0.downloader === downloader }
                let seconds = max(1, (now - (running[index].began ?? now)) / 1000)
                downloader.giveUp(.timedOut(host: downloader.request.url.host ?? key, seconds: seconds))
            }
        }
        share()
        return isWaiting ? Self.lookAgainMilliseconds : nil
    }

    /// Blocks until no operation is left. The queues must not be suspended.
    func waitUntilAllOperationsAreFinished() {
        for server in servers.values { server.queue.waitUntilAllOperationsAreFinished() }
    }

    private var busyCount: Int { servers.values.count { !$0.entries.isEmpty } }

    private func share() {
        let share = slots.share(ofServers: busyCount)
        for server in servers.values {
            let count = share + server.asideCount
            if server.queue.maxConcurrentOperationCount != count { server.queue.maxConcurrentOperationCount = count }
        }
    }

    private func change(_ downloader: ImageDownloader, _ body: (inout Entry) -> Void) {
        let key = Self.key(of: downloader)
        guard let index = servers[key]?.entries.firstIndex(where: { $0.downloader === downloader }) else { return }
        if var entry = servers[key]?.entries[index] {
            body(&entry)
            servers[key]?.entries[index] = entry
        }
    }

    private static func key(of downloader: ImageDownloader) -> String {
        let url = downloader.request.url
        return "\(url.host ?? ""):\(url.port.map(String.init) ?? url.scheme ?? "")"
    }
}
