#pragma once
// Debian's libxml2 is built with ICU, whose headers conflict with Foundation's. This omits only the last members of a
// struct that nobody here uses.
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED
#include <libxml/HTMLparser.h>
#include <libxml/parser.h>
#include <libxml/xmlerror.h>
