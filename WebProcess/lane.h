// One lane, for its files: lanes.c opens and closes it, the others write and read.
#pragma once

#include "module.h"

#include <CLane.h>

// Memory that a lane shares with its window (see bootstrap.js), which holds a message on its way: the lengths of its text and
// its attachments, and their bytes, of which what is longer passes in pieces. The engine's own way of a text between C and
// JavaScript takes several times as long, unless it is short.
typedef struct {
    double lengths[1 + GAWA_LANE_MAXIMUM_ATTACHMENTS];
    guint8 bytes[256 * 1024];
} LaneBlock;

// The count that stands for a text alone which does not travel in the block.
enum { laneTextAlone = -1 };

// A message with memory of its own: one that came while the page waited for an answer, or one that the socket has not
// taken yet.
typedef struct {
    guint32 kind;
    guint32 attachmentCount;
    gsize textLength;
    gsize bodyLength;
    guint64 *lengths;
    guint8 *body;
} Letter;

// The body of a message of the page that comes piece by piece, because it is longer than the block.
typedef struct {
    gsize length;
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
    // What of a body the window takes next: of a letter, or of a file.
    Letter *takenLetter;
    int takenFile;
    gsize takenOffset;
    gsize takenEnd;

    // Writing
    GQueue waiting;     // Letter
    GawaLaneWriting writing; // what became of the last attempt
    gboolean isAwaitingRoom;
    int patience;
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
// The text and the attachments of a letter, as what writes them wants them. Returns how many they are.
gsize letterParts(const Letter *letter, GawaLaneBytes *parts);

// MARK: sending.c

// Whether the window is still the one that its frame shows. What closes lanes otherwise may have told nothing.
gboolean laneIsShown(Lane *lane);
// Writes a message of the window at once, or keeps it. Returns whether the lane is open.
gboolean laneTransmit(Lane *lane, guint32 kind, const char *text, int count);
// Writes what waits, until something hinders it.
void laneFlush(Lane *lane);
// Has the source wait for what is to be done next.
void laneWatch(Lane *lane);
// How long to wait before the system is asked again for what it did not have, in milliseconds. Longer each time.
int lanePatience(Lane *lane);
void laneForgetDraft(Lane *lane);

// Functions of the window; `data` is a lane.
gboolean laneSend(const char *text, int count, gpointer data);
void laneAddPiece(int count, gboolean isFirst, gpointer data);

// MARK: receiving.c

void laneStart(Lane *lane);
// Delivers what has come, of which no more must be coming.
void laneDeliverAll(Lane *lane);
void laneForgetTaken(Lane *lane);

// Functions of the window; `data` is a lane.
JSCValue *laneAsk(const char *text, int count, double milliseconds, gpointer data);
int laneTakePiece(gpointer data);
