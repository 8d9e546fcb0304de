import Testing

@testable import GtkBridge

struct MnemonicTests {
    @Test(arguments: [
        ("_Open…", "Open…"), ("Fil_ter", "Filter"), ("Plain", "Plain"), ("", ""), ("ファイル(_F)…", "ファイル…"),
        ("打开(_O)", "打开"), ("(_", "("), ("(_F", "(F"), ("f(_x)y", "fy"), ("_", ""),
    ])
    func `A label reads without its mnemonic`(label: String, text: String) {
        #expect(Mnemonic.removed(from: label) == text)
    }
}
