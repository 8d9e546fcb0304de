import Foundation

/// What a person has configured for S3 stores: the environment, and the files `config` and `credentials` that all
/// programs for S3 share (https://docs.aws.amazon.com/sdkref/latest/guide/file-format.html). A pure value.
public struct S3Configuration: Sendable, Equatable {
    /// The settings of one profile, by lower-case name; those within `s3 =` have the prefix `s3.`.
    private typealias Section = [String: String]

    private let environment: [String: String]
    private var profiles: [String: [String: String]] = [:]
    private var services: [String: [String: String]] = [:]

    /// The region of a store that names none.
    static let usualRegion = "us-east-1"
    private static let usualProfile = "default"

    /// The variables, and the texts of the two files; what the credentials say counts first.
    public init(environment: [String: String] = [:], config: String = "", credentials: String = "") {
        self.environment = environment
        for (heading, section) in Self.sections(config) {
            let words = heading.split(separator: " ", maxSplits: 1).map { String($0).trimmed }
            switch (words.first, words.count) {
            case ("profile", 2): profiles[words[1], default: [:]].merge(section) { $1 }
            case ("services", 2): services[words[1], default: [:]].merge(section) { $1 }
            case (Self.usualProfile, 1): profiles[Self.usualProfile, default: [:]].merge(section) { $1 }
            default: break
            }
        }
        for (heading, section) in Self.sections(credentials) { profiles[heading, default: [:]].merge(section) { $1 } }
    }

    /// The places of the two files, as the environment and the home folder have them.
    public static func files(_ environment: [String: String], home: String) -> (config: String, credentials: String) {
        let place = { (name: String, usual: String) in
            let set = environment[name] ?? ""
            return set.isEmpty ? home + "/.aws/" + usual : set.hasPrefix("~/") ? home + set.dropFirst() : set
        }
        return (place("AWS_CONFIG_FILE", "config"), place("AWS_SHARED_CREDENTIALS_FILE", "credentials"))
    }

    /// How the objects at `location` are reached. Throws a sentence about a profile that is not there, and about names
    /// of which no store's address can be made.
    public func access(to location: S3Location) throws(FetchFailure) -> S3Access {
        let named = location.profile ?? set("AWS_PROFILE")
        let profile = profiles[named ?? Self.usualProfile]
        if let named, profile == nil {
            throw .other(reason: localized("There is no profile “\(ShownText.line(named))” in the S3 configuration."))
        }
        let settings = profile ?? [:]
        let region =
            location.region ?? set("AWS_REGION") ?? set("AWS_DEFAULT_REGION") ?? settings["region"]
            ?? Self.usualRegion
        guard S3Access.isRegion(region) else {
            throw .other(reason: localized("“\(ShownText.line(region))” is not the name of an S3 region."))
        }
        let service = settings["services"].flatMap { services[$0] } ?? [:]
        let endpoint =
            location.endpoint
            ?? [
                set("AWS_ENDPOINT_URL_S3"), service["s3.endpoint_url"], settings["s3.endpoint_url"],
                set("AWS_ENDPOINT_URL"), settings["endpoint_url"],
            ].lazy.compactMap { $0.flatMap { URL(string: $0)?.webAddress } }.first
        let style = settings["s3.addressing_style"]
        guard let store = Self.store(location.bucket, at: endpoint, region, style: style) else {
            let host = ShownText.line(endpoint?.host ?? "")
            let bucket = ShownText.line(location.bucket)
            throw .other(reason: localized("The S3 bucket “\(bucket)” has no address at \(host)."))
        }
        let key = key(settings, isNamed: location.profile != nil)
        return S3Access(
            store: store, region: region, key: key,
            keyNote: key == nil ? Self.keyNote(named ?? Self.usualProfile, settings) : "")
    }

    /// Settings of a profile that give keys in ways of their own, which need other programs or a browser.
    private static let unusedSettings = [
        "credential_process", "sso_session", "sso_start_url", "login_session", "role_arn", "web_identity_token_file",
    ]

    private static func keyNote(_ profile: String, _ settings: Section) -> String {
        guard let setting = unusedSettings.first(where: { settings[$0]?.isEmpty == false }) else { return "" }
        return localized(
            "The profile “\(ShownText.line(profile))” of the S3 configuration has no key but “\(setting)”, which "
                + "Classic Photos does not use. Enter a key, or add one to the profile.")
    }

    /// Keys in the environment count before those of the usual profile, and after those of a profile that is named.
    private func key(_ settings: [String: String], isNamed: Bool) -> S3Key? {
        let own = Self.key(
            settings["aws_access_key_id"], settings["aws_secret_access_key"], settings["aws_session_token"])
        let general = Self.key(
            set("AWS_ACCESS_KEY_ID"), set("AWS_SECRET_ACCESS_KEY"), set("AWS_SESSION_TOKEN"))
        return isNamed ? own ?? general : general ?? own
    }

    private static func key(_ id: String?, _ secret: String?, _ token: String?) -> S3Key? {
        guard let id, let secret, !id.isEmpty, !secret.isEmpty else { return nil }
        return S3Key(id: id, secret: secret, token: token.flatMap { $0.isEmpty ? nil : $0 })
    }

    private func set(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }

    /// The bucket's address. Amazon has a host for each bucket whose name can be one; TLS knows no names with dots.
    /// Other stores have the bucket in the path, unless `style` says `virtual`. Nil where the bucket can be no part of
    /// the host, such as that of an IPv6 address.
    private static func store(_ bucket: String, at endpoint: URL?, _ region: String, style: String?) -> URL? {
        let canBeHost =
            (3...63).contains(bucket.utf8.count)
            && bucket.utf8.allSatisfy { URLText.isDigit($0) || (0x61...0x7A).contains($0) || $0 == 0x2D }
            && bucket.first != "-" && bucket.last != "-"
        let isVirtual = canBeHost && (endpoint == nil ? style != "path" : style == "virtual")
        let domain = region.hasPrefix("cn-") ? "amazonaws.com.cn" : "amazonaws.com"
        let usual = "https://s3.\(region).\(domain)"
        guard var parts = URLComponents(string: endpoint?.absoluteString ?? usual), let host = parts.host,
            !host.isEmpty
        else { return nil }
        (parts.user, parts.password, parts.query, parts.fragment) = (nil, nil, nil, nil)
        var path = parts.percentEncodedPath
        if !path.hasSuffix("/") { path += "/" }
        if isVirtual {
            parts.host = bucket + "." + host
        } else {
            path += (bucket.addingPercentEncoding(withAllowedCharacters: S3Access.unreserved) ?? bucket) + "/"
        }
        parts.percentEncodedPath = path
        return parts.url?.webAddress
    }

    // MARK: - The files

    /// The sections of a file, in order. An indented line belongs to the setting above it, which has no value then.
    private static func sections(_ text: String) -> [(heading: String, settings: [String: String])] {
        var sections: [(heading: String, settings: [String: String])] = []
        var outer = ""
        for line in text.split(whereSeparator: \.isNewline) {
            let isNested = line.first == " " || line.first == "\t"
            let words = String(line).trimmed
            if words.isEmpty || words.hasPrefix("#") || words.hasPrefix(";") { continue }
            if !isNested, words.hasPrefix("["), let end = words.firstIndex(of: "]") {
                let heading = String(words[words.index(after: words.startIndex)..<end]).trimmed
                sections.append((heading, [:]))
                outer = ""
                continue
            }
            guard !sections.isEmpty, let equals = words.firstIndex(of: "=") else { continue }
            let name = String(words[..<equals]).trimmed.lowercased()
            let value = withoutComment(String(words[words.index(after: equals)...]).trimmed)
            if isNested, !outer.isEmpty {
                sections[sections.count - 1].settings[outer + "." + name] = value
            } else {
                sections[sections.count - 1].settings[name] = value
                outer = value.isEmpty ? name : ""
            }
        }
        return sections
    }

    /// A comment within a line follows white space.
    private static func withoutComment(_ value: String) -> String {
        for mark in [" #", " ;", "\t#", "\t;"] {
            if let range = value.firstRange(of: mark) { return withoutComment(String(value[..<range.lowerBound])) }
        }
        return value.trimmed
    }
}
