/// A slideshow's decisions: when to advance, to which photo, and which to skip.
///
/// A pure state machine: events and the time go in, actions come out. A sharp photo is shown for the interval, then
/// until the next one is sharp, so the screen is never empty. Failed photos are skipped.
package struct Slideshow: Sendable {
    /// The progress of a photo.
    package enum Readiness: Sendable, Equatable {
        /// Loading.
        case coming
        /// As sharp as the screen can show it.
        case sharp
        case failed
    }

    package enum Event: Sendable, Equatable {
        /// The show has begun; a photo has become sharp or failed; the timer has fired; or the interval has changed.
        case look
        /// The person pauses or continues.
        case pauseOrGoOn
        /// The person asks for the next or the previous photo.
        case step(isNext: Bool)
    }

    /// The actions, in order.
    package enum Action: Sendable, Equatable {
        /// Show the photo at this place; with a fade when it advances by itself.
        case show(place: Int, fades: Bool)
        /// Load the photo at this place: it is next.
        case prepare(place: Int)
        /// Report that the photo at this place failed.
        case passOver(place: Int)
        /// Send `look` after this many milliseconds, unless one came earlier.
        case wake(afterMilliseconds: Int)
        /// The show is over.
        case end
    }

    /// For how many seconds a photo can be shown.
    package static let seconds = 1...3600

    /// `seconds`, from a setting or an action on the session bus, clamped to what a photo can be shown for.
    package static func held(seconds: Int) -> Int {
        min(max(seconds, Self.seconds.lowerBound), Self.seconds.upperBound)
    }

    package var order: SlideOrder
    /// How long a photo is shown, in milliseconds.
    package var interval: Int
    package private(set) var isPaused = false

    /// Since when the current photo is sharp.
    private var shownSince: Int?
    private var passedOver = 0

    /// A show before its start.
    package init(_ order: SlideOrder, intervalMilliseconds interval: Int) {
        self.order = order
        self.interval = max(0, interval)
    }

    /// Handles `event` at `now` milliseconds of any monotonic clock. `readiness` returns the progress of the photo at a
    /// place.
    package mutating func handle(_ event: Event, at now: Int, readiness: (Int) -> Readiness) -> [Action] {
        switch event {
        case .look: return look(now, readiness)
        case .pauseOrGoOn:
            isPaused.toggle()
            // From here on it stays for the whole interval.
            shownSince = nil
            return look(now, readiness)
        case .step(let isNext):
            guard let place = isNext ? order.next() : order.previous() else { return [] }
            shownSince = nil
            passedOver = 0
            return [.show(place: place, fades: false)] + look(now, readiness)
        }
    }

    private mutating func look(_ now: Int, _ readiness: (Int) -> Readiness) -> [Action] {
        // A failed photo is shown as long: it says why.
        guard readiness(order.current) != .coming else { return [] }
        let since = shownSince ?? now
        shownSince = since
        var actions: [Action] = []
        let isDue = !isPaused && now - since >= interval
        while let place = order.upcoming() {
            let state = readiness(place)
            if isDue, state == .sharp {
                order.next()
                passedOver = 0
                shownSince = now
                actions.append(.show(place: place, fades: true))
                if let next = order.upcoming() { actions.append(.prepare(place: next)) }
                return actions + [.wake(afterMilliseconds: interval)]
            }
            guard isDue, state == .failed else {
                actions.append(.prepare(place: place))
                if !isPaused, !isDue { actions.append(.wake(afterMilliseconds: interval - (now - since))) }
                return actions
            }
            passedOver += 1
            // Only the current one: there is no other.
            if passedOver >= order.count { return actions + [.end] }
            order.next()
            actions.append(.passOver(place: place))
        }
        if isDue { return order.goesRound ? actions : actions + [.end] }
        return isPaused ? actions : actions + [.wake(afterMilliseconds: interval - (now - since))]
    }
}
