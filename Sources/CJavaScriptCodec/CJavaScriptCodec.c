#include "CJavaScriptCodec.h"

// Embedded, so that no file has to be found at run time. The compiler can in every mode, but says that it is C23.
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wc23-extensions"
static const char source[] = {
#embed "codec.js" suffix(, 0)
};
#pragma clang diagnostic pop

const char *gawa_codec_source(void) {
    return source;
}

size_t gawa_codec_source_length(void) {
    return sizeof source - 1;
}
