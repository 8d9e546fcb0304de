import GLibBridge
import GtkBridge
import PhotoCore

/// The pages of the preferences.
@MainActor
enum PreferencePages {
    /// Whether all is on one page: tabs of large text do not fit into a narrow window.
    static var isOne: Bool { Style.textScale >= Style.largeText }

    static func make(_ rows: PreferenceRows) -> [PreferencesPage] {
        let (general, photos, slideshow, loading) = (general(rows), photos(rows), slideshow(rows), loading(rows))
        let first = PreferencesPage(
            localized("General"), icon: "preferences-system-symbolic",
            isOne ? general + photos + slideshow + loading : general)
        if isOne { return [first] }
        return [
            first,
            PreferencesPage(localized("Photos"), icon: "view-grid-symbolic", photos),
            PreferencesPage(localized("Slideshow"), icon: "media-playback-start-symbolic", slideshow),
            PreferencesPage(localized("Loading"), icon: "folder-download-symbolic", loading),
        ]
    }

    private static func general(_ rows: PreferenceRows) -> [PreferencesGroup] {
        [
            group(
                localized("Appearance"),
                rows.choice(WindowStyle.self, localized("Style")),
                rows.choice(
                    PhotoBackground.self, localized("Background"), subtitle: localized("Around an open photo"))),
            group(
                localized("Behaviour"),
                rows.choice(
                    PhotoClick.self, localized("Click"), subtitle: localized("A double click always opens it"))),
            group(
                localized("Privacy"),
                rows.toggle(
                    "remember-recent", localized("Recent Catalogues"),
                    subtitle: localized("List them on the welcome page, and open each where you left it"))),
        ]
    }

    private static func photos(_ rows: PreferenceRows) -> [PreferencesGroup] {
        [
            group(
                localized("Layout"),
                rows.choice(
                    "view", localized("View"),
                    [
                        ("list", localized("List")), ("grid", localized("Grid")),
                        ("timeline", localized("Timeline")),
                    ]),
                rows.choice(
                    "row-picture-size", localized("Pictures in the List"), of: named(RowStyle.pictureSides),
                    default: RowStyle.pictureSide),
                rows.choice(
                    "grid-picture-size", localized("Pictures in the Grid"), of: named(GridLayout.sides),
                    default: GridLayout.usualSide)),
            group(
                localized("Details in the List"),
                rows.toggle("row-price", localized("Price")),
                rows.toggle("row-description", localized("Description")),
                rows.toggle("row-author", localized("Author")),
                rows.toggle("row-date", localized("Date"))),
            group(
                localized("Filter"),
                rows.filter(localized("Filter")),
                rows.amount(localized("Amount"), subtitle: localized("In percent"))),
        ]
    }

    private static func slideshow(_ rows: PreferenceRows) -> [PreferencesGroup] {
        [
            group(
                isOne ? localized("Slideshow") : "",
                rows.number(
                    "slideshow-interval", localized("Time per Photo"), subtitle: localized("In seconds"),
                    isUnit: true, Slideshow.seconds, default: SlideshowPlayer.Settings().seconds,
                    said: PreferenceText.seconds),
                rows.toggle("slideshow-random", localized("Random Order"), default: false),
                rows.toggle(
                    "slideshow-loop", localized("Loop"), subtitle: localized("Start over after the last photo")),
                rows.toggle(
                    "slideshow-fade", localized("Fade"), subtitle: localized("Each photo fades into the next")))
        ]
    }

    private static func loading(_ rows: PreferenceRows) -> [PreferencesGroup] {
        [
            group(
                localized("Network"),
                rows.choice(
                    MeteredNetwork.self, localized("Metered Network"),
                    subtitle: localized("Load less: only photos on screen, as small as possible")),
                rows.toggle(
                    "read-ahead", localized("Load Ahead"),
                    subtitle: localized("Load the photos of the next screen in advance")),
                rows.number(
                    "download-limit", localized("Downloads at Once"), subtitle: localized("From each server"),
                    PreferenceLimits.downloads, default: 6, said: PreferenceText.photos)),
            group(
                localized("Computer"),
                rows.number(
                    "filtration-limit", localized("Photos Filtered at Once"),
                    subtitle: localized("0 for one per processor core"), PreferenceLimits.filtrations, default: 0,
                    said: PreferenceText.photos),
                rows.number(
                    "memory-budget", localized("Memory for Pictures"),
                    subtitle: localized("In MiB; 0 for a share of the computer’s memory"), PreferenceLimits.memory,
                    step: 16, default: 0, said: PreferenceText.mebibytes),
                rows.number(
                    "disk-budget", localized("Files on Disk"),
                    subtitle: localized("In MiB, for photos and catalogues from the network"),
                    PreferenceLimits.disk, step: 64, default: PreferenceLimits.usualDisk,
                    said: PreferenceText.mebibytes)),
        ]
    }

    private static func group(_ title: String, _ rows: Widget...) -> PreferencesGroup {
        let group = PreferencesGroup(title)
        for row in rows { group.append(row) }
        return group
    }

    /// Sizes by their widths in points.
    private static func named(_ sides: [Int]) -> [(side: Int, name: String)] {
        sides.map { side in
            let number = NumberFormats.current.whole(side)
            return (side, localizedCount(side, "\(number) point", "\(number) points"))
        }
    }
}

extension PreferenceRows {
    /// The filter of the list. Another one begins with its own amount, as in the menu.
    func filter(_ title: String) -> Widget {
        choice("filter", title, FilterChoice.all.map { ($0.id, $0.displayName) }) { settings in
            guard settings.integer("filter-amount", default: -1) != -1 else { return }
            settings.quietly { settings.set("filter-amount", -1) }
        }
    }

    /// The amount of the filter of the list, in percent.
    func amount(_ title: String, subtitle: String) -> Widget {
        let number = keep(SpinButton(0...100, step: 5, said: PreferenceText.percent))
        let row = keep(ActionRow(title, subtitle: subtitle, isUnit: true, number))
        let update: @MainActor () -> Void = { [weak number, weak row, settings] in
            let kind = Self.kind(settings)
            let percent = PreferenceLimits.percent(
                stored: settings.integer("filter-amount", default: -1), of: kind)
            if number?.value != percent { number?.value = percent }
            row?.isEnabled = kind != .none
        }
        follow("filter", update)
        follow("filter-amount", update)
        number.onChanged { [weak number, settings] in
            guard let percent = number?.value else { return }
            let kind = Self.kind(settings)
            let old = settings.integer("filter-amount", default: -1)
            guard percent != PreferenceLimits.percent(stored: old, of: kind) else { return }
            settings.set("filter-amount", PreferenceLimits.stored(percent: percent, of: kind))
        }
        return row
    }

    private static func kind(_ settings: Settings) -> FilterChoice.Kind {
        FilterChoice.Kind(rawValue: settings.string("filter", default: "")) ?? .sepia
    }
}
