// Tests of the web-process module without Swift: module-tests MODULE_DIRECTORY [TEST...]

#include "tests.h"

const char *const worlds[] = { "world-X", "gawa-default-client", NULL };
static const char *const handlers[] = {
    "/echo", "/reject", "/named", "/silent", "/never", "/malformed", "world-X/echo", "world-X/only", NULL
};

GVariant *usualState(void)
{
    return stateOf(worlds, handlers);
}

void expectPost(Host *host, const char *body, gboolean isMainFrame, const char *url, const char *origin)
{
    Post *post = hostPost(host, body);
    EXPECT(post != NULL);
    if (!post) {
        g_printerr("    no post %s\n", body);
        return;
    }
    EXPECT(post->isMainFrame == isMainFrame);
    EXPECT_TEXT(g_strdup(post->url), url);
    EXPECT_TEXT(g_strdup(post->origin), origin);
    EXPECT(post->document > 0);
}

gboolean isNotNull(gpointer pointer)
{
    return *(gpointer *)pointer != NULL;
}

typedef struct {
    const char *name;
    void (*run)(Host *host);
} Test;

#define TEST(function) { #function, function }
static const Test tests[] = {
    TEST(everyKindOfFrame),
    TEST(aPageCannotForgeFacts),
    TEST(namedElementsHideNoFacts),
    TEST(everyAnswer),
    TEST(handlersComeAndGo),
    TEST(worldsAreApart),
    TEST(aWindowIsReusedAfterItsParentAlteredIt),
    TEST(anObjectKeptFromAnotherDocumentRejects),
    TEST(aPageThatComesBackSpeaksAgain),
    TEST(evaluationInAFrame),
    TEST(anEvaluationIsAlwaysAnswered),
    TEST(argumentsAreDecodedInPlace),
    TEST(aHostilePageBreaksNothing),
    TEST(aSpoiltSetUpGainsNothing),
    TEST(aSetUpWithoutStackGainsNothing),
    TEST(wrongMessagesAreIgnored),
    TEST(aViewWithoutScriptsDoesNoHarm),
    TEST(aPageThatSpoilsItsHandlersHarmsItself),
    TEST(storm),
    TEST(frameChurn),
};

int main(int argc, char **argv)
{
    g_setenv("GDK_BACKEND", "x11", FALSE);
    if (argc < 2 || !gtk_init_check()) {
        g_printerr("usage: module-tests MODULE_DIRECTORY [TEST...], with a display\n");
        return 2;
    }
    Host *host = hostNew(argv[1], usualState());
    for (gsize index = 0; index < G_N_ELEMENTS(tests); ++index) {
        if (argc > 2 && !g_strv_contains((const char *const *)argv + 2, tests[index].name))
            continue;
        guint before = failures;
        g_print("%s\n", tests[index].name);
        tests[index].run(host);
        if (failures > before)
            g_print("    FAILED\n");
    }
    g_print("%u failures\n", failures);
    return failures > 0;
}