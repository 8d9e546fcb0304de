#include "CCollation.h"

#include <stdlib.h>
#include <unicode/ucol.h>
#include <unicode/ustring.h>

struct Collator {
    UCollator *order;
    UChar *units;
    size_t capacity;
};

Collator *collator_open(const char *locale) {
    UErrorCode error = U_ZERO_ERROR;
    UCollator *order = ucol_open(locale, &error);
    if (U_FAILURE(error)) return NULL;
    ucol_setAttribute(order, UCOL_NUMERIC_COLLATION, UCOL_ON, &error);
    Collator *collator = calloc(1, sizeof *collator);
    if (collator == NULL || U_FAILURE(error)) {
        free(collator);
        ucol_close(order);
        return NULL;
    }
    collator->order = order;
    return collator;
}

void collator_close(Collator *collator) {
    ucol_close(collator->order);
    free(collator->units);
    free(collator);
}

size_t collator_key(Collator *collator, const char *text, size_t length, uint8_t *key, size_t capacity) {
    // No text has more UTF-16 units than UTF-8 bytes.
    if (collator->capacity < length) {
        UChar *units = realloc(collator->units, length * sizeof *units);
        if (units == NULL) return 0;
        collator->units = units;
        collator->capacity = length;
    }
    UErrorCode error = U_ZERO_ERROR;
    int32_t count = 0;
    u_strFromUTF8WithSub(
        collator->units, (int32_t)collator->capacity, &count, text, (int32_t)length, 0xFFFD, NULL, &error);
    if (U_FAILURE(error)) return 0;
    int32_t needed = ucol_getSortKey(collator->order, collator->units, count, key, (int32_t)capacity);
    // Including the zero at its end.
    return needed > 0 ? (size_t)needed - 1 : 0;
}
