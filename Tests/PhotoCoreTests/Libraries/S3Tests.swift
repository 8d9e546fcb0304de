import Foundation
import Testing

@testable import PhotoCore

@Suite("Buckets of S3 stores")
struct S3Tests {
    private static func url(_ text: String) throws -> URL { try TypedLocation.parse(text).get() }

    @Test func `A bucket is typed as other programs write it, and keeps no password`() throws {
        let plain = try #require(S3Location(Self.url("s3://photos")))
        #expect((plain.bucket, plain.prefix) == ("photos", ""))
        let part = try #require(S3Location(Self.url(" s3://photos/2019/Büro 1/ ")))
        #expect(part.prefix == "2019/Büro 1/")
        #expect(try Self.url("s3://key:secret@photos/a").absoluteString == "s3://photos/a")
        let told = try #require(
            S3Location(Self.url("s3://photos/a?endpoint=http%3A%2F%2Fnas%3A9000&region=eu-west-1&profile=home")))
        #expect(told.endpoint?.absoluteString == "http://nas:9000")
        #expect((told.region, told.profile) == ("eu-west-1", "home"))
    }

    @Test(arguments: ["s3:", "s3://", "s3:///a", "s3:photos", "s3://photos:80/", "s3://a b/"])
    func `What names no bucket is refused`(text: String) {
        #expect(throws: LocationFailure.self) { try TypedLocation.parse(text).get() }
    }

    @Test func `Amazon’s buckets are hosts, where a name can be one; those of others are in the path`() throws {
        let none = S3Configuration()
        let store = { (text: String, configuration: S3Configuration) in
            try configuration.access(to: #require(S3Location(Self.url(text)))).store.absoluteString
        }
        #expect(try store("s3://photos", none) == "https://photos.s3.us-east-1.amazonaws.com/")
        #expect(try store("s3://photos?region=cn-north-1", none) == "https://photos.s3.cn-north-1.amazonaws.com.cn/")
        #expect(try store("s3://my.photos", none) == "https://s3.us-east-1.amazonaws.com/my.photos/")
        #expect(try store("s3://Old_Photos", none) == "https://s3.us-east-1.amazonaws.com/Old_Photos/")
        #expect(try store("s3://photos?endpoint=http://nas:9000/s3", none) == "http://nas:9000/s3/photos/")
        let virtual = S3Configuration(
            config: "[default]\nendpoint_url = https://nas\ns3 =\n  addressing_style = virtual\n")
        #expect(try store("s3://photos", virtual) == "https://photos.nas/")
    }

    @Test(
        arguments: [
            ("s3://photos", "photos.s3.eu-west-1.amazonaws.com", true),
            ("s3://photos", "photos.s3.us-east-1.amazonaws.com", true),
            ("s3://photos", "other.s3.eu-west-1.amazonaws.com", false),
            ("s3://photos", "photos.s3.eu-west-1.example.com", false),
            ("s3://photos", "photos.s3.amazonaws.com.example.com", false),
            ("s3://photos", "s3.eu-west-1.amazonaws.com", false), ("s3://photos", "photos", false),
            ("s3://my.photos", "s3.eu-west-1.amazonaws.com", true),
            ("s3://my.photos", "photos.s3.eu-west-1.amazonaws.com", false),
            ("s3://photos?endpoint=https://nas", "photos.s3.eu-west-1.amazonaws.com", false),
            ("s3://photos?endpoint=https://nas", "nas", false),
        ])
    func `A bucket of Amazon’s may be at the host of any region`(text: String, host: String, isThere: Bool) throws {
        let access = try S3Configuration().access(to: #require(S3Location(Self.url(text))))
        #expect(access.mayBe(at: WebServer(host: host, port: 443)) == isThere)
        #expect(!access.mayBe(at: WebServer(host: host, port: 80)))
    }

    private static let config = """
        # A comment.
        [default]
        region = eu-central-1
        [profile work]
        region=us-west-2   # theirs
        services = office
        aws_access_key_id = WORKID
        aws_secret_access_key = work/secret=+
        s3 =
            addressing_style = path
            max_concurrent_requests = 20
        output = json
        [services office]
        s3 =
          endpoint_url = https://store.example.org
        [broken
        = nothing
        """
    private static let credentials = """
        [default]\r
        aws_access_key_id=HOMEID\r
        aws_secret_access_key=home\r
        aws_session_token=token\r
        """

    private static func access(_ text: String, _ environment: [String: String] = [:]) throws -> S3Access {
        let configuration = S3Configuration(environment: environment, config: config, credentials: credentials)
        return try configuration.access(to: #require(S3Location(url(text))))
    }

    @Test func `Profiles, services and keys come from the files that all programs share`() throws {
        let home = try Self.access("s3://photos")
        #expect(home.key == S3Key(id: "HOMEID", secret: "home", token: "token"))
        #expect(home.region == "eu-central-1")
        let work = try Self.access("s3://photos?profile=work")
        #expect(work.key == S3Key(id: "WORKID", secret: "work/secret=+"))
        #expect(work.store.absoluteString == "https://store.example.org/photos/")
        #expect(work.region == "us-west-2")
        #expect(try Self.access("s3://photos", ["AWS_PROFILE": "work"]) == work)
    }

    @Test(arguments: ["work", "at home", "a:b@c/d", "Büro", "100%"])
    func `A profile stands in an address in place of a person’s name, and is no login`(profile: String) throws {
        let store = try #require(URL(string: "https://photos.s3.us-east-1.amazonaws.com/"))
        let address = SigningProfile.address(store, for: profile)
        #expect(SigningProfile.name(in: address) == profile)
        #expect(address.host == store.host && address.path == store.path && !address.hasLogin)
        #expect(SigningProfile.address(store, for: nil) == store)
        for text in ["https://work@h/", "https://profile;work:secret@h/"] {
            let login = try #require(URL(string: text))
            #expect(SigningProfile.name(in: login) == nil && login.hasLogin)
        }
    }

    @Test func `The environment counts before the usual profile, and after one that is named`() throws {
        let environment = [
            "AWS_ACCESS_KEY_ID": "ENVID", "AWS_SECRET_ACCESS_KEY": "env", "AWS_REGION": "sa-east-1",
            "AWS_ENDPOINT_URL": "http://one", "AWS_ENDPOINT_URL_S3": "http://two",
        ]
        let usual = try Self.access("s3://photos", environment)
        #expect(usual.key?.id == "ENVID")
        #expect(usual.region == "sa-east-1")
        #expect(usual.store.absoluteString == "http://two/photos/")
        #expect(try Self.access("s3://photos?profile=work", environment).key?.id == "WORKID")
        #expect(try Self.access("s3://photos?region=x&endpoint=http://three", environment).store.host == "three")
    }

    /// A region is a part of the host: one with a slash would name another server.
    @Test(arguments: [
        "e%5Bu-west-1", "evil.example%2F", "a@b", "a.b", "", "a b", "a%0Ab", String(repeating: "a", count: 64),
    ])
    func `What cannot be a region is said, and leads nowhere`(region: String) throws {
        let url = try #require(URL(string: "s3://photos?region=\(region.replacing(" ", with: "%20"))"))
        guard !region.isEmpty else { return #expect(S3Access.isRegion(region) == false) }
        #expect { try S3Configuration().access(to: #require(S3Location(url))) } throws: { error in
            "\(error)".contains("is not the name of an S3 region.")
        }
        let configured = S3Configuration(environment: ["AWS_REGION": region])
        #expect(throws: FetchFailure.self) { try configured.access(to: #require(S3Location(Self.url("s3://photos")))) }
    }

    @Test func `A bucket that can be no part of its store's host has no address there`() throws {
        let configuration = S3Configuration(
            environment: ["AWS_ENDPOINT_URL": "http://[::1]:9000"],
            config: "[default]\ns3 =\n  addressing_style = virtual\n")
        #expect { try configuration.access(to: #require(S3Location(Self.url("s3://photos")))) } throws: { error in
            "\(error)" == "The S3 bucket “photos” has no address at ::1."
        }
    }

    @Test func `A profile that is not there is named, and no secret is ever in words`() throws {
        #expect {
            try Self.access("s3://photos?profile=other")
        } throws: { error in
            (error as? FetchFailure)?.description.contains("“other”") == true
        }
        let access = try Self.access("s3://photos?profile=work")
        #expect(!"\(access)".contains("work/secret"))
        #expect(!String(reflecting: access).contains("work/secret"))
    }

    @Test(
        arguments: [
            "credential_process = /usr/bin/keys --for me", "sso_session = office",
            "sso_start_url = https://h/start\nsso_account_id = 1", "role_arn = arn:aws:iam::1:role/x",
        ])
    func `A profile without keys says which of its settings gives none here`(_ settings: String) throws {
        let url = try #require(URL(string: "s3://photos/?profile=at%20work"))
        let location = try #require(S3Location(url))
        let setting = try #require(settings.split(separator: " ").first.map(String.init))
        let configuration = S3Configuration(config: "[profile at work]\n\(settings)\n")
        let access = try configuration.access(to: location)
        #expect(access.key == nil)
        #expect(access.keyNote.contains("“at work”") && access.keyNote.contains("“\(setting)”"))
        #expect(!access.keyNote.contains("/usr/bin"))
        // With a key there is nothing to say.
        let keys = "[at work]\naws_access_key_id = a\naws_secret_access_key = b\n"
        let withKey = S3Configuration(config: "[profile at work]\n\(settings)\n", credentials: keys)
        #expect(try withKey.access(to: location).keyNote.isEmpty)
        #expect(try S3Configuration(config: "[profile at work]\nregion = x").access(to: location).keyNote.isEmpty)
    }

    @Test func `The files are where the environment says`() {
        #expect(S3Configuration.files([:], home: "/home/a") == ("/home/a/.aws/config", "/home/a/.aws/credentials"))
        let set = ["AWS_CONFIG_FILE": "~/c", "AWS_SHARED_CREDENTIALS_FILE": "/k"]
        #expect(S3Configuration.files(set, home: "/home/a") == ("/home/a/c", "/k"))
    }
}
