import Testing

@testable import GtkBridge

@MainActor
@Suite struct KeyTriggerTests {
    @Test(arguments: ["plus", "<Control>plus", "r", "<Control><Alt>c", "KP_Add", "Page_Down"])
    func `A key that every keyboard types the same way is left to GTK`(_ accelerator: String) throws {
        let trigger = try #require(KeyTrigger(accelerator))
        #expect(trigger.symbols == [trigger.symbol])
        #expect(!trigger.isMissed)
    }

    @Test func `With Shift, a letter is also looked for as a capital`() throws {
        #expect(try #require(KeyTrigger("<Shift>r")).symbols == [UInt32(UInt8(ascii: "r")), UInt32(UInt8(ascii: "R"))])
        #expect(try #require(KeyTrigger("<Shift>r")).isMissed)
    }

    @Test func `Digits are looked for by the key, too`() throws {
        #expect(try #require(KeyTrigger("<Control>0")).isDigit)
        #expect(try #require(KeyTrigger("9")).isMissed)
        #expect(try !#require(KeyTrigger("KP_9")).isDigit)
    }

    @Test(arguments: ["", "<Control>", "<Hyper", "no such key"])
    func `What GTK can't read is no key`(_ accelerator: String) {
        #expect(KeyTrigger(accelerator) == nil)
    }
}
