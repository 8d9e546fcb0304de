import PhotoCore

/// The texts of a photo's row. A pure function of its name and state.
struct RowText: Equatable {
    /// The second line: the state, or the catalogue's description of a loaded photo.
    let status: String
    /// The third line: the reason of a failure; otherwise empty.
    let reason: String
    /// The text for screen readers: the photo's name and state.
    let accessible: String
    /// What screen readers read after it: the catalogue's description, or the filter of a loaded photo.
    var description = ""
    /// The state in an English word, as `--screenshot` prints it: scripts read it.
    let state: String

    /// That the photo failed, and below it why, for a tooltip; nil where it did not.
    var failure: String? { reason.isEmpty ? nil : "\(status)\n\(reason)" }
}

extension RowText {
    init(
        name: String, summary: String = "", state: PhotoRecord.State, isInProgress: Bool, isStale: Bool = false,
        isCutShort: Bool = false, filterName: String = ""
    ) {
        let known = summary.isEmpty ? filterName : summary
        switch state {
        case .new:
            self.init(name, localized("Waiting"), localized("waiting"), state: "waiting")
        case .downloading(let fraction):
            let percent = fraction.map { NumberFormats.current.percent(($0 * 100).rounded(.down) / 100) }
            if let percent {
                self.init(
                    name, localized("Downloading… \(percent)"), localized("downloading \(percent)"),
                    state: "downloading \(percent)")
            } else {
                self.init(name, localized("Downloading…"), localized("downloading"), state: "downloading")
            }
        case .downloaded:
            // It is not in progress: the list moves, or has moved on.
            if isInProgress {
                self.init(name, localized("Filtering…"), localized("filtering"), state: "filtering")
            } else {
                self.init(name, localized("Downloaded"), localized("downloaded"), state: "downloaded")
            }
        case .filtered:
            let notes =
                (isStale ? [localized("Offline")] : []) + (isCutShort ? [localized("Cut short")] : [])
            let said =
                [localized("filtered")] + (isStale ? [localized("offline")] : [])
                + (isCutShort ? [localized("cut short")] : [])
            let state = ["filtered"] + (isStale ? ["offline"] : []) + (isCutShort ? ["cut short"] : [])
            self.init(
                name, ((known.isEmpty ? [] : [known]) + notes).joined(separator: " · "),
                said.joined(separator: localized(", ", context: "between parts")), state: state.joined(separator: ", "))
        case .failed(let failure):
            let reason = failure.description
            self.init(
                status: localized("Failed to load"), reason: reason,
                accessible: localized("\(name), failed to load: \(reason)"),
                state: "failed")
        case .folder:
            self.init(name, localized("Folder"), localized("folder"), state: "folder")
        }
        if case .filtered = state { description = known } else { description = summary }
    }

    /// The current texts of `record`.
    @MainActor
    init(_ record: PhotoRecord, filterName: String = "") {
        self.init(
            name: record.name, summary: record.summary, state: record.state, isInProgress: record.isInProgress,
            isStale: record.isStale, isCutShort: record.isCutShort, filterName: filterName)
    }

    /// `said` is the state for screen readers.
    private init(_ name: String, _ status: String, _ said: String, state: String) {
        self.init(
            status: status, reason: "", accessible: localized("\(name), \(said)", context: "photo, state"), state: state
        )
    }
}
