#pragma once
#include <archive.h>
#include <archive_entry.h>
#include <iconv.h>
#include <stdbool.h>

// Opens a conversion to UTF-8 for good: its table stays loaded. Returns false if there is none.
static inline bool archive_keep_conversion(const char *_Nonnull encoding) {
    return iconv_open("UTF-8", encoding) != (iconv_t)-1;
}
