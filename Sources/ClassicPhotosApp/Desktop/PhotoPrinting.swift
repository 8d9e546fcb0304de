import Foundation
import GtkBridge
import PhotoCore

@MainActor
final class PhotoPrinting {
    private let whole: WholePhotos
    private let window: ApplicationWindow
    private let toasts: ToastOverlay
    /// Retained while it runs.
    private var job: PrintJob?

    init(of whole: WholePhotos, in window: ApplicationWindow, _ toasts: ToastOverlay) {
        self.whole = whole
        self.window = window
        self.toasts = toasts
    }

    func print(_ target: PhotoTarget) {
        whole.withPicture(of: target) { [weak self] in self?.print($0, target) }
    }

    private func print(_ plane: PhotoPlane, _ target: PhotoTarget) {
        guard let plane = PrintLayout.printable(plane) else { return }
        let size = plane.size
        let job = PrintJob(
            name: URL(fileURLWithPath: target.fileName).deletingPathExtension().lastPathComponent,
            picture: Texture(plane), isLandscape: size.width > size.height
        ) { PrintLayout.frame(of: size, width: $0, height: $1) }
        self.job = job
        job.run(parent: window) { [weak self] outcome in
            guard let self else { return }
            self.job = nil
            switch outcome {
            case .printed: toasts.say(DesktopText.printed(target.name))
            case .cancelled: break
            case .failed(let reason):
                window.sayFailure("\(target.name)\n\n\(reason)") { [weak self] in self?.print(target) }
            }
        }
    }
}

/// A photo's place on a printed page. Pure geometry, in the page's own units.
enum PrintLayout {
    /// As large as fits on the printable part, centred.
    static func frame(of photo: PixelSize, width: Double, height: Double) -> Frame {
        let scale = min(width / Double(photo.width), height / Double(photo.height))
        let size = (width: Double(photo.width) * scale, height: Double(photo.height) * scale)
        return Frame(x: (width - size.width) / 2, y: (height - size.height) / 2, width: size.width, height: size.height)
    }

    /// The limit of cairo's surfaces.
    private static let longestSide = 32_767

    /// The photo, as sharp as printing allows.
    static func printable(_ plane: PhotoPlane) -> PhotoPlane? {
        var plane = plane
        while max(plane.size.width, plane.size.height) > longestSide {
            guard let half = plane.halved(isCancelled: { false }) else { return nil }
            plane = half
        }
        return plane
    }
}
