import Foundation
import GLibBridge
import PhotoCore
import PhotoServices

/// Watches the network and the memory, and makes the windows follow.
@MainActor
final class ResourceWatch {
    /// A few frames.
    private static let reclaimMilliseconds = 200

    private let windows: @MainActor () -> [PhotoWindow]
    private var memoryMonitor: MemoryMonitor?
    private var networkMonitor: NetworkMonitor?
    private var reclaimTimer: MainTimer?

    /// Watches for the open `windows`.
    init(_ windows: @escaping @MainActor () -> [PhotoWindow]) { self.windows = windows }

    var isNetworkMetered: Bool { networkMonitor?.isMetered ?? false }

    /// Before the first window: decodes may wait for memory from now on.
    func startUp() {
        Decoders.standard.memory.reclaim { [weak self] done in
            MainContext.shared.perform { self?.reclaimMemory(done) }
        }
    }

    /// After the first frame: the monitors ask the system's bus and wait for its answer.
    func watch() {
        guard networkMonitor == nil else { return }
        Decoders.standard.prepare()
        networkMonitor = NetworkMonitor { [weak self] change in self?.networkChanged(change) }
        windows().forEach { $0.list.loading.isNetworkMetered = isNetworkMetered }
        DispatchQueue.global(qos: .background).async { Leftovers.standard.remove() }
        memoryMonitor = MemoryMonitor { [weak self] in self?.releaseMemory() }
    }

    /// Decodes wait for the memory of open photos: releases what these do not show.
    private func reclaimMemory(_ done: @escaping @Sendable () -> Void) {
        windows().forEach { $0.photos?.loads.releaseDetail() }
        // The last frame may still show it.
        reclaimTimer = MainTimer(after: Self.reclaimMilliseconds) { done() }
    }

    private func releaseMemory() {
        windows().forEach { $0.releaseMemory() }
        ProcessMemory.giveBack()
    }

    private func networkChanged(_ change: NetworkMonitor.Change) {
        for window in windows() {
            window.list.loading.isNetworkMetered = isNetworkMetered
            if change == .isBack { window.networkIsBack() }
        }
    }
}
