/// The program's version, as CHANGELOG.md says it: a test compares the two.
package enum ProgramVersion {
    package static let text = "0.1.0"
}
