/// A slideshow's decisions: when it goes on, to which photo, and which it passes over.
///
/// A pure state machine: what happens and the time go in, what is to be done comes out. A photo is shown for the
/// interval from when it is sharp; then it goes on as soon as the next one is sharp, so that there is never nothing to
/// see. One that cannot be had is passed over.
public struct Slideshow: Sendable {
    /// How far a photo is.
    public enum Readiness: Sendable, Equatable {
        /// On its way.
        case coming
        /// As sharp as the screen can show it.
        case sharp
        /// Not to be had.
        case failed
    }

    /// What happened.
    public enum Event: Sendable, Equatable {
        /// It has begun; a photo has become sharp or failed; the timer that was asked for has fired; or the interval is
        /// another.
        case look
        /// It is to stop where it is, or to go on.
        case pauseOrGoOn
        /// The next photo is to be shown now, or the one before.
        case step(isNext: Bool)
    }

    /// What is to be done, in this order.
    public enum Action: Sendable, Equatable {
        /// Show the photo at this place; fading into it, if it goes on by itself.
        case show(place: Int, fades: Bool)
        /// Load the photo at this place: it comes next.
        case prepare(place: Int)
        /// Say that the photo at this place cannot be had.
        case passOver(place: Int)
        /// Look again after this many milliseconds, unless there was a look before.
        case wake(afterMilliseconds: Int)
        /// It is over.
        case end
    }

    /// In which order the photos come.
    public var order: SlideOrder
    /// For how long a photo is shown, in milliseconds.
    public var interval: Int
    /// Whether it stays where it is.
    public private(set) var isPaused = false

    /// Since when the photo is shown as sharply as can be.
    private var shownSince: Int?
    private var passedOver = 0

    /// A show that has not begun.
    public init(_ order: SlideOrder, intervalMilliseconds interval: Int) {
        self.order = order
        self.interval = max(0, interval)
    }

    /// Takes in `event`, at `now` milliseconds of any clock that never goes back. `readiness` tells how far the photo
    /// at a place is.
    public mutating func handle(_ event: Event, at now: Int, readiness: (Int) -> Readiness) -> [Action] {
        switch event {
        case .look: return look(now, readiness)
        case .pauseOrGoOn:
            isPaused.toggle()
            // It stays for all of the interval from here on, however long it was looked at.
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
        // What has failed is looked at as long: it says why.
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
            // None but the one that is shown: there is nothing to go on to.
            if passedOver >= order.count { return actions + [.end] }
            order.next()
            actions.append(.passOver(place: place))
        }
        if isDue { return order.goesRound ? actions : actions + [.end] }
        return isPaused ? actions : actions + [.wake(afterMilliseconds: interval - (now - since))]
    }
}
