#pragma once
// GLib belongs to one module: of two copies Swift sees now the one, now the other.
#pragma clang module import CGLib
#include <gtk/gtk.h>
#include <adwaita.h>
#include "FileChooser.h"
#include "Announcement.h"
#include "Presentation.h"
