import Foundation
import Testing

@testable import PhotoServices

@Suite("The reader's locale and language")
struct GettextTranslatorTests {
    #if compiler(>=6.2)
        /// In a separate process, whose locale it sets.
        @Test func `A locale that is not installed costs only its own category`() async {
            await #expect(processExitsWith: .success) {
                func locale(_ category: CInt) -> String { setlocale(category, nil).map { String(cString: $0) } ?? "" }
                for name in ["LC_ALL", "LC_CTYPE", "LC_NUMERIC", "LC_COLLATE", "LC_MONETARY", "LC_MESSAGES"] {
                    unsetenv(name)
                }
                setenv("LANG", "C.UTF-8", 1)
                setenv("LC_TIME", "tlh_XX.UTF-8", 1)
                GettextTranslator.setLocale()
                for category in [LC_CTYPE, LC_NUMERIC, LC_COLLATE, LC_MONETARY, LC_MESSAGES] {
                    precondition(locale(category) == "C.UTF-8", locale(category))
                }
                precondition(locale(LC_TIME) == "C", locale(LC_TIME))
                setenv("LC_ALL", "tlh_XX.UTF-8", 1)
                setlocale(LC_ALL, "C")
                GettextTranslator.setLocale()
                precondition(locale(LC_CTYPE) == "C.UTF-8", locale(LC_CTYPE))
                precondition(locale(LC_MESSAGES) == "C", locale(LC_MESSAGES))
            }
        }

        /// In a separate process, whose environment it changes.
        @Test func `The languages of the program and its manual end with English`() async {
            await #expect(processExitsWith: .success) {
                unsetenv("LC_ALL")
                unsetenv("LC_MESSAGES")
                setenv("LANG", "C.UTF-8", 1)
                setenv("LANGUAGE", "en_US:de", 1)
                GettextTranslator.install()
                precondition(GettextTranslator.languages == ["en_US", "en"], "\(GettextTranslator.languages)")
                setenv("LANGUAGE", "POSIX:de", 1)
                precondition(GettextTranslator.languages.isEmpty, "\(GettextTranslator.languages)")
            }
        }
    #else
        @Test(.disabled("Exit tests take Swift 6.2."))
        func `A locale that is not installed costs only its own category`() {}
        @Test(.disabled("Exit tests take Swift 6.2."))
        func `The languages of the program and its manual end with English`() {}
    #endif

    @Test(arguments: [
        ("en_GB:en:de", "en_GB:en"), ("en_US:de", "en_US"), ("en:de:en_GB:fr", "en"), ("de:en:fr", "de:en"),
        ("tlh:en.UTF-8:en@quot:de", "tlh:en.UTF-8:en@quot"), (":en::en_GB:de:", "en:en_GB"),
        ("de:fr", "de:fr"), ("en", "en"), ("", ""), ("enm:de", "enm:de"), ("C:de", "C:de"),
    ])
    func `A language after English is not wanted`(_ languages: String, _ expected: String) {
        #expect(GettextTranslator.upToEnglish(languages) == expected)
    }
}
