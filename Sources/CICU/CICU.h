#pragma once
#include <unicode/ucol.h>
#include <unicode/ustring.h>
