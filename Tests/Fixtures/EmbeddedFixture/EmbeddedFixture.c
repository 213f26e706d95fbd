// Made by `swift package embed-assets`. The layout is read by Gawa's EmbeddedAssets.
#include "EmbeddedFixture.h"
#pragma clang diagnostic ignored "-Wc23-extensions"

struct gawa_file {
    const char *name;
    const unsigned char *bytes;
    unsigned long long count;
};

static const unsigned char file0[] = {
#embed "Files/café 1.txt" if_empty(0)
};
#if __has_embed("Files/café 1.txt") == __STDC_EMBED_EMPTY__
#define length0 0
#else
#define length0 sizeof file0
#endif
static const unsigned char file1[] = {
#embed "Files/empty.txt" if_empty(0)
};
#if __has_embed("Files/empty.txt") == __STDC_EMBED_EMPTY__
#define length1 0
#else
#define length1 sizeof file1
#endif
static const unsigned char file2[] = {
#embed "Files/index.html" if_empty(0)
};
#if __has_embed("Files/index.html") == __STDC_EMBED_EMPTY__
#define length2 0
#else
#define length2 sizeof file2
#endif
static const unsigned char file3[] = {
#embed "Files/style.css" if_empty(0)
};
#if __has_embed("Files/style.css") == __STDC_EMBED_EMPTY__
#define length3 0
#else
#define length3 sizeof file3
#endif
static const unsigned char file4[] = {
#embed "Files/sub/data.json" if_empty(0)
};
#if __has_embed("Files/sub/data.json") == __STDC_EMBED_EMPTY__
#define length4 0
#else
#define length4 sizeof file4
#endif
static const unsigned char file5[] = {
#embed "Files/sub/index.html" if_empty(0)
};
#if __has_embed("Files/sub/index.html") == __STDC_EMBED_EMPTY__
#define length5 0
#else
#define length5 sizeof file5
#endif

static const struct gawa_file files[] = {
    {"caf\303\251\0401.txt", file0, length0},
    {"empty.txt", file1, length1},
    {"index.html", file2, length2},
    {"style.css", file3, length3},
    {"sub/data.json", file4, length4},
    {"sub/index.html", file5, length5},
    {0, 0, 0},
};

static const struct gawa_table {
    unsigned long long mark;
    unsigned long long count;
    const struct gawa_file *files;
} table = {0x47415741454D4231, sizeof files / sizeof files[0] - 1, files};

const void *EmbeddedFixture_assets(void)
{
    return &table;
}
