import Foundation
import GLibBridge
import Synchronization
import Testing
import TestSupport

@testable import PhotoServices

@Suite("How long the keyring is waited for")
struct KeyringPatienceTests {
    /// The results of calls, in the order in which they came.
    private final class Results: Sendable {
        private let all = Mutex<[String]>([])
        var values: [String] { all.withLock { $0 } }
        func add(_ value: String?) { all.withLock { $0.append(value ?? "none") } }
    }
    private let results = Results()

    /// A clock that goes on when a test says so: a busy machine starts threads late.
    private final class HandClock: Sendable {
        private struct State {
            var now = 0.0
            var waiting: [(due: Double, end: @Sendable () -> Void)] = []
        }
        private let state = Mutex(State())

        var clock: KeyringPatience.Clock {
            KeyringPatience.Clock {
                self.state.withLock { $0.now }
            } wait: { seconds, end in
                self.state.withLock { $0.waiting.append(($0.now + seconds, end)) }
            }
        }

        func pass(_ seconds: Double) {
            let due = state.withLock { state in
                state.now += seconds
                let now = state.now
                let due = state.waiting.filter { $0.due <= now }.sorted { $0.due < $1.due }.map { $0.end }
                state.waiting.removeAll { $0.due <= now }
                return due
            }
            for end in due { end() }
        }
    }
    private let time = HandClock()

    /// A service has ten seconds, and a person a minute.
    private func patience(
        lost: @escaping @Sendable () -> Void = {}, isPersonAsked: @escaping @Sendable () -> Bool = { false }
    ) -> KeyringPatience {
        KeyringPatience(
            KeyringPatience.Limits(service: 10, person: 60), clock: time.clock, lost: lost,
            isPersonAsked: isPersonAsked)
    }

    @Test func `Calls that answer get their results, one after the other`() {
        let patience = patience()
        for number in 0..<3 { patience.perform({ _ in "\(number)" }, completion: results.add) }
        #expect(becomesTrue { results.values.count == 3 })
        #expect(results.values == ["0", "1", "2"])
    }

    @Test func `A service that never answers gives none in time, and the next call is made`() {
        let patience = patience()
        let begun = Counter()
        patience.perform(
            { cancellable in
                _ = begun.next()
                return Self.wait(until: cancellable)
            }, completion: results.add)
        #expect(becomesTrue { begun.count == 1 })
        time.pass(9)
        #expect(results.values.isEmpty)
        time.pass(1)
        #expect(results.values == ["none"])
        patience.perform({ _ in "there" }, completion: results.add)
        #expect(becomesTrue { results.values == ["none", "there"] })
    }

    @Test func `By the system's clock too, a service that never answers gives none`() {
        let patience = KeyringPatience(KeyringPatience.Limits(service: 0.05, person: 120)) { false }
        patience.perform({ Self.wait(until: $0) }, completion: results.add)
        #expect(becomesTrue { results.values == ["none"] })
        #expect(becomesTrue { Self.result(of: "there", patience) == "there" })
        #expect(results.values == ["none"])
    }

    /// A call that ends only when it is cancelled.
    private static func wait(until cancellable: Cancellable) -> String {
        _ = becomesTrue { cancellable.isCancelled }
        return "cancelled"
    }

    @Test func `Calls behind one that does not even end when it is cancelled end too, and later ones are made`() {
        let gate = Gate()
        let losses = Counter()
        let patience = patience(lost: { _ = losses.next() })
        let hang: @Sendable (Cancellable) -> String = { _ in
            gate.pass()
            return "late"
        }
        patience.perform(hang, completion: results.add)
        #expect(gate.waitForSomebody())
        patience.perform({ _ in "behind it" }, completion: results.add)
        time.pass(10)
        #expect(results.values == ["none", "none"])
        // Until its thread counts as lost.
        #expect(losses.count == 0)
        time.pass(KeyringPatience.grace)
        #expect(losses.count == 1)
        #expect(Self.result(of: "later", patience) == "later")
        gate.open()
        #expect(results.values == ["none", "none"])
    }

    /// The result of a call that answers at once.
    private static func result(of text: String, _ patience: KeyringPatience) -> String? {
        let now = Results()
        patience.perform({ _ in text }, completion: now.add)
        return becomesTrue { !now.values.isEmpty } ? now.values.first : nil
    }

    @Test func `Where several threads do not come back, no more are started until one does`() {
        let gate = Gate()
        let patience = patience()
        for count in 1...KeyringPatience.mostLostThreads {
            patience.perform(
                { _ in
                    gate.pass()
                    return "late"
                }, completion: results.add)
            #expect(gate.waitForSomebody())
            time.pass(10)
            time.pass(KeyringPatience.grace)
            if count < KeyringPatience.mostLostThreads { #expect(Self.result(of: "later", patience) == "later") }
        }
        let now = Results()
        patience.perform({ _ in "later" }, completion: now.add)
        // At once.
        #expect(now.values == ["none"])
        gate.open()
        #expect(becomesTrue { Self.result(of: "later", patience) == "later" })
    }

    @Test func `While a person is asked it waits longer, but not for ever`() {
        let patience = patience(isPersonAsked: { true })
        let gate = Gate()
        patience.perform(
            { _ in
                gate.pass()
                return "unlocked"
            }, completion: results.add)
        #expect(gate.waitForSomebody())
        // A look-up in the meantime waits for the person as well.
        patience.perform({ _ in "there" }, completion: results.add)
        for _ in 0..<5 { time.pass(10) }
        gate.open()
        #expect(becomesTrue { results.values == ["unlocked", "there"] })

        patience.perform({ Self.wait(until: $0) }, completion: results.add)
        for _ in 0..<5 { time.pass(10) }
        #expect(results.values.count == 2)
        time.pass(10)
        #expect(results.values == ["unlocked", "there", "none"])
    }

    @Test func `A question lasts as long as its visit, and a lost visit that ends late leaves a later one's`() {
        let prompts = KeyringPrompts()
        let first = prompts.begin()
        prompts.take("Prompt", isIncoming: false)
        #expect(prompts.isAsking)
        prompts.lose()
        #expect(!prompts.isAsking)
        let second = prompts.begin()
        prompts.take("Prompt", isIncoming: false)
        prompts.end(first)
        #expect(prompts.isAsking)
        prompts.end(second)
        #expect(!prompts.isAsking)
        // Where it is not lost before the next begins.
        prompts.take("Prompt", isIncoming: false)
        let third = prompts.begin()
        #expect(!prompts.isAsking)
        prompts.take("Prompt", isIncoming: false)
        prompts.take("Completed", isIncoming: true)
        #expect(!prompts.isAsking)
        prompts.end(third)
    }

    @Test func `A secret service has ten seconds, and the portal of a sandbox a minute`() {
        #expect(KeyringPatience.serviceSeconds == 10 && KeyringPatience.personSeconds == 60)
        let (usual, inSandbox) = (
            KeyringPatience.Limits.standard(inSandbox: false), KeyringPatience.Limits.standard(inSandbox: true)
        )
        #expect(usual.service == 10 && usual.person == 60)
        #expect(inSandbox.service == 60 && inSandbox.person == 60)
    }
}
