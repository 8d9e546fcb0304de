/// What is known of the names and passwords in use, and who waits for which: decides for each request that is asked for
/// one whether to look it up, to ask, to wait for an answer that is on its way, or to do without.
///
/// A pure value; CredentialBroker runs its actions. `Waiter` is whatever takes an answer.
public struct CredentialBook<Waiter> {
    /// A credential and its number: each answer gets the next, so that a request can say which one it was refused with.
    struct Numbered: Sendable, Equatable {
        /// To be tried, or known to be right.
        let credential: Credential
        /// Greater than that of all before it.
        let number: Int
    }

    /// What is to be done.
    enum Action {
        /// Call `CredentialBook.lookedUp` with what the keyring holds.
        case lookUp(ProtectionSpace)
        /// Call `CredentialBook.answered` with what the person says.
        case ask(CredentialQuestion)
        /// Give those that wait their answer: nil for none.
        case answer([Waiter], Numbered?)
        /// Let the keyring remember this.
        case remember(Credential, ProtectionSpace)
        /// Let the keyring forget this.
        case forget(ProtectionSpace)
        /// Say that what the space keeps can be had now.
        case tellOpened(ProtectionSpace)
    }

    private enum Stage {
        /// The keyring or the person is being asked.
        case waiting([Waiter])
        /// `isToBeRemembered` until it has been handed to the keyring; `isProved` once a request was let in with it.
        case answered(Numbered, isToBeRemembered: Bool, isProved: Bool)
        /// The person does not want to say.
        case declined
    }
    private struct Entry {
        var stage: Stage
        var name: String?
        var wasWrong = false
        /// Whether the keyring holds something that turned out to be wrong.
        var isStale = false
        var canRemember = false
    }
    private struct Server: Hashable {
        let host: String
        let port: Int
        init(_ space: ProtectionSpace) { (host, port) = (space.host, space.port) }
    }

    /// A person who has said no this often is not asked for this server again, whatever realms it invents.
    private static var mostRefusals: Int { 3 }

    private var entries: [ProtectionSpace: Entry] = [:]
    private var refusals: [Server: Int] = [:]
    private var lastNumber = 0

    /// Nothing is known.
    init() {}

    /// A request has been refused for want of a credential of `space`. `failed` is the number of the one that it was
    /// sent with, or nil where it was sent with none of this book's; `wasWrong` says that it was sent with some.
    mutating func challenged(
        _ space: ProtectionSpace, failed: Int?, wasWrong: Bool, waiter: Waiter
    ) -> [Action] {
        guard var entry = entries[space] else {
            guard refusals[Server(space), default: 0] < Self.mostRefusals else { return [.answer([waiter], nil)] }
            entries[space] = Entry(stage: .waiting([waiter]), wasWrong: wasWrong)
            return [.lookUp(space)]
        }
        switch entry.stage {
        case .waiting(let waiters):
            entries[space]?.stage = .waiting(waiters + [waiter])
            return []
        case .declined:
            return [.answer([waiter], nil)]
        case .answered(let answer, let isToBeRemembered, _):
            // Refused with an older one, or with none: there is a newer one since.
            guard failed == answer.number else { return [.answer([waiter], answer)] }
            entry.stage = .waiting([waiter])
            entry.name = answer.credential.name
            entry.wasWrong = true
            if !isToBeRemembered, entry.canRemember { entry.isStale = true }
            entries[space] = entry
            return [.ask(question(entry, space))]
        }
    }

    /// The keyring has said what it holds.
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
            entries[space] = entry
            return [.ask(question(entry, space))]
        }
    }

    private func question(_ entry: Entry, _ space: ProtectionSpace) -> CredentialQuestion {
        CredentialQuestion(
            space: space, name: entry.name, wasWrong: entry.wasWrong, canRemember: entry.canRemember)
    }

    /// The person has said it, or said no.
    mutating func answered(_ space: ProtectionSpace, _ said: CredentialAnswer?) -> [Action] {
        guard var entry = entries[space], case .waiting(let waiters) = entry.stage else { return [] }
        guard let said else {
            refusals[Server(space), default: 0] += 1
            entries[space]?.stage = .declined
            return [.answer(waiters, nil)]
        }
        lastNumber += 1
        let answer = Numbered(credential: said.credential, number: lastNumber)
        let isToBeRemembered = said.isToBeRemembered && entry.canRemember
        entry.stage = .answered(answer, isToBeRemembered: isToBeRemembered, isProved: false)
        entries[space] = entry
        return [.answer(waiters, answer)]
    }

    /// A request sent with the credential numbered `number` was let in: now it is worth remembering, and worth telling
    /// to those who have been refused without it.
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
        entries[space] = entry
        return actions
    }

    /// Lets the person be asked again where the answer was no.
    public mutating func forgetRefusals() {
        refusals = [:]
        entries = entries.filter { _, entry in
            if case .declined = entry.stage { false } else { true }
        }
    }
}
