/* Preloaded into the program, this provokes a possible deadlock of GLib 2.74 (NetworkTypes.swift): it delays the
   registration of GSocketAddress just before its interface is added, and the creation of a session until then. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <string.h>
#include <unistd.h>

typedef unsigned long Type;

static const char *name(Type type)
{
    return ((const char *(*)(Type))dlsym(RTLD_DEFAULT, "g_type_name"))(type);
}

void *g_object_new_with_properties(Type type, unsigned count, const char **names, const void *values)
{
    if (strcmp(name(type), "SoupSession") == 0)
        usleep(100000);
    return ((void *(*)(Type, unsigned, const char **, const void *))dlsym(RTLD_NEXT, "g_object_new_with_properties"))(
        type, count, names, values);
}

void g_type_add_interface_static(Type type, Type interface, const void *info)
{
    if (strcmp(name(type), "GSocketAddress") == 0)
        usleep(300000);
    ((void (*)(Type, Type, const void *))dlsym(RTLD_NEXT, "g_type_add_interface_static"))(type, interface, info);
}
