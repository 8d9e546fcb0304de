/* Preloaded into the program: at SIGUSR2 it writes the texts on screen to the file that TEXTS names, a line each: whether
   the text is cut off, where it can be seen in the active window, what is around it, and the text itself. GTK keeps what
   a label cuts off to itself, and accessible objects keep their last places. */
#define _GNU_SOURCE
#include <errno.h>
#include <gtk/gtk.h>
#include <glib-unix.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Whether all of a widget can be seen, and nothing is disabled. `place` is in the window's coordinates. */
static gboolean is_seen(GtkWidget *widget, graphene_rect_t *place)
{
    GtkWidget *window = GTK_WIDGET(gtk_widget_get_root(widget));
    if (!gtk_window_is_active(GTK_WINDOW(window)) || !gtk_widget_is_sensitive(widget)
        || !gtk_widget_compute_bounds(widget, window, place))
        return FALSE;
    for (GtkWidget *above = widget; above != NULL; above = gtk_widget_get_parent(above)) {
        graphene_rect_t around;
        if (gtk_widget_get_opacity(above) == 0 || gtk_widget_get_width(above) == 0
            || !gtk_widget_compute_bounds(above, window, &around))
            return FALSE;
        if ((above == window || gtk_widget_get_overflow(above) == GTK_OVERFLOW_HIDDEN)
            && !graphene_rect_contains_rect(&around, place))
            return FALSE;
    }
    graphene_point_t middle;
    graphene_rect_get_center(place, &middle);
    GtkWidget *top
        = gtk_widget_pick(window, middle.x, middle.y, GTK_PICK_INSENSITIVE | GTK_PICK_NON_TARGETABLE);
    return top != NULL && (top == widget || gtk_widget_is_ancestor(top, widget) || gtk_widget_is_ancestor(widget, top));
}

/* One line, so that a line of the file is a text. */
static void say(FILE *file, GtkWidget *widget, const char *text, gboolean is_cut)
{
    graphene_rect_t place;
    fprintf(file, "%d\t", is_cut);
    if (is_seen(widget, &place))
        fprintf(file, "%d %d %d %d", (int)place.origin.x, (int)place.origin.y, (int)place.size.width,
                (int)place.size.height);
    fprintf(file, "\t");
    char *line = g_strdelimit(g_strdup(text), "\n\r", ' ');
    GtkWidget *around = gtk_widget_get_parent(widget), *above = around;
    /* A box says nothing. */
    while (GTK_IS_BOX(around) && above != NULL && !g_str_has_prefix(G_OBJECT_TYPE_NAME(above), "Adw"))
        above = gtk_widget_get_parent(above);
    fprintf(file, "%s", G_OBJECT_TYPE_NAME(around));
    if (above != NULL && above != around)
        fprintf(file, " of %s", G_OBJECT_TYPE_NAME(above));
    fprintf(file, "\t%s\n", line);
    g_free(line);
}

/* GTK shows no layout of an inscription: one of the same text, in the same place. */
static gboolean cuts(GtkInscription *inscription)
{
    const char *text = gtk_inscription_get_text(inscription);
    GtkWidget *widget = GTK_WIDGET(inscription);
    if (text == NULL || *text == '\0')
        return FALSE;
    PangoLayout *layout = gtk_widget_create_pango_layout(widget, text);
    pango_layout_set_width(layout, gtk_widget_get_width(widget) * PANGO_SCALE);
    pango_layout_set_height(layout, gtk_widget_get_height(widget) * PANGO_SCALE);
    pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END);
    pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR);
    gboolean is_cut = pango_layout_is_ellipsized(layout);
    g_object_unref(layout);
    return is_cut;
}

static void walk(GtkWidget *widget, FILE *file)
{
    /* GtkStack and GtkRevealer keep children that nobody sees. */
    if (!gtk_widget_get_mapped(widget) || !gtk_widget_get_child_visible(widget))
        return;
    if (GTK_IS_LABEL(widget))
        say(file, widget, gtk_label_get_text(GTK_LABEL(widget)),
            pango_layout_is_ellipsized(gtk_label_get_layout(GTK_LABEL(widget))));
    if (GTK_IS_INSCRIPTION(widget)) {
        const char *text = gtk_inscription_get_text(GTK_INSCRIPTION(widget));
        say(file, widget, text ? text : "", cuts(GTK_INSCRIPTION(widget)));
    }
    for (GtkWidget *child = gtk_widget_get_first_child(widget); child; child = gtk_widget_get_next_sibling(child))
        walk(child, file);
}

static gboolean answer(gpointer data)
{
    (void)data;
    char *half = g_strconcat(getenv("TEXTS"), ".half", NULL);
    FILE *file = fopen(half, "w");
    if (file == NULL)
        return G_SOURCE_CONTINUE;
    GListModel *windows = gtk_window_get_toplevels();
    for (guint index = 0; index < g_list_model_get_n_items(windows); index++) {
        GtkWidget *window = g_list_model_get_item(windows, index);
        walk(window, file);
        g_object_unref(window);
    }
    fclose(file);
    rename(half, getenv("TEXTS"));
    g_free(half);
    return G_SOURCE_CONTINUE;
}

__attribute__((constructor)) static void begin(void)
{
    /* Its workers, and what it starts, inherit the environment. */
    if (getenv("TEXTS") != NULL && strstr(program_invocation_short_name, "classic-photos") != NULL)
        g_unix_signal_add(SIGUSR2, answer, NULL);
    unsetenv("LD_PRELOAD");
}
