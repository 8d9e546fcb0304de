#pragma once
// Debian's libxml2 is built with ICU, whose headers contradict the ones that Foundation brings. All that is lost is the
// last members of a struct that nobody here looks into.
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED
#include <libxml/HTMLparser.h>
#include <libxml/parser.h>
#include <libxml/xmlerror.h>
