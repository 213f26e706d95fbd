// Which files a page may read: what the app allowed when it loaded the page, and nothing else.
//
// The engine lets a document of a file: URL show any file: as an image, a script, a frame. It has no word for a scope. The
// host has the same rule for navigations: a main document that is refused here becomes an empty one.

#include "module.h"

#include <string.h>

static char **allowedPaths; // documents that the app loaded, and folders that it opened to them

void filesApply(GVariant *paths)
{
    g_strfreev(allowedPaths);
    allowedPaths = g_variant_dup_strv(paths, NULL);
}

// The path of a file: URL, without dots in it; NULL when it names no local file.
static char *pathOf(const char *url)
{
    g_autofree char *whole = g_strndup(url, strcspn(url, "?#"));
    g_autofree char *path = g_filename_from_uri(whole, NULL, NULL);
    return path ? g_canonicalize_filename(path, "/") : NULL;
}

static gboolean isWithin(const char *path, const char *folder)
{
    size_t length = strlen(folder);
    return length > 0 && strncmp(path, folder, length) == 0 && (path[length] == '/' || path[length] == '\0' || length == 1);
}

// A document that the app loaded may always be loaded. What lies in an open folder may, by a page that lies there too.
static gboolean mayRead(const char *page, const char *file)
{
    for (char **allowed = allowedPaths; allowed && *allowed; ++allowed) {
        if (g_str_equal(file, *allowed) || (page && isWithin(file, *allowed) && isWithin(page, *allowed)))
            return TRUE;
    }
    return FALSE;
}

static gboolean isFile(const char *url)
{
    return url && g_ascii_strncasecmp(url, "file:", strlen("file:")) == 0;
}

static gboolean requestSent(WebKitWebPage *page, WebKitURIRequest *request, WebKitURIResponse *redirect, gpointer data)
{
    (void)redirect;
    (void)data;
    const char *url = webkit_uri_request_get_uri(request);
    if (!isFile(url))
        return FALSE;
    // While a document is asked for, this is its own URL already.
    const char *document = webkit_web_page_get_uri(page);
    g_autofree char *file = pathOf(url);
    g_autofree char *from = isFile(document) ? pathOf(document) : NULL;
    return !file || !mayRead(from, file);
}

void filesWatch(WebKitWebPage *page)
{
    g_signal_connect(page, "send-request", G_CALLBACK(requestSent), NULL);
}
