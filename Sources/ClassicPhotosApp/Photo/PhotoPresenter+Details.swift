import Foundation
import GLibBridge
import GtkBridge
import PhotoCore

/// What is said of the photo: in the panel at its side, or at the place of a click.
extension PhotoPresenter {
    /// What has been found out about one photo, off the main context.
    struct Findings: Sendable {
        var camera = CameraFacts()
        var histogram: PhotoHistogram?
    }

    func showDetails(_ isShown: Bool) {
        page.flap.isRevealed = isShown
        if isShown { refreshDetails() }
    }

    /// Says what is known by now; what is not yet is found out, if somebody looks.
    func refreshDetails() {
        guard page.flap.isRevealed || popoverPanel != nil, let record else { return }
        let knowledge = knowledge(of: record)
        page.details.show(knowledge, findings?.histogram)
        popoverPanel?.show(knowledge, findings?.histogram)
        findOut()
    }

    private func knowledge(of record: PhotoRecord) -> PhotoKnowledge {
        let load = current
        var knowledge = PhotoKnowledge()
        knowledge.name = record.name
        knowledge.details = list.catalogue?.details(at: record.id.entry)
        knowledge.facts = list.catalogue?.facts ?? CatalogueFacts()
        knowledge.size = load?.uprightSize ?? list.photoSize(of: record)
        knowledge.format = load?.photo?.format
        knowledge.byteCount = load?.fetched?.data.count
        knowledge.url = try? record.location.get()
        knowledge.finalURL = load?.fetched?.url
        knowledge.camera = findings?.camera ?? CameraFacts()
        return knowledge
    }

    /// Reads what the camera wrote, and counts the colours, once all of the photo is there.
    private func findOut() {
        guard findings == nil, let load = current, load.status.isFinal, let data = load.fetched?.data,
            let plane = load.layers.max(by: { $0.key < $1.key })?.value.plane
        else { return }
        findings = Findings()
        let context = services.mainContext
        services.queue.addOperation { [weak self, weak load, cameraFacts] in
            let found = Findings(camera: cameraFacts.facts(in: data), histogram: PhotoHistogram(of: plane))
            context.perform {
                guard let self, let load, self.current === load else { return }
                self.findings = found
                self.refreshDetails()
            }
        }
    }

    /// Shows all of it where the person has clicked.
    func showPopover(at place: CGPoint) {
        popover?.close()
        let panel = PhotoDetailsPanel()
        panel.widget.setSizeRequest(width: 300, height: 420)
        popoverPanel = panel
        popover = Popover(content: panel.widget, in: page.overlay, x: place.x, y: place.y)
        refreshDetails()
        popover?.onClosed = { [weak self] in
            self?.popoverPanel = nil
            self?.page.canvas.widget.grabFocus()
        }
        popover?.show()
        panel.grabFocus()
    }

    /// Closes the details and the menu of a photo that is shown no more.
    func closePopover() {
        menu?.close()
        menu = nil
        popover?.close()
        popover = nil
        popoverPanel = nil
    }

    // MARK: - The menu

    func addMenuAction() {
        commands.add(.detailsThere) { [weak self] in
            guard let self, isOpen, let menu else { return }
            showPopover(at: menu.place)
        }
    }

    /// Shows what can be done with the photo where the person has clicked, or in the middle.
    func showMenu(at place: CGPoint) {
        menu?.close()
        menu = PhotoContextMenu(at: place, in: page.overlay) { [weak self] in self?.page.canvas.widget.grabFocus() }
    }
}
