import CSecret
import Foundation
import GLibBridge
import PhotoCore
import Synchronization

/// The desktop's keyring, through libsecret. Items have this program's own schema: it never sends other programs'
/// passwords, and its own can be viewed and removed in the desktop's password manager.
///
/// libsecret's calls may wait for the person to unlock the keyring, so they run on a thread of their own
/// (``KeyringPatience``).
package final class Keyring: CredentialStoring {
    private let prompts = KeyringPrompts()
    private let patience: KeyringPatience

    /// The session's keyring, if there is one.
    package init() {
        patience = KeyringPatience(.standard(inSandbox: Sandbox.isAround), lost: { [prompts] in prompts.lose() }) {
            [prompts] in prompts.isAsking
        }
    }

    private func perform<Value: Sendable>(
        _ work: @escaping @Sendable (KeyringSession) -> Value,
        completion: @escaping @Sendable (Value?) -> Void = { _ in }
    ) {
        patience.perform(
            { [prompts] cancellable in
                let visit = prompts.begin()
                defer { prompts.end(visit) }
                return work(KeyringSession(prompts: prompts, cancellable: cancellable))
            }, completion: completion)
    }

    /// See CredentialStoring. Without a secret service on the session bus there is no keyring.
    package func lookUp(_ space: ProtectionSpace, completion: @escaping @Sendable (CredentialLookup) -> Void) {
        perform {
            $0.lookedUp(space)
        } completion: {
            completion($0 ?? .noAnswer)
        }
    }

    /// See CredentialStoring. Failures are ignored: what was there stays, and the program will ask again.
    package func remember(_ credential: Credential, for space: ProtectionSpace) {
        perform { $0.remember(credential, for: space) }
    }

    /// See CredentialStoring.
    package func forget(_ space: ProtectionSpace) { perform { $0.clear(KeyringItem(space)) } }

    /// See CredentialStoring. A locked keyring names them too; one that does not answer names none.
    public func servers(completion: @escaping @Sendable (Set<WebServer>) -> Void) {
        perform { session in
            let places = session.isThere ? session.places(SECRET_SEARCH_ALL) : []
            return Set(places.map { WebServer($0.space) })
        } completion: {
            completion($0 ?? [])
        }
    }

    /// See CredentialStoring. Asks the person to unlock the keyring.
    public func forget(_ scope: SignOutScope, completion: @escaping @Sendable (_ areLeft: Bool) -> Void) {
        perform { session in
            guard session.isThere else { return false }
            let unlocking = SecretSearchFlags(rawValue: SECRET_SEARCH_ALL.rawValue | SECRET_SEARCH_UNLOCK.rawValue)
            for place in session.places(unlocking) where scope.contains(place.space) { session.clear(place.item) }
            return session.places(SECRET_SEARCH_ALL).contains { scope.contains($0.space) }
        } completion: {
            completion($0 ?? true)
        }
    }
}

/// One visit to the keyring, whose calls end once it is cancelled. On the keyring's thread.
private struct KeyringSession {
    let prompts: KeyringPrompts
    let cancellable: Cancellable

    /// How long the keyring's service may take to start, in seconds. A desktop's is already running; a session without
    /// one reports that at once.
    private static let startSeconds = 3

    func remember(_ credential: Credential, for space: ProtectionSpace) {
        let item = KeyringItem(space, name: credential.name)
        let stored = try? GLibError.check { error in
            secret_password_storev_sync(
                item.schema, item.attributes, SECRET_COLLECTION_DEFAULT, item.label, credential.password,
                cancellable.pointer, error)
        }
        guard let stored, stored != 0 else { return }
        // It has taken the place of the one with the same name. Others go once it is there.
        for other in found(KeyringItem(space), SECRET_SEARCH_ALL) {
            guard let name = other[KeyringItem.nameAttribute], name != credential.name else { continue }
            clear(KeyringItem(space, name: name))
        }
    }

    /// The protection spaces of this program's items; the item found with each stands for all of that space.
    func places(_ flags: SecretSearchFlags) -> [(space: ProtectionSpace, item: KeyringItem)] {
        found(KeyringItem([:]), flags).map { attributes in
            let space = ProtectionSpace(
                host: attributes["server"] ?? "", port: attributes["port"].flatMap { Int($0) } ?? 0,
                realm: attributes["object"] ?? "",
                scheme: attributes["authtype"].flatMap { ProtectionSpace.Scheme(rawValue: $0) } ?? .basic,
                isEncrypted: attributes["protocol"] == "https", isProxy: attributes["protocol"] == "proxy")
            // Exactly as stored.
            return (space, KeyringItem(attributes.filter { $0.key != KeyringItem.nameAttribute }))
        }
    }

    /// The attributes of the items that have those of `item`.
    private func found(_ item: KeyringItem, _ flags: SecretSearchFlags) -> [[String: String]] {
        let searched = try? GLibError.check {
            secret_password_searchv_sync(item.schema, item.attributes, flags, cancellable.pointer, $0)
        }
        guard let found = searched ?? nil else { return [] }
        defer { g_list_free_full(found) { $0.map { g_object_unref($0) } } }
        var all: [[String: String]] = []
        var next: UnsafeMutablePointer<GList>? = found
        while let each = next {
            defer { next = each.pointee.next }
            guard let data = each.pointee.data, let attributes = secret_retrievable_get_attributes(OpaquePointer(data))
            else { continue }
            defer { g_hash_table_unref(attributes) }
            let texts = KeyringItem.attributeNames.map { name in
                let text = g_hash_table_lookup(attributes, name)
                return (name, text.map { String(cString: $0.assumingMemoryBound(to: CChar.self)) })
            }
            all.append(Dictionary(uniqueKeysWithValues: texts).compactMapValues(\.self))
        }
        return all
    }

    func clear(_ item: KeyringItem) {
        _ = try? GLibError.check { secret_password_clearv_sync(item.schema, item.attributes, cancellable.pointer, $0) }
    }

    func lookedUp(_ space: ProtectionSpace) -> CredentialLookup {
        guard isThere else { return .noStore }
        let item = KeyringItem(space)
        let flags = SecretSearchFlags(rawValue: SECRET_SEARCH_UNLOCK.rawValue | SECRET_SEARCH_LOAD_SECRETS.rawValue)
        let searched = try? GLibError.check {
            secret_password_searchv_sync(item.schema, item.attributes, flags, cancellable.pointer, $0)
        }
        guard let found = searched ?? nil else { return .nothing }
        defer { g_list_free_full(found) { $0.map { g_object_unref($0) } } }
        guard let first = found.pointee.data, let credential = credential(in: OpaquePointer(first)) else {
            return .nothing
        }
        return .found(credential)
    }

    private func credential(in found: OpaquePointer) -> Credential? {
        let attributes = secret_retrievable_get_attributes(found)
        defer { attributes.map { g_hash_table_unref($0) } }
        let secret = try? GLibError.check { secret_retrievable_retrieve_secret_sync(found, cancellable.pointer, $0) }
        guard let attributes, let name = g_hash_table_lookup(attributes, KeyringItem.nameAttribute),
            let secret = secret ?? nil
        else { return nil }
        defer { secret_value_unref(UnsafeMutableRawPointer(secret)) }
        guard let password = secret_value_get_text(secret) else { return nil }
        return Credential(
            name: String(cString: name.assumingMemoryBound(to: CChar.self)), password: String(cString: password))
    }

    /// Whether a secret service runs on the session bus, or can be started. Asks the bus, not libsecret, which waits 25
    /// seconds, D-Bus's time-out, for a service that hangs. Within Flatpak there is none on the bus: libsecret keeps
    /// passwords in a file of its own, under a key from the portal.
    var isThere: Bool {
        if Sandbox.isAround { return true }
        let connected = try? GLibError.check { g_bus_get_sync(G_BUS_TYPE_SESSION, cancellable.pointer, $0) }
        guard let connected = connected ?? nil else { return false }
        let bus = ObjectReference(taking: UnsafeMutableRawPointer(connected))
        prompts.watch(bus)
        let parameters = g_variant_new_tuple(
            [g_variant_new_string("org.freedesktop.secrets"), g_variant_new_uint32(0)], 2)
        let answer = try? GLibError.check { error in
            g_dbus_connection_call_sync(
                bus.opaque, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
                "StartServiceByName", parameters, nil, G_DBUS_CALL_FLAGS_NONE, CInt(1000 * Self.startSeconds),
                cancellable.pointer, error)
        }
        guard let answer = answer ?? nil else { return false }
        g_variant_unref(answer)
        return true
    }
}

/// The form of a protection space in the keyring.
private final class KeyringItem {
    static let nameAttribute = "user"
    /// The names used by GNOME's own network passwords.
    static let attributeNames = ["server", "port", "object", "protocol", "authtype", nameAttribute]

    let schema: UnsafeMutablePointer<SecretSchema>?
    let attributes: OpaquePointer?
    let label: String

    /// The item for `space`; with a `name`, only that name's.
    convenience init(_ space: ProtectionSpace, name: String? = nil) {
        let realm = ShownText.line(space.realm)
        let values = [
            "server": space.host, "port": "\(space.port)", "object": space.realm,
            "protocol": space.isProxy ? "proxy" : space.isEncrypted ? "https" : "http",
            "authtype": space.scheme.rawValue, Self.nameAttribute: name,
        ]
        self.init(
            values.compactMapValues(\.self),
            label: realm.isEmpty
                ? "Classic Photos: \(space.host):\(space.port)"
                : localized("Classic Photos: “\(realm)” at \(space.host):\(space.port)"))
    }

    /// All of this program's items with these attributes; `label` names a new one.
    init(_ values: [String: String], label: String = "") {
        self.label = label
        let types = Self.table(Self.attributeNames.map { ($0, nil) })
        schema = secret_schema_newv("org.classicphotos.Password", SECRET_SCHEMA_NONE, types)
        g_hash_table_unref(types)
        attributes = Self.table(values.map { ($0, $1) })
    }

    deinit {
        secret_schema_unref(schema)
        g_hash_table_unref(attributes)
    }

    /// A table of owned string copies. A nil value becomes 0, the schema type of strings.
    private static func table(_ entries: [(String, String?)]) -> OpaquePointer? {
        let table = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free)
        for (key, value) in entries { g_hash_table_insert(table, g_strdup(key), value.flatMap { g_strdup($0) }) }
        return table
    }
}
