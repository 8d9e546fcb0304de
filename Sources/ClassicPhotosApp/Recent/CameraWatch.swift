import Foundation
import GLibBridge
import PhotoCore

/// The cameras and memory cards that are plugged in, for all windows. Nothing is asked before a window shows them.
@MainActor
final class CameraWatch {
    private(set) var shown: [CameraVolume] = []
    /// Returns the open windows, some of which may show them.
    var windows: (@MainActor () -> [PhotoWindow])?
    private var monitor: VolumeMonitor?
    private var timer: MainTimer?
    private var volumes: [VolumeMonitor.Volume] = []
    /// Those of the volumes that are cameras, by address.
    private var cameras: [String: CameraVolume] = [:]
    /// The volumes that have not answered yet.
    private var asked: Set<String> = []

    /// The first frame goes first: looking starts other processes.
    private static let delayMilliseconds = 500

    /// Watches from now on; `shown` follows.
    func begin() {
        guard monitor == nil, timer == nil else { return }
        timer = MainTimer(after: Self.delayMilliseconds) { [weak self] in self?.load() }
    }

    private func load() {
        DispatchQueue.global(qos: .utility).async { [weak self] in
            let loaded = VolumeMonitor.load()
            MainContext.shared.perform { self?.follow(loaded) }
        }
    }

    private func follow(_ loaded: ObjectReference) {
        monitor = VolumeMonitor(loaded) { [weak self] in self?.look() }
        look()
    }

    private func look() {
        volumes = monitor?.volumes ?? []
        cameras = cameras.filter { address, _ in volumes.contains { $0.address == address } }
        show()
        // Each by itself: disks may sleep, and a server that is mounted may never answer.
        for volume in volumes where asked.insert(volume.address).inserted {
            DispatchQueue.global(qos: .utility).async { [weak self] in
                let camera = CameraVolume(name: volume.name, address: volume.address) { $0.filePath.isFolder }
                MainContext.shared.perform { self?.answered(volume.address, camera) }
            }
        }
    }

    private func answered(_ address: String, _ camera: CameraVolume?) {
        asked.remove(address)
        cameras[address] = camera
        show()
    }

    private func show() {
        let found = volumes.compactMap { cameras[$0.address] }
        guard shown != found else { return }
        shown = found
        windows?().forEach { $0.stage.camerasChanged() }
    }
}
