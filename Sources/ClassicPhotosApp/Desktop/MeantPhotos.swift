import Foundation
import GLibBridge
import PhotoCore

/// The photos that commands apply to: the one on its page; in the list, the selected ones, otherwise the focused one.
@MainActor
struct MeantPhotos {
    let list: PhotoListView
    let photos: PhotoPresenter

    /// Up to this many photos are checked individually for what is possible.
    private static let fewPhotos = 1000

    var subject: DesktopSubject {
        if let record = photos.record {
            return PhotoTarget(record).map {
                DesktopSubject(count: 1, hasFiles: $0.isLocal, hasVideo: photos.video != nil)
            } ?? DesktopSubject()
        }
        guard let catalogue = list.catalogue else { return DesktopSubject() }
        let count = list.selection.count
        if count == 0 {
            guard let target = focused else { return DesktopSubject() }
            let hasVideo = list.meant.focused.flatMap { list.video(of: $0) } != nil
            return DesktopSubject(count: 1, hasFiles: target.isLocal, hasVideo: hasVideo)
        }
        // The first of many photos stands for all. A command reports the photos it cannot use.
        let first = list.records.photo(at: 0).flatMap(list.records.entry(of:)) ?? 0
        let few = count <= Self.fewPhotos
        let entries = few ? list.selection.shownEntries.prefix(Self.fewPhotos) : [UInt32(clamping: first)]
        let hasFiles = entries.contains { entry in
            if case .success(let url) = catalogue.location(at: Int(entry)) { url.isFileURL } else { false }
        }
        return DesktopSubject(count: count, hasFiles: hasFiles)
    }

    /// The photo of the focused row, or the row focused before a menu opened.
    private var focused: PhotoTarget? { list.meant.focused.flatMap { PhotoTarget($0) } }

    /// Calls `body` with the photos, in the list's order, and with how many are left out because their months are not
    /// read; at once if they are few.
    func withTargets(_ body: @escaping @MainActor @Sendable (_ targets: [PhotoTarget], _ unreadCount: Int) -> Void) {
        if let record = photos.record { return body(PhotoTarget(record).map { [$0] } ?? [], 0) }
        guard let catalogue = list.catalogue else { return }
        let entries = list.meant.entries
        if entries.count <= Self.fewPhotos {
            return body(PhotoTarget.targets(of: entries, in: catalogue), catalogue.unreadCount(of: entries))
        }
        DispatchQueue.global(qos: .userInitiated).async {
            let targets = PhotoTarget.targets(of: entries, in: catalogue)
            let unreadCount = catalogue.unreadCount(of: entries)
            MainContext.shared.perform { body(targets, unreadCount) }
        }
    }

    /// How a photo is shown: its load if it is on the page, its rotation, and its filter.
    func view(of target: PhotoTarget) -> (load: PhotoLoad?, turn: ExifOrientation, filter: FilterChoice) {
        let filter = list.filters.choice(of: target.url)
        guard let record = photos.record, record.photoURL == target.url else {
            return (nil, .topLeft, filter)
        }
        return (photos.current, photos.page.canvas.turn, filter)
    }

    /// Replies received after this, in seconds since 1970, are not revalidated.
    var seenSince: Double? { photos.loads.seenSince }
}

/// The kind of photos that a command applies to. A pure value.
struct DesktopSubject: Equatable {
    var count = 0
    /// Whether some of them are files on this computer.
    var hasFiles = false
    /// Whether it is one photo with a video.
    var hasVideo = false
    /// Whether photos can be restored from the trash.
    var canUndo = false
}

extension Command.Need {
    /// Whether these photos meet the need; nil if the need does not concern photos.
    func isMet(by subject: DesktopSubject) -> Bool? {
        switch self {
        case .onePhoto: subject.count == 1
        // A remote photo must be fetched first.
        case .oneOrFiles: subject.hasFiles || subject.count == 1
        case .oneAddress: subject.count == 1 && !subject.hasFiles
        case .files: subject.hasFiles
        case .video: subject.hasVideo
        case .trashed: subject.canUndo
        default: nil
        }
    }
}
