import PhotoCore

/// The texts of a photo's row. A pure function of its name and state.
struct RowText: Equatable {
    /// The second line: the state, or the catalogue's description of a loaded photo.
    let status: String
    /// The third line: the reason of a failure; otherwise empty.
    let reason: String
    /// The text for screen readers: the photo's name and state.
    let accessible: String
    /// The state in a word, as `--screenshot` prints it.
    let state: String
}

extension RowText {
    init(
        name: String, summary: String = "", state: PhotoRecord.State, isInProgress: Bool, isStale: Bool = false,
        isCutShort: Bool = false, filterName: String = ""
    ) {
        let known = summary.isEmpty ? filterName : summary
        switch state {
        case .new:
            self.init(name, "Waiting", "waiting")
        case .downloading(let fraction):
            let percent = fraction.map { " \(NumberFormats.current.percent(($0 * 100).rounded(.down) / 100))" } ?? ""
            self.init(name, "Downloading…\(percent)", "downloading\(percent)")
        case .downloaded:
            // It is not in progress: the list moves, or has moved on.
            if isInProgress {
                self.init(name, "Filtering…", "filtering")
            } else {
                self.init(name, "Downloaded", "downloaded")
            }
        case .filtered:
            let notes = (isStale ? ["Offline"] : []) + (isCutShort ? ["Cut short"] : [])
            self.init(
                name, ((known.isEmpty ? [] : [known]) + notes).joined(separator: " · "),
                (["filtered"] + notes.map { $0.lowercased() }).joined(separator: ", "))
        case .failed(let failure):
            let reason = failure.description
            self.init(
                status: "Failed to load", reason: reason, accessible: "\(name), failed to load: \(reason)",
                state: "failed")
        }
    }

    /// A name on one line.
    static func line(_ name: String) -> String {
        name.utf8.contains { $0 < 0x20 } ? String(name.map { $0.isNewline ? " " : $0 }) : name
    }

    /// The current texts of `record`.
    @MainActor
    init(_ record: PhotoRecord, filterName: String = "") {
        self.init(
            name: record.name, summary: record.summary, state: record.state, isInProgress: record.isInProgress,
            isStale: record.isStale, isCutShort: record.isCutShort, filterName: filterName)
    }

    private init(_ name: String, _ status: String, _ state: String) {
        self.init(status: status, reason: "", accessible: "\(name), \(state)", state: state)
    }
}
