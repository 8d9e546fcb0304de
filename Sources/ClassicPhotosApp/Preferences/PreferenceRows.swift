import GLibBridge
import GtkBridge

/// The rows of the preferences, each for one setting.
@MainActor
final class PreferenceRows {
    let settings: Settings
    private var observation: Settings.Observation?
    private var updates: [(key: String, update: @MainActor () -> Void)] = []
    /// The inputs, as long as the window is open: GTK's objects hold no reference to them.
    private var inputs: [Widget] = []

    init(_ settings: Settings) {
        self.settings = settings
        observation = settings.observe { [weak self] key in
            for each in self?.updates ?? [] where each.key == key { each.update() }
        }
    }

    /// Retains an input as long as the window is open.
    func keep<Input: Widget>(_ input: Input) -> Input {
        inputs.append(input)
        return input
    }

    /// Calls `update` now, and when the setting changes.
    func follow(_ key: String, _ update: @escaping @MainActor () -> Void) {
        updates.append((key, update))
        update()
    }

    func toggle(_ key: String, _ title: String, subtitle: String = "", default fallback: Bool = true) -> Widget {
        let toggle = keep(Switch())
        follow(key) { [weak toggle, settings] in
            let isOn = settings.boolean(key, default: fallback)
            if toggle?.isOn != isOn { toggle?.isOn = isOn }
        }
        toggle.onSwitched { [weak toggle, settings] in
            guard let isOn = toggle?.isOn, isOn != settings.boolean(key, default: fallback) else { return }
            settings.set(key, isOn)
        }
        return ActionRow(title, subtitle: subtitle, toggle)
    }

    /// A number of `range`, read as `said`. The subtitle is its unit or, if not `isUnit`, more than that.
    func number(
        _ key: String, _ title: String, subtitle: String, isUnit: Bool = false, _ range: ClosedRange<Int>,
        step: Int = 1, default fallback: Int, said: @escaping @MainActor (Int) -> String
    ) -> Widget {
        let number = keep(SpinButton(range, step: step, said: said))
        follow(key) { [weak number, settings] in
            let value = PreferenceLimits.held(settings.integer(key, default: fallback), in: range)
            if number?.value != value { number?.value = value }
        }
        number.onChanged { [weak number, settings] in
            guard let value = number?.value, value != settings.integer(key, default: fallback) else { return }
            settings.set(key, value)
        }
        return ActionRow(title, subtitle: subtitle, isUnit: isUnit, number)
    }

    func choice<Choice: PreferenceChoice>(_ type: Choice.Type, _ title: String, subtitle: String = "") -> Widget {
        choice(
            Choice.key, title, subtitle: subtitle, Choice.allCases.map { ($0.rawValue, $0.displayName) })
    }

    /// A choice among words. An unknown stored word is shown as the first. Calls `willStore` before another one is
    /// stored.
    func choice(
        _ key: String, _ title: String, subtitle: String = "", _ choices: [(id: String, name: String)],
        willStore: @escaping @MainActor (Settings) -> Void = { _ in }
    ) -> Widget {
        choice(key, ChoiceRow(title, subtitle: subtitle, choices.map(\.name))) { settings in
            let stored = settings.string(key, default: "")
            return choices.firstIndex { $0.id == stored }
        } store: { settings, index in
            guard choices.indices.contains(index), choices[index].id != settings.string(key, default: "") else {
                return
            }
            willStore(settings)
            settings.set(key, choices[index].id)
        }
    }

    /// A choice among numbers; the nearest one is shown.
    func choice(
        _ key: String, _ title: String, subtitle: String = "", of sides: [(side: Int, name: String)],
        default fallback: Int
    ) -> Widget {
        choice(key, ChoiceRow(title, subtitle: subtitle, sides.map(\.name))) { settings in
            let stored = PictureSides.nearest(to: settings.integer(key, default: fallback), of: sides.map(\.side))
            return sides.firstIndex { $0.side == stored }
        } store: { settings, index in
            if sides.indices.contains(index) { settings.set(key, sides[index].side) }
        }
    }

    /// Shows what `stored` returns in `row`, the first without one, and passes the choice to `store`.
    private func choice(
        _ key: String, _ row: ChoiceRow, stored: @escaping @MainActor (Settings) -> Int?,
        store: @escaping @MainActor (Settings, Int) -> Void
    ) -> Widget {
        let row = keep(row)
        follow(key) { [weak row, settings] in
            let index = stored(settings) ?? 0
            if row?.chosen != index { row?.chosen = index }
        }
        row.onChosen { [weak row, settings] in if let row { store(settings, row.chosen) } }
        return row
    }
}

/// The sizes of pictures.
enum PictureSides {
    /// The one of `sides` that is nearest to `side`, which may be any number.
    static func nearest(to side: Int, of sides: [Int]) -> Int? {
        let held = PreferenceLimits.held(side, in: 0...1_000_000)
        return sides.min { abs($0 - held) < abs($1 - held) }
    }
}
