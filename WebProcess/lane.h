// One lane, for its files: lanes.c opens and closes it, the others write and read.
#pragma once

#include "module.h"

#include <CLane.h>

// Memory that a lane shares with its window (see bootstrap.js), which holds attachments on their way: their lengths, and the
// bytes, of which what is longer passes in pieces.
typedef struct {
    double lengths[GAWA_LANE_MAXIMUM_ATTACHMENTS];
    guint8 bytes[256 * 1024];
} LaneBlock;

// A message with memory of its own: one that came while the page waited for an answer, or one that the socket has not
// taken yet.
typedef struct {
    guint32 kind;
    guint32 attachmentCount;
    gsize textLength;
    gsize bodyLength;
    guint64 *lengths;
    guint8 *body;     // the text, a NUL that counts for nothing, and the attachments
} Letter;

// A message of the page that is being put together piece by piece, because its attachments are longer than the block.
typedef struct {
    gsize textLength;
    int file;          // -1 when it cannot be written at once; `bytes` has it then
    GByteArray *bytes;
    gboolean hasFailed;
} Draft;

struct Lane {
    gatomicrefcount references;
    Realm *realm;
    Handler *handler;
    guint64 document;
    int socket;         // -1 once closed, when all below is gone
    GSource *source;
    gpointer tag;

    // Held as long as the lane is open, and so the window is: it is the one that its frame shows.
    JSCContext *context;
    JSCValue *deliver;
    JSCValue *blockValue;
    LaneBlock *block;

    // Reading
    GQueue arrived;         // Letter
    guint64 asked;          // so that an answer that comes late is known by its number
    guint64 answered;
    gboolean hasEnded;      // nothing more is read
    char *answer;           // the text of one with attachments, until the window takes it
    // The attachments that the window takes next: in memory, which may be a letter's, or in a file.
    Letter *takenLetter;
    const guint8 *takenMemory;
    int takenFile;
    gsize takenOffset;
    gsize takenEnd;

    // Writing
    GQueue waiting;     // Letter
    Draft *draft;
    gsize bytesInFiles;
};

G_DEFINE_AUTOPTR_CLEANUP_FUNC(Lane, laneRelease)

// MARK: lanes.c

Lane *laneRetain(Lane *lane);
// Tells the window that the app has closed the lane when `isTold`, which may run code of the page.
void laneClose(Lane *lane, gboolean isTold);

// MARK: letters.c

// NULL when the file in which the message is was cut short.
Letter *letterOfDatagram(const GawaLaneDatagram *datagram);
Letter *letterOfParts(guint32 kind, const GawaLaneBytes *parts, gsize count, int file);
// The text and the attachments of a letter, as what writes them wants it. Returns how many they are.
gsize letterParts(const Letter *letter, GawaLaneBytes *parts);

// MARK: sending.c

// Whether the window is still the one that its frame shows. What closes lanes otherwise may have told nothing.
gboolean laneIsShown(Lane *lane);
// Writes a message of the window at once, or keeps it. Returns whether the lane is open.
gboolean laneTransmit(Lane *lane, guint32 kind, const char *text, int count);
// Writes what waits, until something hinders it.
GawaLaneWriting laneFlush(Lane *lane);
// Has the source wait for what is to be done next.
void laneWatch(Lane *lane, GawaLaneWriting writing);
void laneForgetDraft(Lane *lane);

// Functions of the window; `data` is a lane.
gboolean laneSend(const char *text, int count, gpointer data);
void laneBeginDraft(const char *text, gpointer data);
void laneAddToDraft(int count, gpointer data);

// MARK: receiving.c

void laneStart(Lane *lane);
// Delivers what has come, of which no more must be coming.
void laneDeliverAll(Lane *lane);
void laneForgetTaken(Lane *lane);

// Functions of the window; `data` is a lane.
JSCValue *laneAsk(const char *text, int count, double milliseconds, gpointer data);
JSCValue *laneTakeAnswer(gpointer data);
int laneTakeMore(gpointer data);
