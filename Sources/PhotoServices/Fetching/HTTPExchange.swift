import CSoup
import Foundation
import GLibBridge
import PhotoCore
import Synchronization

/// Sends a request until the final reply. Follows redirects to http and https, and answers 401s and 407s: each with a
/// new message, after reading or cutting off the previous reply's body.
///
/// On the network thread.
final class HTTPExchange: Sendable {
    private struct State {
        /// The current message.
        var hop: Hop?
        var redirects = 0
        /// Whether a server has reported that it is the wrong one.
        var wasMisdirected = false
        /// How often it was signed again, for another clock or region.
        var corrections = 0
        /// How many questions for a login it was asked.
        var questions = 0
        /// Where the message went without its tickets, and these; nil if it needed none.
        var ticketed: (address: String, tickets: PictureTickets)?
        var hasRenewedTickets = false
        /// All tickets that were sent so far, also before a redirect to an address without one.
        var sentTickets: [PictureTickets] = []
    }
    /// The first address, as libsoup formats it.
    private let address: String
    /// Seconds since 1970.
    private let sentAt = Date().timeIntervalSince1970
    private let authentication: RequestAuthentication
    private let request: WireRequest
    private let thread: EventLoopThread
    private let session: SessionBox
    private let cancellable: Cancellable
    private let timeoutSeconds: Int
    private let tell: @Sendable (Transfer.Step) -> Void
    private let state = Mutex(State())

    /// Nil if the request's address is invalid.
    init?(
        _ request: WireRequest, on thread: EventLoopThread, _ session: SessionBox, _ cancellable: Cancellable,
        timeoutSeconds: Int, tell: @escaping @Sendable (Transfer.Step) -> Void
    ) {
        guard let address = g_uri_parse(request.url.absoluteString, SoupAddress.flags, nil) else { return nil }
        defer { g_uri_unref(address) }
        let login = Credential(of: address)
        let profile = login.flatMap { $0.password.isEmpty ? SigningProfile.name(ofUser: $0.name) : nil }
        // A profile is no login.
        let own = profile == nil ? login.map { (origin: Origin(address), credential: $0) } : nil
        authentication = RequestAuthentication(
            session.authentication, own: own, profile: profile, usesKeys: !request.method.isForOneServer)
        self.address = SoupAddress.plain(address)
        self.request = request
        self.thread = thread
        self.session = session
        self.cancellable = cancellable
        self.timeoutSeconds = timeoutSeconds
        self.tell = tell
    }

    /// The message sent last.
    var hop: Hop? { state.withLock { $0.hop } }

    func cut() {
        authentication.leaveTickets(ObjectIdentifier(self))
        hop?.cut()
    }

    /// Once for the clock, and once for the region.
    private static let mostCorrections = 2
    /// A login for a proxy and for some servers that redirect to each other, and a few that are wrong. A server that
    /// asks for two in turn, both known, would be answered for ever.
    static let mostQuestions = 8

    // MARK: - Sending

    func start() {
        guard request.method == .signedIn, let place = authentication.place(at: address),
            place.authorization == .session, !authentication.gallery.isSignedIn(at: place)
        else { return send(to: address) }
        signIn(at: place) { [self] in
            send(to: address)
        } orElse: { [self] in
            tell(.failed(.refused(status: 401, phrase: "")))
        }
    }

    private func send(to address: String) {
        guard !cancellable.isCancelled else { return tell(.failed(.cancelled)) }
        guard let place = authentication.placeOfTickets(for: address) else { return sendMessage(to: address) }
        if let tickets = authentication.tickets(of: place) { return sendMessage(to: address, tickets) }
        tell(.asking(true))
        authentication.askForTickets(
            of: place, for: ObjectIdentifier(self), on: session, timeoutSeconds: timeoutSeconds
        ) { [self] result in
            tell(.asking(false))
            switch result {
            case .success(let tickets): sendMessage(to: address, tickets)
            case .failure(let failure): tell(.failed(failure))
            }
        }
    }

    private func sendMessage(to address: String, _ tickets: PictureTickets? = nil, onNewConnection: Bool = false) {
        guard !cancellable.isCancelled else { return tell(.failed(.cancelled)) }
        state.withLock { state in
            state.ticketed = tickets.map { (address: address, tickets: $0) }
            if let tickets, !state.sentTickets.contains(tickets) { state.sentTickets.append(tickets) }
        }
        let hop = Hop(
            request.method, to: tickets?.apply(to: address) ?? address, fields: request.fields,
            authentication: authentication,
            onNewConnection: onNewConnection,
            session: session)
        guard let pointer = session.pointer, let hop else { return tell(.failed(.noWebAddress(address))) }
        state.withLock { $0.hop = hop }
        session.tunnels.add(hop)
        soup_session_send_async(
            pointer, hop.message.opaque, G_PRIORITY_DEFAULT, hop.cancellable.pointer,
            { source, result, data in
                guard let data, let source else { return }
                let exchange = Unmanaged<HTTPExchange>.fromOpaque(data).takeRetainedValue()
                exchange.didSend(source.withMemoryRebound(to: SoupSession.self, capacity: 1) { $0 }, result)
            }, Unmanaged.passRetained(self).toOpaque())
    }

    private func sendAgain(_ hop: Hop, onNewConnection: Bool = false) {
        let ticketed = state.withLock { $0.ticketed }
        sendMessage(
            to: ticketed?.address ?? SoupReply(hop).address ?? "", ticketed?.tickets, onNewConnection: onNewConnection)
    }

    // MARK: - Replies

    private func didSend(_ session: UnsafeMutablePointer<SoupSession>, _ result: OpaquePointer?) {
        guard let hop else { return }
        do throws(GLibError) {
            let opened = try GLibError.check { soup_session_send_finish(session, result, $0) }
            guard let opened else { return tell(.failed(.other(reason: localized("The server sent nothing.")))) }
            take(ObjectReference(taking: UnsafeMutableRawPointer(opened)), of: hop)
        } catch {
            failed(hop, error)
        }
    }

    private func failed(_ hop: Hop, _ error: GLibError) {
        guard !cancellable.isCancelled else { return tell(.failed(.cancelled)) }
        if let question = hop.tunnelQuestion {
            return answer(question, to: hop) { [self] in tell(.failed(hop.failure)) }
        }
        let isFirst = state.withLock { state in
            defer { if hop.isMisdirected { state.wasMisdirected = true } }
            return !state.wasMisdirected
        }
        if hop.isMisdirected, isFirst { return sendAgain(hop, onNewConnection: true) }
        tell(hop.failure.map { .failed($0) } ?? .broken(error))
    }

    /// Decides what the reply leads to.
    private func take(_ stream: ObjectReference, of hop: Hop) {
        guard !cancellable.isCancelled else { return hop.cut() }
        let reply = SoupReply(hop)
        let (ticketed, secrets) = state.withLock { ($0.ticketed, $0.sentTickets) }
        let head = reply.head(
            askedFor: request.url, sentTo: address, sentAt: sentAt, isReally: ticketed?.address, without: secrets,
            hadLogin: authentication.hadLogin || secrets.contains(where: \.areSecret))
        authentication.isAnswered(hop.message.opaque, status: head.status)
        // A form is what signs in.
        if !request.method.isForOneServer, let place = authentication.place(of: hop.message.opaque),
            PlaceRefusal.mayBe(head, at: place)
        {
            return ReplyDrain.read(stream, of: hop, length: reply.length, on: thread) { [self] body in
                take(PlaceRefusal(body, head, at: place), head, of: hop, at: place)
            }
        }
        let (target, followed) = (reply.target, state.withLock { $0.redirects })
        switch Redirection(
            status: head.status, location: head.fields["location"], target: target?.place, followed: followed)
        {
        case .refuse(.redirectRefused) where !secrets.isEmpty,
            .follow where !secrets.isEmpty && target?.origin != Origin(of: hop.message.opaque),
            .follow where secrets.contains { $0.isRevealed(by: target?.text ?? "") }:
            refuse(hop, .redirectRefused(location: target?.origin.host ?? ""))
        case .follow where request.method.isForOneServer && target?.origin != Origin(of: hop.message.opaque):
            refuse(hop, .redirectRefused(location: target?.text ?? ""))
        case .follow:
            state.withLock { $0.redirects += 1 }
            let next = secrets.reduce(target?.text ?? "") { $1.withdraw(from: $0) }
            drain(stream, of: hop) { [self] in send(to: next) }
        case .refuse(let failure): refuse(hop, failure)
        case .none
        where request.method.isAnswered(by: head.status)
            && (head.status != 401 || ServerQuestion(of: hop.message.opaque) == nil):
            open(stream, of: hop, head, isAnswer: true)
        case .none where head.status == 401 || head.status == 407:
            guard request.method != .signOut, let question = ServerQuestion(of: hop.message.opaque) else {
                return refuse(hop, .unanswerable(status: head.status))
            }
            drain(stream, of: hop) { [self] in
                answer(question, to: hop) { [self] in
                    tell(.event(.opened(head, SoupReply(hop).observation)))
                    tell(.failed(nil))
                }
            }
        case .none: open(stream, of: hop, head)
        }
    }

    /// A place has refused the request: it may need another clock, region or key.
    private func take(_ refusal: PlaceRefusal, _ head: ReplyHead, of hop: Hop, at place: LibraryPlace) {
        guard !cancellable.isCancelled else { return tell(.failed(.cancelled)) }
        if head.status == 403, let (address, tickets) = ticketsToRenew() {
            authentication.refused(tickets, of: place)
            return send(to: address)
        }
        let isOften = state.withLock { state in
            state.corrections += 1
            return state.corrections > Self.mostCorrections
        }
        if !isOften, authentication.learn(place, skew: refusal.skew, region: refusal.region) { return sendAgain(hop) }
        let fail: @Sendable () -> Void = { [self] in
            let said = refusal.message.isEmpty ? head : head.with(phrase: refusal.message)
            tell(.event(.opened(said, SoupReply(hop).observation)))
            tell(.failed(nil))
        }
        if place.authorization == .session {
            let isSignedIn = authentication.gallery.sent != nil
            return signIn(at: place) { [self] in
                sendAgain(hop)
            } orElse: { [self] in
                guard isSignedIn, !refusal.message.isEmpty else { return fail() }
                tell(.failed(.other(reason: refusal.message)))
            }
        }
        guard refusal.asksForKey(hadKey: authentication.hadLogin, status: head.status),
            let question = ServerQuestion(for: place)
        else { return fail() }
        answer(question, to: hop, orElse: fail)
    }

    /// The tickets that were refused, and the address without them; nil if none were sent, or others before.
    private func ticketsToRenew() -> (address: String, tickets: PictureTickets)? {
        state.withLock { state in
            guard !state.hasRenewedTickets, let ticketed = state.ticketed else { return nil }
            state.hasRenewedTickets = true
            return ticketed
        }
    }

    private func refuse(_ hop: Hop, _ failure: FetchFailure) {
        hop.cut()
        tell(.failed(failure))
    }

    private func drain(_ stream: ObjectReference, of hop: Hop, then goOn: @escaping @Sendable () -> Void) {
        ReplyDrain.read(stream, of: hop, length: SoupReply(hop).length, on: thread) { _ in goOn() }
    }

    private func answer(_ question: ServerQuestion, to hop: Hop, orElse refuse: @escaping @Sendable () -> Void) {
        let isOften = state.withLock { state in
            state.questions += 1
            return state.questions > Self.mostQuestions
        }
        if isOften { return refuse() }
        tell(.asking(true))
        authentication.answer(question, on: session, timeoutSeconds: timeoutSeconds) { [self] end in
            takeEnd(end, then: { self.sendAgain(hop) }, orElse: refuse)
        }
    }

    /// Has a person sign in to a gallery. Calls `goOn`; or `refuse` if the person does not want to, or may not see it.
    private func signIn(
        at place: LibraryPlace, then goOn: @escaping @Sendable () -> Void, orElse refuse: @escaping @Sendable () -> Void
    ) {
        tell(.asking(true))
        authentication.gallery.signIn(at: place, on: session, timeoutSeconds: timeoutSeconds) { [self] end in
            takeEnd(end, then: goOn, orElse: refuse)
        }
    }

    private func takeEnd(_ end: SignInEnd, then goOn: () -> Void, orElse refuse: () -> Void) {
        tell(.asking(false))
        guard !cancellable.isCancelled else { return tell(.failed(.cancelled)) }
        switch end {
        case .signedIn: goOn()
        case .declined: refuse()
        case .failed(let failure): tell(.failed(failure))
        }
    }

    private func open(_ stream: ObjectReference, of hop: Hop, _ head: ReplyHead, isAnswer: Bool = false) {
        let head = isAnswer && request.method == .getOrReason ? head.asAnswer : head
        let isSuccess = (200..<300).contains(head.status) || isAnswer
        if isSuccess, let length = head.lengthFlaw { return refuse(hop, .wrongLength(length)) }
        tell(.event(.opened(head, SoupReply(hop).observation)))
        // Nobody needs an error's body; a 304 has none. The next request may need its connection.
        guard isSuccess else {
            tell(.failed(nil))
            return drain(stream, of: hop) {}
        }
        do throws(FetchFailure) {
            tell(.body(try ReplyBody(stream, of: hop.message.opaque, head)))
        } catch {
            refuse(hop, error)
        }
    }
}
