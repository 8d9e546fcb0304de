/* Preloaded into Mutter: offers a seat of version 7. Of version 8, nested Mutter 43 sends a wheel's notches without their
   distance: it has the event of a notch from X, and sends another (axis_value120), of which X tells nothing. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <string.h>

struct wl_interface {
    const char *name;
};

typedef void *(*create)(void *display, const struct wl_interface *interface, int version, void *data, void *bind);

void *wl_global_create(void *display, const struct wl_interface *interface, int version, void *data, void *bind)
{
    create next = (create)dlsym(RTLD_NEXT, "wl_global_create");
    if (strcmp(interface->name, "wl_seat") == 0 && version > 7)
        version = 7;
    return next(display, interface, version, data, bind);
}
