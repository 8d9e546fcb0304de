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
    #else
        @Test(.disabled("Exit tests take Swift 6.2."))
        func `A locale that is not installed costs only its own category`() {}
    #endif
}
