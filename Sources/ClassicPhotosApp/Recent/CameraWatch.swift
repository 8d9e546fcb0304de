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
    /// How often the devices were looked at: an older look may end last.
    private var looks = 0

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
        let volumes = monitor?.volumes ?? []
        looks += 1
        let number = looks
        // The disks may sleep.
        DispatchQueue.global(qos: .utility).async { [weak self] in
            let cameras = volumes.compactMap { volume in
                CameraVolume(name: volume.name, address: volume.address) { $0.filePath.isFolder }
            }
            MainContext.shared.perform {
                guard let self, self.looks == number, self.shown != cameras else { return }
                self.shown = cameras
                self.windows?().forEach { $0.stage.camerasChanged() }
            }
        }
    }
}
