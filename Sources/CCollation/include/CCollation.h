#pragma once
#include <stddef.h>
#include <stdint.h>

// ICU's collators, for Swift: it cannot import ICU's own headers beside Foundation, which has an ICU of another version in
// it whose types have the same names, and ICU's functions are macros.

typedef struct Collator Collator;

// The order of a locale, such as "sv_SE", numbers by their value; NULL where ICU has no data. "" is the root's.
Collator *collator_open(const char *locale);

void collator_close(Collator *collator);

// Writes the key of `text`, UTF-8 in which U+FFFD stands for what is ill-formed, without a zero byte in it or at its end.
// Returns how many bytes it has; if these are more than `capacity`, what is written is no key. One thread at a time.
size_t collator_key(Collator *collator, const char *text, size_t length, uint8_t *key, size_t capacity);
