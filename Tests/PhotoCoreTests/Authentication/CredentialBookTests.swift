import Foundation
@testable import PhotoCore
import Testing

@Suite("Who is asked for a name and a password, and when")
struct CredentialBookTests {
    private typealias Book = CredentialBook<String>

    private static func space(_ realm: String = "Photos", encrypted: Bool = false) -> ProtectionSpace {
        ProtectionSpace(host: "example.org", port: 80, realm: realm, scheme: .basic, isEncrypted: encrypted)
    }
    private let space = CredentialBookTests.space()
    private let anna = Credential(name: "anna", password: "secret")
    private let wrong = Credential(name: "anna", password: "wrong")

    /// The actions as text, for comparison.
    private func said(_ actions: [Book.Action]) -> [String] {
        actions.map { action in
            switch action {
            case .lookUp(let space): "look up \(space.realm)"
            case .ask(let question):
                "ask \(question.space.realm)" + (question.name.map { " of \($0)" } ?? "")
                    + (question.wasWrong ? ", was wrong" : "") + (question.canRemember ? ", can remember" : "")
            case .answer(let waiters, let answer):
                waiters.joined(separator: " ") + ": "
                    + (answer.map { "\($0.credential.password) \($0.number)" } ?? "none")
            case .fail(let waiters): "the keyring does not answer " + waiters.joined(separator: " ")
            case .remember(let credential, _): "remember \(credential.password)"
            case .forget(let space): "forget \(space.realm)"
            case .tellOpened(let space): "opened \(space.realm)"
            }
        }
    }

    @Test func `A keyring that does not answer fails those that wait, and is asked again by the next`() {
        var book = Book()
        _ = book.challenged(space, failed: nil, wasWrong: false, waiter: "a")
        _ = book.challenged(space, failed: nil, wasWrong: false, waiter: "b")
        #expect(said(book.lookedUp(space, .noAnswer)) == ["the keyring does not answer a b"])
        #expect(said(book.challenged(space, failed: nil, wasWrong: false, waiter: "c")) == ["look up Photos"])
        #expect(said(book.lookedUp(space, .found(anna))) == ["c: secret 1"])
    }

    @Test func `The keyring first, then the person, once for all that wait`() {
        var book = Book()
        #expect(said(book.challenged(space, failed: nil, wasWrong: false, waiter: "a")) == ["look up Photos"])
        #expect(said(book.challenged(space, failed: nil, wasWrong: false, waiter: "b")) == [])
        #expect(said(book.lookedUp(space, .nothing)) == ["ask Photos, can remember"])
        #expect(said(book.challenged(space, failed: nil, wasWrong: false, waiter: "c")) == [])
        #expect(said(book.answered(space, CredentialAnswer(anna))) == ["a b c: secret 1"])
        #expect(said(book.challenged(space, failed: nil, wasWrong: false, waiter: "d")) == ["d: secret 1"])
    }

    @Test func `The person hears where a browser can sign in, also after a wrong password`() throws {
        var book = Book()
        let server = try #require(URL(string: "http://example.org/"))
        func login(_ actions: [Book.Action]) -> URL? {
            if case .ask(let question)? = actions.first { question.browserLogin } else { nil }
        }
        _ = book.challenged(space, failed: nil, wasWrong: false, browserLogin: server, waiter: "a")
        #expect(login(book.lookedUp(space, .nothing)) == server)
        _ = book.answered(space, CredentialAnswer(wrong))
        #expect(login(book.challenged(space, failed: 1, wasWrong: true, waiter: "a")) == server)
    }

    @Test
    func `What the keyring holds is tried without a question; what is wrong is asked for, and replaced once right`() {
        var book = Book()
        _ = book.challenged(space, failed: nil, wasWrong: false, waiter: "a")
        #expect(said(book.lookedUp(space, .found(wrong))) == ["a: wrong 1"])
        let asked = said(book.challenged(space, failed: 1, wasWrong: true, waiter: "a"))
        #expect(asked == ["ask Photos of anna, was wrong, can remember"])
        #expect(said(book.answered(space, CredentialAnswer(anna, isToBeRemembered: true))) == ["a: secret 2"])
        #expect(said(book.accepted(space, number: 1)) == [])
        #expect(said(book.accepted(space, number: 2)) == ["remember secret", "opened Photos"])
        #expect(said(book.accepted(space, number: 2)) == [])
    }

    @Test func `What the keyring holds and is wrong goes, also if what is right is not to be remembered`() {
        var book = Book()
        _ = book.challenged(space, failed: nil, wasWrong: false, waiter: "a")
        _ = book.lookedUp(space, .found(wrong))
        _ = book.challenged(space, failed: 1, wasWrong: true, waiter: "a")
        _ = book.answered(space, CredentialAnswer(anna))
        #expect(said(book.accepted(space, number: 2)) == ["forget Photos", "opened Photos"])
    }

    @Test func `A wrong answer is remembered by nobody, and asked for again`() {
        var book = Book()
        _ = book.challenged(space, failed: nil, wasWrong: false, waiter: "a")
        _ = book.lookedUp(space, .nothing)
        _ = book.answered(space, CredentialAnswer(wrong, isToBeRemembered: true))
        let asked = said(book.challenged(space, failed: 1, wasWrong: true, waiter: "a"))
        #expect(asked == ["ask Photos of anna, was wrong, can remember"])
    }

    @Test func `Who was refused with an older answer gets the newer one, and nobody is asked`() {
        var book = Book()
        _ = book.challenged(space, failed: nil, wasWrong: false, waiter: "a")
        _ = book.lookedUp(space, .nothing)
        _ = book.answered(space, CredentialAnswer(wrong))
        _ = book.challenged(space, failed: 1, wasWrong: true, waiter: "a")
        _ = book.answered(space, CredentialAnswer(anna))
        #expect(said(book.challenged(space, failed: 1, wasWrong: true, waiter: "b")) == ["b: secret 2"])
    }

    @Test func `An open space is announced once per answer, when it has let in a request, and not before`() {
        var book = Book()
        _ = book.challenged(space, failed: nil, wasWrong: false, waiter: "a")
        _ = book.lookedUp(space, .noStore)
        #expect(said(book.accepted(space, number: 1)) == [])
        _ = book.answered(space, CredentialAnswer(wrong))
        _ = book.challenged(space, failed: 1, wasWrong: true, waiter: "a")
        #expect(said(book.accepted(space, number: 1)) == [])
        _ = book.answered(space, CredentialAnswer(anna))
        #expect(said(book.accepted(space, number: 2)) == ["opened Photos"])
        #expect(said(book.accepted(space, number: 2)) == [])
        // The password has changed on the server.
        _ = book.challenged(space, failed: 2, wasWrong: true, waiter: "b")
        _ = book.answered(space, CredentialAnswer(anna))
        #expect(said(book.accepted(space, number: 3)) == ["opened Photos"])
    }

    @Test func `What was declined is not asked again until it is wished`() {
        var book = Book()
        _ = book.challenged(space, failed: nil, wasWrong: false, waiter: "a")
        _ = book.lookedUp(space, .noStore)
        #expect(said(book.answered(space, nil)) == ["a: none"])
        #expect(said(book.challenged(space, failed: nil, wasWrong: false, waiter: "b")) == ["b: none"])
        book.forgetRefusals()
        #expect(said(book.challenged(space, failed: nil, wasWrong: false, waiter: "c")) == ["look up Photos"])
    }

    @Test func `A server that thinks up one realm after the other is refused after the third no`() {
        var book = Book()
        for realm in ["one", "two", "three"] {
            let space = Self.space(realm)
            #expect(said(book.challenged(space, failed: nil, wasWrong: false, waiter: "a")) == ["look up \(realm)"])
            _ = book.lookedUp(space, .nothing)
            _ = book.answered(space, nil)
        }
        let fourth = Self.space("four")
        #expect(said(book.challenged(fourth, failed: nil, wasWrong: false, waiter: "a")) == ["a: none"])
        book.forgetRefusals()
        #expect(said(book.challenged(fourth, failed: nil, wasWrong: false, waiter: "a")) == ["look up four"])
    }

    @Test func `Realms that ask at once are asked for one after another, and the third no is for all of them`() {
        var book = Book()
        let realms = ["one", "two", "three", "four", "five"]
        for realm in realms { _ = book.challenged(Self.space(realm), failed: nil, wasWrong: false, waiter: realm) }
        let asked = realms.map { said(book.lookedUp(Self.space($0), .nothing)) }
        #expect(asked == [["ask one, can remember"], [], [], [], []])
        #expect(said(book.answered(Self.space("one"), nil)) == ["one: none", "ask two, can remember"])
        // A yes leads to the next question, too.
        let yes = said(book.answered(Self.space("two"), CredentialAnswer(anna, isToBeRemembered: false)))
        #expect(yes.last == "ask three, can remember")
        #expect(said(book.answered(Self.space("three"), nil)) == ["three: none", "ask four, can remember"])
        #expect(said(book.answered(Self.space("four"), nil)) == ["four: none", "five: none"])
    }

    @Test func `A server that thinks up a realm for each answer is refused after the third that is not proved`() {
        var book = Book()
        for (number, realm) in ["one", "two", "three"].enumerated() {
            let space = Self.space(realm)
            #expect(said(book.challenged(space, failed: nil, wasWrong: true, waiter: "a")) == ["look up \(realm)"])
            #expect(said(book.lookedUp(space, .nothing)) == ["ask \(realm), was wrong, can remember"])
            #expect(said(book.answered(space, CredentialAnswer(anna))) == ["a: secret \(number + 1)"])
        }
        let fourth = Self.space("four")
        #expect(said(book.challenged(fourth, failed: nil, wasWrong: true, waiter: "a")) == ["a: none"])
        // Nor for a realm that it has named before.
        #expect(said(book.challenged(Self.space("one"), failed: 1, wasWrong: true, waiter: "a")) == ["a: none"])
        book.forgetRefusals()
        #expect(said(book.challenged(fourth, failed: nil, wasWrong: false, waiter: "a")) == ["look up four"])
        #expect(said(book.lookedUp(fourth, .nothing)) == ["ask four, can remember"])
    }

    @Test func `Wrong answers are asked for again twice, until it is wished`() {
        var book = Book()
        _ = book.challenged(space, failed: nil, wasWrong: false, waiter: "a")
        _ = book.lookedUp(space, .noStore)
        for number in 1..<Book.mostUnproved {
            _ = book.answered(space, CredentialAnswer(wrong))
            let again = said(book.challenged(space, failed: number, wasWrong: true, waiter: "a"))
            #expect(again == ["ask Photos of anna, was wrong"])
        }
        _ = book.answered(space, CredentialAnswer(wrong))
        #expect(said(book.challenged(space, failed: Book.mostUnproved, wasWrong: true, waiter: "a")) == ["a: none"])
        book.forgetRefusals()
        #expect(said(book.challenged(space, failed: nil, wasWrong: false, waiter: "a")) == ["look up Photos"])
    }

    @Test func `A server of many realms is asked for each, if the answers are right`() {
        var book = Book()
        for (index, realm) in ["one", "two", "three", "four", "five"].enumerated() {
            let space = Self.space(realm)
            _ = book.challenged(space, failed: nil, wasWrong: false, waiter: "a")
            #expect(said(book.lookedUp(space, .nothing)) == ["ask \(realm), can remember"])
            // Mistyped once.
            _ = book.answered(space, CredentialAnswer(wrong))
            _ = book.challenged(space, failed: 2 * index + 1, wasWrong: true, waiter: "a")
            _ = book.answered(space, CredentialAnswer(anna))
            let said = said(book.accepted(space, number: 2 * index + 2))
            #expect(said == ["forget \(realm)", "opened \(realm)"])
        }
    }

    @Test func `A proxy is asked for as often as it wants, and what the keyring knows is no answer of the person`() {
        var book = Book()
        let proxy = Self.space(of: 5, isProxy: true)
        _ = book.challenged(proxy, failed: nil, wasWrong: false, waiter: "a")
        _ = book.lookedUp(proxy, .noStore)
        for number in 1...2 * Book.mostUnproved {
            _ = book.answered(proxy, CredentialAnswer(wrong))
            let again = said(book.challenged(proxy, failed: number, wasWrong: true, waiter: "a"))
            #expect(again == ["ask Photos of anna, was wrong"])
        }
        for realm in ["one", "two", "three", "four"] {
            _ = book.challenged(Self.space(realm), failed: nil, wasWrong: false, waiter: "a")
            #expect(said(book.lookedUp(Self.space(realm), .found(wrong))).count == 1)
        }
        _ = book.challenged(Self.space("five"), failed: nil, wasWrong: false, waiter: "a")
        #expect(said(book.lookedUp(Self.space("five"), .noStore)) == ["ask five"])
    }

    private static func space(of number: Int, isProxy: Bool = false) -> ProtectionSpace {
        ProtectionSpace(
            host: "\(number).example.org", port: 80, realm: "Photos", scheme: .basic, isEncrypted: false,
            isProxy: isProxy)
    }

    @Test(arguments: [true, false])
    func `One catalogue asks for three servers, whatever is answered, and for a fourth when it is wished`(
        isAnswered: Bool
    ) {
        var book = Book()
        func ask(_ number: Int) -> [String] {
            _ = book.challenged(Self.space(of: number), failed: nil, wasWrong: false, waiter: "a")
            return said(book.lookedUp(Self.space(of: number), .nothing))
        }
        for number in 1...Book.mostServers {
            #expect(ask(number) == ["ask Photos, can remember"])
            _ = book.answered(Self.space(of: number), isAnswered ? CredentialAnswer(anna) : nil)
        }
        #expect(Book.mostServers == 3)
        #expect(ask(4) == ["a: none"])
        #expect(said(book.challenged(Self.space(of: 4), failed: nil, wasWrong: false, waiter: "b")) == ["b: none"])
        book.forgetRefusals()
        #expect(ask(4) == ["ask Photos, can remember"])
    }

    @Test func `What the keyring knows, another realm, a wrong answer and a proxy need no further server`() {
        var book = Book()
        for number in 1...Book.mostServers {
            _ = book.challenged(Self.space(of: number), failed: nil, wasWrong: false, waiter: "a")
            _ = book.lookedUp(Self.space(of: number), .noStore)
            _ = book.answered(Self.space(of: number), CredentialAnswer(wrong))
        }
        _ = book.challenged(Self.space(of: 4), failed: nil, wasWrong: false, waiter: "b")
        #expect(said(book.lookedUp(Self.space(of: 4), .found(wrong))) == ["b: wrong 4"])
        // What the keyring knows is wrong: that would be a question for a fourth server.
        #expect(said(book.challenged(Self.space(of: 4), failed: 4, wasWrong: true, waiter: "b")) == ["b: none"])
        let again = said(book.challenged(Self.space(of: 1), failed: 1, wasWrong: true, waiter: "c"))
        #expect(again == ["ask Photos of anna, was wrong"])
        let proxy = Self.space(of: 5, isProxy: true)
        _ = book.challenged(proxy, failed: nil, wasWrong: false, waiter: "d")
        #expect(said(book.lookedUp(proxy, .noStore)) == ["ask Photos"])
    }

    @Test func `What is known of the named servers is forgotten, but not a question that is open`() {
        var book = Book()
        for number in 1...3 {
            _ = book.challenged(Self.space(of: number), failed: nil, wasWrong: false, waiter: "a")
            _ = book.lookedUp(Self.space(of: number), .nothing)
        }
        for number in [1, 3] {
            _ = book.answered(Self.space(of: number), CredentialAnswer(anna, isToBeRemembered: true))
        }
        let servers = (1...3).map { WebServer(Self.space(of: $0)) }
        #expect(book.servers == [servers[0], servers[2]])
        book.forget([servers[0], servers[1]])
        #expect(book.servers == [servers[2]])
        // A request was sent with the forgotten answer.
        #expect(said(book.accepted(Self.space(of: 1), number: 1)) == [])
        #expect(said(book.answered(Self.space(of: 2), CredentialAnswer(anna))) == ["a: secret 3"])
        let again = said(book.challenged(Self.space(of: 1), failed: 1, wasWrong: true, waiter: "b"))
        #expect(again == ["look up Photos"])
        let kept = said(book.challenged(Self.space(of: 3), failed: nil, wasWrong: false, waiter: "c"))
        #expect(kept == ["c: secret 2"])
    }

    @Test func `A server that is forgotten may ask again, whatever was declined`() {
        var book = Book()
        for realm in ["one", "two", "three"] {
            _ = book.challenged(Self.space(realm), failed: nil, wasWrong: false, waiter: "a")
            _ = book.lookedUp(Self.space(realm), .nothing)
            _ = book.answered(Self.space(realm), nil)
        }
        #expect(book.servers.isEmpty)
        book.forget([WebServer(Self.space("one"))])
        for realm in ["one", "four"] {
            let asked = book.challenged(Self.space(realm), failed: nil, wasWrong: false, waiter: "a")
            #expect(said(asked) == ["look up \(realm)"])
        }
    }

    @Test func `What was given to https is not given to http`() {
        var book = Book()
        let secure = Self.space(encrypted: true)
        _ = book.challenged(secure, failed: nil, wasWrong: false, waiter: "a")
        _ = book.lookedUp(secure, .found(anna))
        #expect(said(book.challenged(space, failed: nil, wasWrong: false, waiter: "b")) == ["look up Photos"])
    }

    @Test func `A password is in no description`() {
        #expect(!"\(anna) \(String(reflecting: anna)) \([anna])".contains("secret"))
    }
}
