import Foundation
import GLibBridge
import GtkBridge
import PhotoCore
import PhotoServices

/// Says what is known of the photo shown, in the panel next to it or where it was clicked; and opens its menu.
@MainActor
final class PhotoDetailsControl {
    private let list: PhotoListView
    private let loads: PhotoLoads
    private let page: @MainActor () -> PhotoPage
    private var record: PhotoRecord?
    /// What has been found out about the photo, off the main context; nil until it is wanted.
    private var findings: (camera: CameraFacts, histogram: PhotoHistogram?, isOfPreview: Bool)?
    private var popover: (shown: Popover, panel: PhotoDetailsPanel)?
    private var menu: (shown: Popover, place: CGPoint)?

    /// Says what `list` and `loads` know, on `page`.
    init(_ list: PhotoListView, _ loads: PhotoLoads, page: @escaping @MainActor () -> PhotoPage) {
        self.list = list
        self.loads = loads
        self.page = page
    }

    func show(_ record: PhotoRecord?) {
        self.record = record
        findings = nil
        menu?.shown.close()
        menu = nil
        popover?.shown.close()
        popover = nil
    }

    /// The same photo, in another version of the catalogue.
    func follow(_ record: PhotoRecord) { self.record = record }

    func setPanel(isShown: Bool) {
        let details = page().details
        details.isShown = isShown
        details.moved = { [weak self] in self?.refresh() }
        refresh()
    }

    /// Shows what is known now and finds out the rest, if the panel or the popover is open.
    func refresh() {
        let page = page()
        guard page.details.isShown || popover != nil, let record else { return }
        let knowledge = knowledge(of: record)
        for panel in [page.details.panel, popover?.panel] { panel?.show(knowledge, findings?.histogram) }
        findOut()
    }

    private func knowledge(of record: PhotoRecord) -> PhotoKnowledge {
        let load = loads.current
        var knowledge = PhotoKnowledge()
        knowledge.name = record.name
        knowledge.details = list.records.entry(of: record).flatMap { list.catalogue?.details(at: $0) }
        knowledge.facts = list.catalogue?.facts ?? CatalogueFacts()
        knowledge.size = load?.uprightSize ?? list.pictures.photoSize(of: record)
        knowledge.format = load?.photo?.format
        let library = list.catalogue?.libraryPhoto(of: record)
        // What is fetched of a video is its picture.
        knowledge.byteCount = library?.video == nil ? load?.fetched?.data.count : nil
        knowledge.url = record.photoURL
        knowledge.page = library?.page
        knowledge.finalURL = load?.fetched?.url
        knowledge.library = load?.facts
        knowledge.camera = findings?.camera ?? CameraFacts()
        return knowledge
    }

    /// Reads what the camera wrote, and counts the colours, once all of the photo is there.
    private func findOut() {
        guard let load = loads.current, load.status.isFinal,
            findings == nil || findings?.isOfPreview == true && !load.showsPreview,
            let data = load.showsPreview ? Data() : load.fetched?.data,
            let plane = load.layers.max(by: { $0.key < $1.key })?.value.plane
        else { return }
        let isOfPreview = load.showsPreview
        findings = (CameraFacts(), findings?.histogram, isOfPreview)
        let context = loads.services.mainContext
        loads.services.queue.addOperation { [weak self, weak load] in
            let facts = data.isEmpty ? CameraFacts() : Decoders.standard.facts.facts(in: data)
            let found = (facts, PhotoHistogram(of: plane), isOfPreview)
            context.perform {
                guard let self, let load, self.loads.current === load else { return }
                self.findings = found
                self.refresh()
            }
        }
    }

    /// Shows the details at `place` of the page, in points.
    func showPopover(at place: CGPoint) {
        popover?.shown.close()
        let panel = PhotoDetailsPanel()
        panel.widget.setSizeRequest(width: 300, height: 420)
        let shown = Popover(content: panel.widget, in: page().overlay, x: place.x, y: place.y)
        popover = (shown, panel)
        refresh()
        shown.onClosed = { [weak self] in
            self?.popover = nil
            self?.page().canvas.widget.grabFocus()
        }
        shown.show()
        panel.grabFocus()
    }

    /// Shows the details where the photo's menu was opened.
    func showPopoverOfMenu() { if let menu { showPopover(at: menu.place) } }

    /// Shows what can be done with the photo, at `place` of the page, in points.
    func showMenu(at place: CGPoint) {
        menu?.shown.close()
        let shown = Popover(CommandMenus.photoContext(), in: page().overlay, x: place.x, y: place.y)
        shown.onClosed = { [weak self] in self?.page().canvas.widget.grabFocus() }
        menu = (shown, place)
    }
}
