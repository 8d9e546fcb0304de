#pragma once
#include <stddef.h>
#include <stdint.h>

// ICU's collators for Swift, which cannot import ICU's own headers next to Foundation: Foundation contains another
// version of ICU with the same type names, and ICU's functions are macros.

typedef struct Collator Collator;

// A collator for a locale, such as "sv_SE", with numbers by value; NULL if ICU has no data. "" is the root locale.
Collator *collator_open(const char *locale);

void collator_close(Collator *collator);

// Writes the key of `text`, UTF-8 in which invalid bytes count as U+FFFD. The key has no zero byte. Returns its
// length; if that exceeds `capacity`, the output is invalid. One thread at a time.
size_t collator_key(Collator *collator, const char *text, size_t length, uint8_t *key, size_t capacity);
