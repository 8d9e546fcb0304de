import Foundation

/// The names and passwords in use, and the requests that wait for them. Decides for each challenged request whether to
/// look up, to ask, to wait for a pending answer, or to go without.
///
/// A pure value; CredentialBroker runs its actions. `Waiter` is any type that takes an answer.
package struct CredentialBook<Waiter> {
    /// A credential and its number. Numbers increase with each answer, so a request can say which credential was
    /// refused.
    struct Numbered: Sendable, Equatable {
        /// The credential; tried or untried.
        let credential: Credential
        /// Greater than all earlier numbers.
        let number: Int
    }

    /// An action for the shell.
    enum Action {
        /// Look in the keyring, then call `CredentialBook.lookedUp`.
        case lookUp(ProtectionSpace)
        /// Ask the person, then call `CredentialBook.answered`.
        case ask(CredentialQuestion)
        /// Give the waiters their answer: nil for none.
        case answer([Waiter], Numbered?)
        /// The keyring does not answer: the waiters fail.
        case fail([Waiter])
        case remember(Credential, ProtectionSpace)
        case forget(ProtectionSpace)
        /// Announce that the photos of the space are available now.
        case tellOpened(ProtectionSpace)
    }

    private enum Stage {
        /// The keyring or the person is being asked.
        case waiting([Waiter])
        /// `isToBeRemembered` until the keyring has it; `isProved` once a request has succeeded with it.
        case answered(Numbered, isToBeRemembered: Bool, isProved: Bool)
        case declined
    }
    private struct Entry {
        var stage: Stage
        var name: String?
        var wasWrong = false
        /// Whether the keyring's credential is wrong.
        var isStale = false
        var canRemember = false
        var browserLogin: URL?
        var mayHaveName = false
        var refusal = ""
        /// How many answers the person has given since a request has succeeded with one.
        var unprovedCount = 0
    }

    /// After this many refusals, a person is not asked for the same server again, whatever realms it invents.
    static var mostRefusals: Int { 3 }
    /// The same after this many answers for a server that no request has succeeded with: it may take any answer, and
    /// ask on. Those that were right do not count, however many realms an honest server has.
    static var mostUnproved: Int { 3 }
    /// A person who opens a catalogue or retries is asked for this many servers: a hostile catalogue can name any
    /// number of them. Rows of others say that a retry asks for them.
    static var mostServers: Int { 3 }

    private var entries: [ProtectionSpace: Entry] = [:]
    private var refusals: [WebServer: Int] = [:]
    /// The servers that a person was asked for since the last wish.
    private var asked: Set<WebServer> = []
    private var lastNumber = 0
    /// The questions that are open, one for each server, and those that wait for them.
    private var open: [WebServer: ProtectionSpace] = [:]
    private var held: [ProtectionSpace] = []

    init() {}

    /// A request needs a credential for `space`. `failed` is the number of the credential that it was sent with, or nil
    /// if that did not come from this book. `wasWrong` says that it was sent with one.
    /// `browserLogin` is the server at which a browser can sign in; `mayHaveName` and `refusal` are those of the
    /// question.
    mutating func challenged(
        _ space: ProtectionSpace, failed: Int?, wasWrong: Bool, browserLogin: URL? = nil, mayHaveName: Bool = false,
        refusal: String = "", waiter: Waiter
    ) -> [Action] {
        guard var entry = entries[space] else {
            guard !hasAskedEnough(for: space) else { return [.answer([waiter], nil)] }
            entries[space] = Entry(
                stage: .waiting([waiter]), wasWrong: wasWrong, browserLogin: browserLogin, mayHaveName: mayHaveName,
                refusal: refusal)
            return [.lookUp(space)]
        }
        switch entry.stage {
        case .waiting(let waiters):
            entries[space]?.stage = .waiting(waiters + [waiter])
            return []
        case .declined:
            return [.answer([waiter], nil)]
        case .answered(let answer, let isToBeRemembered, _):
            // A newer credential exists than the one refused.
            guard failed == answer.number else { return [.answer([waiter], answer)] }
            entry.stage = .waiting([waiter])
            entry.name = answer.credential.name
            entry.wasWrong = true
            entry.refusal = refusal
            if !isToBeRemembered, entry.canRemember { entry.isStale = true }
            return ask(entry, space)
        }
    }

    mutating func lookedUp(_ space: ProtectionSpace, _ lookup: CredentialLookup) -> [Action] {
        guard var entry = entries[space], case .waiting(let waiters) = entry.stage else { return [] }
        switch lookup {
        case .found(let credential):
            lastNumber += 1
            let answer = Numbered(credential: credential, number: lastNumber)
            entry.canRemember = true
            entry.stage = .answered(answer, isToBeRemembered: false, isProved: false)
            entries[space] = entry
            return [.answer(waiters, answer)]
        case .nothing, .noStore:
            entry.canRemember = lookup == .nothing
            return ask(entry, space)
        case .noAnswer:
            // The next request looks again.
            entries[space] = nil
            return [.fail(waiters)]
        }
    }

    /// Asks the person for `entry`, which waits; if for too many servers, it counts as declined. The system names the
    /// proxy, no catalogue does, so it always asks.
    private mutating func ask(_ entry: Entry, _ space: ProtectionSpace) -> [Action] {
        entries[space] = entry
        if !space.isProxy {
            let server = WebServer(space)
            let isNew = !asked.contains(server)
            if isNew && asked.count >= Self.mostServers || hasAskedEnough(for: space) { return decline(space) }
            asked.insert(server)
            // The answer may be one refusal too many, for all realms of the server.
            if open[server] != nil {
                held.append(space)
                return []
            }
            open[server] = space
        }
        let question = CredentialQuestion(
            space: space, name: entry.name, wasWrong: entry.wasWrong, canRemember: entry.canRemember,
            browserLogin: entry.browserLogin, mayHaveName: entry.mayHaveName, refusal: entry.refusal)
        return [.ask(question)]
    }

    /// Whether the server of `space` has had all the questions that it gets before the person opens something, or
    /// retries.
    private func hasAskedEnough(for space: ProtectionSpace) -> Bool {
        let server = WebServer(space)
        if refusals[server, default: 0] >= Self.mostRefusals { return true }
        // The system names the proxy.
        guard !space.isProxy else { return false }
        let theirs = entries.filter { !$0.key.isProxy && WebServer($0.key) == server }
        return theirs.values.reduce(0) { $0 + $1.unprovedCount } >= Self.mostUnproved
    }

    private mutating func decline(_ space: ProtectionSpace) -> [Action] {
        guard case .waiting(let waiters)? = entries[space]?.stage else { return [] }
        entries[space]?.stage = .declined
        return [.answer(waiters, nil)]
    }

    mutating func answered(_ space: ProtectionSpace, _ said: CredentialAnswer?) -> [Action] {
        guard var entry = entries[space], case .waiting(let waiters) = entry.stage else { return [] }
        guard let said else {
            refusals[WebServer(space), default: 0] += 1
            return decline(space) + askNext(after: space)
        }
        lastNumber += 1
        let answer = Numbered(credential: said.credential, number: lastNumber)
        let isToBeRemembered = said.isToBeRemembered && entry.canRemember
        entry.stage = .answered(answer, isToBeRemembered: isToBeRemembered, isProved: false)
        entry.unprovedCount += 1
        entries[space] = entry
        return [.answer(waiters, answer)] + askNext(after: space)
    }

    /// The question for `space` is answered: those that waited for it are asked next, one after another, or declined.
    private mutating func askNext(after space: ProtectionSpace) -> [Action] {
        let server = WebServer(space)
        guard open[server] == space else { return [] }
        open[server] = nil
        var actions: [Action] = []
        while open[server] == nil, let next = held.firstIndex(where: { WebServer($0) == server }) {
            let space = held.remove(at: next)
            if let entry = entries[space], case .waiting = entry.stage { actions += ask(entry, space) }
        }
        return actions
    }

    /// The credential numbered `number` was accepted. Remembers it, and announces it to requests refused without it.
    mutating func accepted(_ space: ProtectionSpace, number: Int) -> [Action] {
        guard var entry = entries[space],
            case .answered(let answer, let isToBeRemembered, let isProved) = entry.stage, answer.number == number
        else { return [] }
        var actions: [Action] = []
        if isToBeRemembered {
            actions.append(.remember(answer.credential, space))
        } else if entry.isStale {
            actions.append(.forget(space))
        }
        if !isProved { actions.append(.tellOpened(space)) }
        entry.stage = .answered(answer, isToBeRemembered: false, isProved: true)
        entry.isStale = false
        entry.unprovedCount = 0
        entries[space] = entry
        return actions
    }

    /// The servers and proxies that it has a name and a password for.
    var servers: Set<WebServer> {
        let answered = entries.filter { _, entry in
            if case .answered = entry.stage { true } else { false }
        }
        return Set(answered.keys.map { WebServer($0) })
    }

    /// Forgets every answer in `scope`, and every refusal for its servers; questions that are open stay.
    mutating func forget(_ scope: SignOutScope) {
        for server in scope.servers { refusals[server] = nil }
        asked.subtract(scope.servers)
        entries = entries.filter { space, entry in
            if case .waiting = entry.stage { true } else { !scope.contains(space) }
        }
    }

    /// Allows asking again where the person declined, and for more servers: the person opens something, or retries.
    package mutating func forgetRefusals() {
        (refusals, asked) = ([:], [])
        entries = entries.filter { _, entry in
            if case .declined = entry.stage { false } else { true }
        }
        for space in entries.keys { entries[space]?.unprovedCount = 0 }
    }
}
