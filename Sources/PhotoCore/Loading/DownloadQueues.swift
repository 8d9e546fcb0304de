import Foundation

/// The download queues, one per server: a slow server does not block other servers' photos.
///
/// ``DownloadSlots`` decides how many run at once and which make room; this carries it out.
@MainActor
final class DownloadQueues {
    private struct Entry {
        let downloader: ImageDownloader
        /// In the loader's milliseconds; nil until it has begun.
        var began: Int?
        var isAside = false

        var running: DownloadSlots.Running {
            DownloadSlots.Running(
                began: began ?? 0, received: downloader.received, waitsForPerson: downloader.waitsForPerson,
                isAside: isAside)
        }
    }
    private struct Server {
        let owned: OwnedQueue
        var entries: [Entry] = []
        var queue: OperationQueue { owned.queue }
        var asideCount: Int { entries.count(where: \.isAside) }
    }
    private var servers: [String: Server] = [:]
    private var slots = DownloadSlots(perServer: 6)

    /// While downloads wait for others of their server, the list checks again after this: a third of the others'
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

    var isSuspended = false {
        didSet { for server in servers.values { server.queue.isSuspended = isSuspended } }
    }

    var operations: [Operation] { servers.values.flatMap(\.queue.operations) }

    func add(_ downloader: ImageDownloader) {
        let key = Self.key(of: downloader)
        if servers[key] == nil {
            // A queue stays until its last operation has ended, which may be after it is no longer wanted.
            servers = servers.filter { !$0.value.entries.isEmpty || $0.value.queue.operationCount > 0 }
            let owned = OwnedQueue("Download queue", atOnce: limit)
            owned.queue.isSuspended = isSuspended
            servers[key] = Server(owned: owned)
        }
        servers[key]?.entries.append(Entry(downloader: downloader))
        share()
        servers[key]?.queue.addOperation(downloader)
    }

    func began(_ downloader: ImageDownloader, now: Int) {
        change(downloader) { if $0.began == nil { $0.began = now } }
    }

    /// The download has ended, or is given up.
    func ended(_ downloader: ImageDownloader) {
        servers[Self.key(of: downloader)]?.entries.removeAll { $0.downloader === downloader }
        share()
    }

    /// Lets slow downloads make room where others wait. Returns the milliseconds until the next check; nil if nothing
    /// waits.
    func makeRoom(now: Int) -> Int? {
        var isWaiting = false
        for (key, server) in servers {
            let areOthersWaiting = server.entries.count - server.asideCount > slots.share(ofServers: busyCount)
            guard areOthersWaiting else { continue }
            isWaiting = true
            let running = server.entries.filter { $0.began != nil }
            let decision = slots.decide(about: running.map(\.running), areOthersWaiting: true, now: now)
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

    /// Blocks until all operations have ended. The queues must not be suspended.
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
