#pragma once
#include <yajl/yajl_parse.h>

// yajl_config takes what it sets as a variadic argument, which Swift cannot pass.
static inline int yajl_enable(yajl_handle handle, yajl_option option) { return yajl_config(handle, option, 1); }
