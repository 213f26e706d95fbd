// The host `native` of pages: its requests go to the app, and none to a network. See
// Documentation/Design/native-routes.md.
//
// The engine lets nobody register `http`, so what a page asks of http://native/ becomes a URL of the app's scheme before the
// request is made. Loads of every kind of document and of dedicated workers come by here.

#include "module.h"

#include <string.h>

static gboolean isMapped; // without it, `native` is a host like any other

void nativesApply(gboolean maps)
{
    isMapped = maps;
}

typedef enum { hostOther, hostNative, hostLookAlike } Host;

// The host of a URL of the web. The engine has parsed it: letters are small, full-width ones and escapes are read, and a
// default port is left out. `length` is set to where its path begins.
static Host hostOf(const char *url, const char *scheme, size_t *length)
{
    size_t begin = strlen(scheme) + strlen("://");
    if (strlen(url) < begin)
        return hostLookAlike;
    *length = begin + strcspn(url + begin, "/?#\\");
    // The authority alone: a path may hold what GLib's parser does not take.
    g_autofree char *address = g_strndup(url, *length);
    g_autoptr(GUri) parts = g_uri_parse(address, G_URI_FLAGS_ENCODED | G_URI_FLAGS_PARSE_RELAXED, NULL);
    if (!parts || !g_uri_get_host(parts))
        return hostLookAlike;
    const char *host = g_uri_get_host(parts);
    size_t letters = strlen(host);
    while (letters > 0 && host[letters - 1] == '.')
        --letters;
    if (letters != strlen("native") || g_ascii_strncasecmp(host, "native", letters) != 0)
        return hostOther;
    gboolean isExact = g_str_equal(host, "native") && g_uri_get_port(parts) == -1 && !g_uri_get_userinfo(parts);
    return isExact ? hostNative : hostLookAlike;
}

static gboolean isOfTheWeb(const char *scheme)
{
    return g_str_equal(scheme, "http") || g_str_equal(scheme, "https") || g_str_equal(scheme, "ws") ||
           g_str_equal(scheme, "wss");
}

// Whether a request may be a beacon. The engine names the origin of its address as that of a sandboxed document's beacon, so
// the app would take it for its own page's. It sets the origin after what it accepts, as only for a request without CORS, and
// asks for what is fresh. A script at document start sends beacons as requests with CORS, which name the true origin.
static gboolean mayBeBeacon(WebKitURIRequest *request)
{
    SoupMessageHeaders *headers = webkit_uri_request_get_http_headers(request);
    if (!headers || g_strcmp0(webkit_uri_request_get_http_method(request), "POST") != 0 ||
        g_strcmp0(soup_message_headers_get_one(headers, "Cache-Control"), "max-age=0") != 0)
        return FALSE;
    SoupMessageHeadersIter fields;
    const char *name;
    const char *value;
    soup_message_headers_iter_init(&fields, headers);
    while (soup_message_headers_iter_next(&fields, &name, &value)) {
        if (g_ascii_strcasecmp(name, "Origin") == 0)
            return FALSE;
        if (g_ascii_strcasecmp(name, "Accept") == 0)
            return TRUE;
    }
    return TRUE;
}

// Returns whether the request is refused.
static gboolean requestSent(WebKitWebPage *page, WebKitURIRequest *request, WebKitURIResponse *redirect, gpointer data)
{
    (void)page;
    (void)data;
    const char *url = webkit_uri_request_get_uri(request);
    const char *scheme = isMapped && url ? g_uri_peek_scheme(url) : NULL;
    if (!scheme)
        return FALSE;
    // A server that redirects would ask the app with the rights of the page that asked the server.
    if (g_str_equal(scheme, "native"))
        return redirect != NULL;
    size_t length = 0;
    Host host = isOfTheWeb(scheme) ? hostOf(url, scheme, &length) : hostOther;
    if (host == hostOther)
        return FALSE;
    if (host == hostLookAlike || redirect || !g_str_has_prefix(scheme, "http") || mayBeBeacon(request))
        return TRUE;
    const char *rest = url + length;
    g_autofree char *mapped = g_strconcat("native://", scheme, ".native", *rest == '/' ? "" : "/", rest, NULL);
    webkit_uri_request_set_uri(request, mapped);
    return FALSE;
}

void nativesWatch(WebKitWebPage *page)
{
    g_signal_connect(page, "send-request", G_CALLBACK(requestSent), NULL);
}
