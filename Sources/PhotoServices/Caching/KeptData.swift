import Foundation
import PhotoCore

/// What the program keeps of servers: stored replies, files for other programs, names and passwords. Removes it when a
/// person says so.
package struct KeptData: Sendable {
    private let store: HTTPStore
    private let handed: HandedFiles
    private let libraries: LibraryStore?
    private let fetchers: [CachingFetcher]
    private let credentials: CredentialBroker
    private let mainContext: any MainContextPerforming
    private let queue = DispatchQueue(label: "Forgetting", qos: .userInitiated)

    /// What `store`, `handed` and `libraries` hold, and what `credentials` and `fetchers` know.
    package init(
        store: HTTPStore, handed: HandedFiles = HandedFiles(), libraries: LibraryStore? = nil,
        fetchers: [CachingFetcher],
        credentials: CredentialBroker, mainContext: any MainContextPerforming
    ) {
        self.store = store
        self.handed = handed
        self.libraries = libraries
        self.fetchers = fetchers
        self.credentials = credentials
        self.mainContext = mainContext
    }

    /// Removes stored replies, the files for other programs, and what is known of libraries. Reports how many bytes
    /// that has freed.
    package func clearCache(completion: @escaping @MainActor @Sendable (_ freed: Int) -> Void) {
        queue.async { [self] in
            let freed = store.removeAll() + handed.removeAll() + (libraries?.removeAll() ?? 0)
            mainContext.perform { completion(freed) }
        }
    }

    /// From now on stores at most about this many bytes of replies, and soon removes what is too much.
    package func setBudget(_ bytes: Int) {
        if store.limit.set(bytes) { queue.async { [store] in store.added(0) } }
    }

    /// Passes the servers whose names and passwords are known, and those that required some for what is stored.
    package func protectedServers(completion: @escaping @MainActor @Sendable (Set<WebServer>) -> Void) {
        credentials.servers { [self] known in
            queue.async {
                let servers = known.union(store.protectedServers).union(libraries?.servers ?? [])
                mainContext.perform { completion(servers) }
            }
        }
    }

    /// Forgets the names and passwords in `scope`, and removes what is stored from there; and the files for other
    /// programs, which do not say where they are from. Reports whether the keyring still has some of the passwords, and
    /// how many bytes are freed.
    package func forgetPasswords(
        for scope: SignOutScope, completion: @escaping @MainActor @Sendable (_ areLeft: Bool, _ freed: Int) -> Void
    ) {
        for fetcher in fetchers { fetcher.forgetLogins(in: scope) }
        credentials.forget(scope) { areLeft in
            // A fetch may have got one meanwhile.
            for fetcher in fetchers { fetcher.forgetLogins(in: scope) }
            queue.async { [self] in
                let freed =
                    store.removeAll(from: scope) + handed.removeAll() + (libraries?.removeAll(from: scope) ?? 0)
                mainContext.perform { completion(areLeft, freed) }
            }
        }
    }
}
