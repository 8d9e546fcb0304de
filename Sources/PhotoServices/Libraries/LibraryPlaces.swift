import Dispatch
import Foundation
import PhotoCore
import Synchronization

/// The places that a person has opened whose requests are authorized in a way of their own. One for the whole program,
/// so that photos are fetched like the catalogue that names them. From any thread.
public final class LibraryPlaces: Sendable {
    /// What tells a server's places apart.
    private struct Key: Equatable {
        /// Ends in a slash.
        let path: String
        /// The profile that signs requests to a bucket, if a person has named one.
        let profile: String?

        init(_ address: URL) {
            let path = URLComponents(url: address, resolvingAgainstBaseURL: false)?.percentEncodedPath ?? "/"
            self.path = path.hasSuffix("/") ? path : path + "/"
            profile = SigningProfile.name(in: address)
        }
    }
    /// What was learned about a place since the start.
    private struct Known {
        var place: LibraryPlace
        /// Seconds that its server's clock is ahead of this one.
        var skew = 0.0
        var key: Key
        /// The key that it has accepted from a person.
        var answer: ServerAnswer?
        /// What the addresses of its pictures need.
        var tickets: PictureTickets?
        /// How a person has signed in to it.
        var access: GalleryAccess?
        /// When that was.
        var signedInAt = 0.0
        /// Whether that has ended, and nobody has signed in since.
        var lacksPerson = false
    }
    private let known = Mutex<[Origin: [Known]]>([:])
    /// The sessions at galleries that are being begun.
    let galleryLogins = SignInsUnderWay<GalleryLogin.Answer>()
    /// The same at places whose sessions have tokens.
    let tokenLogins = SignInsUnderWay<TokenLogin.Answer>()
    /// The sessions with tokens that are being begun or ended: the program's end waits for them.
    let unfinishedSessions = DispatchGroup()

    /// More places than a person opens; beyond that, a server's first is dropped.
    private static let mostPerServer = 100

    private let now: @Sendable () -> Double
    /// In seconds. A session does not end sooner: what it does not open is another person's.
    private static let youth = 60.0

    /// No places. `now` counts seconds.
    public init(now: @escaping @Sendable () -> Double = { Double(DispatchTime.now().uptimeNanoseconds) / 1e9 }) {
        self.now = now
    }

    /// Requests to `place` are authorized as it says from now on. `goesOn` says that a list of it is read further.
    public func add(_ place: LibraryPlace, goesOn: Bool = false) {
        guard let space = place.space else { return }
        let key = Key(place.address)
        known.withLock { known in
            let places = known[Origin(space), default: []]
            let old = places.first { $0.key == key }
            let others = places.filter { $0.key != key }
            var new = Known(place: place, skew: old?.skew ?? 0, key: key)
            // Another profile's key is another person's.
            if let answer = old?.answer, answer.space == space, old?.place.keyID == place.keyID { new.answer = answer }
            if let old, place == old.place {
                (new.tickets, new.access, new.signedInAt) = (old.tickets, old.access, old.signedInAt)
                new.lacksPerson = goesOn && old.lacksPerson
            }
            known[Origin(space)] = others.suffix(Self.mostPerServer - 1) + [new]
        }
    }

    /// The innermost place of a request to `origin` that `profile` signs, and how many seconds its clock is ahead; nil
    /// for the rest of the web. What names no profile belongs to the place without one, or to that opened last.
    func place(of origin: Origin, path: String, profile: String? = nil) -> (place: LibraryPlace, skew: Double)? {
        known.withLock { known in
            let around = known[origin]?.filter { path.hasPrefix($0.key.path) } ?? []
            let innermost = around.map { $0.key.path.utf8.count }.max()
            let here = around.filter { $0.key.path.utf8.count == innermost }
            let found =
                here.last { $0.key.profile == profile } ?? here.last { $0.key.profile == nil }
                ?? (profile == nil ? here.last : nil)
            return found.map { ($0.place, $0.skew) }
        }
    }

    /// The key for requests to `place`: that which it has accepted, or that of the configuration; nil without one.
    func answer(for place: LibraryPlace) -> ServerAnswer? {
        let key = Key(place.address)
        let accepted = place.space.flatMap { space in
            known.withLock { known in
                known[Origin(space)]?.first { known in
                    known.answer.map { answer in
                        answer.space == space && known.key.profile == key.profile
                            && (answer.token == nil || known.key == key)
                    } ?? false
                }?.answer
            }
        }
        return accepted ?? ServerAnswer(for: place)
    }

    /// A server has accepted the key `answer` at `place`, which a person has given: for all sessions. Keys of the
    /// configuration are those of the places themselves.
    func accepted(_ answer: ServerAnswer, at place: LibraryPlace) {
        guard !answer.isConfigured else { return }
        let key = Key(place.address)
        // A session belongs to its own place, whatever else is on the server.
        setAnswer(answer) { known in
            known.place.space == answer.space && known.key.profile == key.profile
                && (answer.token == nil || known.key == key)
        }
    }

    /// A server has refused the key `answer`.
    func refused(_ answer: ServerAnswer) {
        setAnswer(nil) { $0.answer?.isSame(as: answer) == true }
    }

    private func setAnswer(_ answer: ServerAnswer?, where isMeant: (Known) -> Bool) {
        known.withLock { known in
            for (origin, places) in known {
                for (index, place) in places.enumerated() where isMeant(place) {
                    known[origin]?[index].answer = answer
                    // Those of another person are others.
                    if answer == nil { known[origin]?[index].tickets = nil }
                }
            }
        }
    }

    /// Forgets the keys in `scope` that persons have given, or all of them. Returns the sessions that were begun for
    /// them.
    func forgetAnswers(in scope: SignOutScope? = nil) -> [EndedSession] {
        let isMeant = { (known: Known) -> Bool in
            known.place.space.map { SignOutScope.contains($0, in: scope) } ?? false
        }
        let ended = known.withLock { known in
            known.values.joined().filter(isMeant).compactMap { known in
                known.answer?.token.map { EndedSession(place: known.place, token: $0) }
            }
        }
        setAnswer(nil, where: isMeant)
        known.withLock { known in
            for (origin, places) in known {
                for (index, place) in places.enumerated() where place.access != nil && isMeant(place) {
                    known[origin]?[index].access = nil
                    // Further pages of an open list are those of that person.
                    known[origin]?[index].lacksPerson = true
                }
            }
        }
        return ended
    }

    /// How a person has signed in to a place; nil before. It counts there only, and nowhere else on its server.
    func access(of place: LibraryPlace) -> GalleryAccess? {
        guard let space = place.space else { return nil }
        let key = Key(place.address)
        return known.withLock { $0[Origin(space)]?.first { $0.key == key }?.access }
    }

    /// A person has signed in to a place.
    func set(_ access: GalleryAccess, of place: LibraryPlace) {
        guard let space = place.space else { return }
        let key = Key(place.address)
        known.withLock { known in
            guard let index = known[Origin(space)]?.firstIndex(where: { $0.key == key }) else { return }
            known[Origin(space)]?[index].access = access
            known[Origin(space)]?[index].signedInAt = now()
            known[Origin(space)]?[index].lacksPerson = false
        }
    }

    /// Whether a person has signed in to a place by `access` a moment ago.
    func isYoung(_ access: GalleryAccess, of place: LibraryPlace) -> Bool {
        guard let space = place.space else { return false }
        let key = Key(place.address)
        let found = known.withLock { known in
            known[Origin(space)]?.first { $0.key == key && $0.access == access }?.signedInAt
        }
        return found.map { now() - $0 < Self.youth } ?? false
    }

    /// Whether the session of a person has ended at a place, and nobody has signed in since.
    func lacksPerson(_ place: LibraryPlace) -> Bool {
        guard let space = place.space else { return false }
        let key = Key(place.address)
        return known.withLock { $0[Origin(space)]?.first { $0.key == key }?.lacksPerson } == true
    }

    /// The place at the address of `place` that was opened last, for any person; nil before.
    func opened(like place: LibraryPlace) -> LibraryPlace? {
        guard let space = place.space else { return nil }
        let key = Key(place.address)
        return known.withLock { known in
            known[Origin(space)]?.first { $0.key == key && $0.place.authorization == place.authorization }?.place
        }
    }

    /// Forgets that a person has signed in to a place by `access`. Another request may have begun a new session
    /// meanwhile: that stays.
    func end(_ access: GalleryAccess?, of place: LibraryPlace) {
        guard let access, let space = place.space else { return }
        let key = Key(place.address)
        known.withLock { known in
            guard let index = known[Origin(space)]?.firstIndex(where: { $0.key == key }),
                known[Origin(space)]?[index].access == access
            else { return }
            known[Origin(space)]?[index].access = nil
            known[Origin(space)]?[index].lacksPerson = true
        }
    }

    /// The tickets that a place has given; nil if they are not known.
    func tickets(of place: LibraryPlace) -> PictureTickets? {
        guard let space = place.space else { return nil }
        let key = Key(place.address)
        return known.withLock { $0[Origin(space)]?.first { $0.key == key }?.tickets }
    }

    /// A place has given these tickets; nil if the last ones are not valid.
    func set(_ tickets: PictureTickets?, of place: LibraryPlace) {
        guard let space = place.space else { return }
        let key = Key(place.address)
        known.withLock { known in
            guard let index = known[Origin(space)]?.firstIndex(where: { $0.key == key }) else { return }
            known[Origin(space)]?[index].tickets = tickets
        }
    }

    /// The region of the place at `address`, as far as it is known.
    func region(at address: URL) -> String? {
        let key = Key(address)
        return known.withLock { known in
            let places = WebServer(address).map { server in
                known.filter { $0.key.host == server.host && $0.key.port == server.port }.flatMap(\.value)
            }
            guard case .signature(let region, _)? = places?.first(where: { $0.key == key })?.place.authorization
            else {
                return nil
            }
            return region
        }
    }

    /// The server of `place` has told its time, this many seconds ahead of ours, or the region of the bucket. Returns
    /// whether that is new: then the request may be signed again.
    func learn(_ place: LibraryPlace, skew: Double?, region: String?) -> Bool {
        guard let space = place.space, case .signature(let old, let key) = place.authorization else { return false }
        let wanted = Key(place.address)
        return known.withLock { known in
            guard let index = known[Origin(space)]?.firstIndex(where: { $0.key == wanted }) else { return false }
            var isNew = false
            if let region, region != old, S3Access.isRegion(region),
                var moved = LibraryPlace(place.address, .signature(region: region, key: key), name: place.name)
            {
                moved.keyNote = place.keyNote
                known[Origin(space)]?[index].place = moved
                isNew = true
            }
            let known0 = known[Origin(space)]?[index].skew ?? 0
            // Amazon allows 15 minutes.
            if let skew, abs(skew - known0) > Self.leastSkew {
                known[Origin(space)]?[index].skew = skew
                isNew = true
            }
            return isNew
        }
    }

    /// A difference in seconds for which a signature may be refused.
    private static let leastSkew = 240.0
}

extension LibraryPlace {
    /// The ID of the configuration's key pair; nil without one.
    fileprivate var keyID: String? {
        if case .signature(_, let key?) = authorization { key.id } else { nil }
    }
}
