// The tests, and what several of them use.
#pragma once

#include "host.h"

// The worlds and handlers that each test finds, and leaves.
extern const char *const worlds[];
GVariant *usualState(void);

void expectPost(Host *host, const char *body, gboolean isMainFrame, const char *url, const char *origin);
gboolean isNotNull(gpointer pointer);

void everyKindOfFrame(Host *host);
void aPageCannotForgeFacts(Host *host);
void namedElementsHideNoFacts(Host *host);
void everyAnswer(Host *host);
void handlersComeAndGo(Host *host);
void worldsAreApart(Host *host);
void aWindowIsReusedAfterItsParentAlteredIt(Host *host);
void anObjectKeptFromAnotherDocumentRejects(Host *host);
void aPageThatComesBackSpeaksAgain(Host *host);
void evaluationInAFrame(Host *host);
void anEvaluationIsAlwaysAnswered(Host *host);
void argumentsAreDecodedInPlace(Host *host);
void aHostilePageBreaksNothing(Host *host);
void aSpoiltSetUpGainsNothing(Host *host);
void aSetUpWithoutStackGainsNothing(Host *host);
void wrongMessagesAreIgnored(Host *host);
void aViewWithoutScriptsDoesNoHarm(Host *host);
void aPageThatSpoilsItsHandlersHarmsItself(Host *host);
void storm(Host *host);
void frameChurn(Host *host);
