import Foundation
import GLibBridge
import GtkBridge
import PhotoCore

/// What is loaded: the photo shown, as sharp as it is looked at, then its neighbours; nothing while photos fly by.
extension PhotoPresenter {
    /// A photo whose full detail takes no more pixels than this gets it before anybody zooms in: 128 MB, and a quarter
    /// of a second.
    private static let cheapPixels = 32_000_000

    func handleFlight(_ event: ScrollActivity.Event) {
        for action in flight.handle(event, at: MonotonicClock.milliseconds) {
            switch action {
            case .suspend: break
            case .wake(let milliseconds):
                restTimer = MainTimer(after: milliseconds) { [weak self] in self?.handleFlight(.timer) }
            case .look: loadCurrent()
            }
        }
    }

    /// The photo shown is loaded, and what neither is shown nor may be next is given up.
    func loadCurrent() {
        guard let record, !flight.isMoving else { return }
        let url = Self.url(of: record)
        let near = neighbours.compactMap(Self.url)
        for (other, load) in loads where other != url && !near.contains(other) {
            load.observer = nil
            load.cancel()
            loads[other] = nil
        }
        guard let load = load(for: record) else { return }
        load.isUrgent = true
        for (other, neighbour) in loads where other != url {
            neighbour.isUrgent = false
            keepWhatFits(neighbour)
        }
        load.want(page.canvas.detail)
        loadChanged(load)
    }

    func load(for record: PhotoRecord) -> PhotoLoad? {
        guard let url = Self.url(of: record) else { return nil }
        if let load = loads[url] { return load }
        let load = PhotoLoad(url, services: services, seenSince: seenSince)
        load.observer = { [weak self, weak load] in
            guard let self, let load else { return }
            loadChanged(load)
        }
        loads[url] = load
        return load
    }

    /// Of a photo that is not looked at, or not closely, only what the screen shows of it as a whole is kept.
    private func keepWhatFits(_ load: PhotoLoad) {
        guard load.status == .ready, let size = load.uprightSize else { return }
        load.release(finerThan: PhotoDetail.fitting(page.canvas.viewPixels).level(of: size))
    }

    private func loadChanged(_ load: PhotoLoad) {
        defer { slideshow?.look() }
        guard let record, load === current else { return keepWhatFits(load) }
        page.canvas.update(content(of: record, load))
        statusChanged()
        play(load)
        guard load.status.isFinal, !flight.isMoving else { return }
        loadNeighbours()
        if isCheap(load) { load.want(.level(0)) }
    }

    private func isCheap(_ load: PhotoLoad) -> Bool {
        load.uprightSize.map { $0.width * $0.height <= Self.cheapPixels } ?? false
    }

    /// What a large photo needed to be looked at closely is let go of when that has been over for so long.
    private static let closeMilliseconds = 3000

    private func letGoOfDetail(_ load: PhotoLoad) {
        guard page.canvas.viewport.zoom == .fit, !isCheap(load), !load.layers.isEmpty else {
            detailTimer = nil
            return
        }
        guard detailTimer == nil else { return }
        detailTimer = MainTimer(after: Self.closeMilliseconds) { [weak self, weak load] in
            guard let self else { return }
            detailTimer = nil
            guard let load, load === current, page.canvas.viewport.zoom == .fit, let record
            else { return }
            keepWhatFits(load)
            page.canvas.update(content(of: record, load))
        }
    }

    /// Memory is short: only what is seen is kept.
    func releaseMemory() {
        guard let record else { return }
        for (url, load) in loads where url != Self.url(of: record) {
            load.observer = nil
            load.cancel()
            loads[url] = nil
        }
        guard let load = current, page.canvas.viewport.zoom == .fit else { return }
        keepWhatFits(load)
        page.canvas.update(content(of: record, load))
    }

    private func loadNeighbours() {
        for neighbour in neighbours {
            guard let load = load(for: neighbour), load.status == .waiting else { continue }
            load.want(.fitting(page.canvas.viewPixels))
        }
    }

    /// The view shows another part of the photo, or in another size.
    func viewChanged() {
        guard let record else { return }
        if let load = current, !flight.isMoving {
            load.want(page.canvas.detail)
            letGoOfDetail(load)
        }
        filters?.viewChanged()
        let scale = page.canvas.content.isEmpty ? nil : page.canvas.targetScale
        page.show(zoom: scale, accessible: accessibleText(of: record, scale))
    }

    private func accessibleText(of record: PhotoRecord, _ scale: Double?) -> String {
        var parts = [record.name]
        if current?.isCutShort == true { parts.append("cut short") }
        if let size = page.canvas.content.size { parts.append("\(size.width) × \(size.height) pixels") }
        if let scale { parts.append("zoom \(NumberText.percent(scale))") }
        return parts.joined(separator: ", ")
    }

    func statusChanged() {
        guard let record else { return }
        defer { onStatus?() }
        if case .failure(let failure) = record.location {
            page.show(isCutShort: false)
            return page.show(.failed(.location(failure)), name: record.name)
        }
        page.show(current?.status ?? .waiting, name: record.name)
        page.show(isCutShort: current?.isCutShort ?? false)
        refreshDetails()
        viewChanged()
    }

    func dropAll() {
        player = nil
        for load in loads.values {
            load.observer = nil
            load.cancel()
        }
        loads = [:]
        restTimer = nil
        detailTimer = nil
        flight = ScrollActivity()
        filters?.show(nil)
        page.clear()
    }

    // MARK: - Photos that move

    private func play(_ load: PhotoLoad) {
        guard let frames = load.photo?.frames, player == nil, let size = load.photo?.size else { return }
        let orientation = load.photo?.orientation ?? .topLeft
        player = PhotoPlayer(frames, queue: services.queue, mainContext: services.mainContext) { [weak self] planes in
            guard let self, current === load else { return }
            var content = page.canvas.content
            content.layers = [:]
            for (level, plane) in planes {
                content.layers[level] = PhotoLayer(plane, level: level, of: size, orientation: orientation)
            }
            page.canvas.update(content)
        }
    }
}
