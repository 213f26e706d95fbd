// What the app sends over a lane.
//
// Whatever may run code of the page may close the lane: it is held, and looked at again afterwards.

#include "lane.h"

#include <poll.h>
#include <string.h>
#include <unistd.h>

enum {
    // How many messages, and for how many microseconds, before other sources of the main loop have their turn.
    maximumTurn = 64,
    maximumTurnTime = 4000,
    // Of a text that is passed by the engine's own way, which is the faster one for so few bytes.
    maximumShortText = 512,
};

// The datagram that was read last. A text in it gets a NUL after it.
static _Alignas(8) guint8 datagramBytes[GAWA_LANE_MAXIMUM_DATAGRAM + 1];

// MARK: Bodies

void laneForgetTaken(Lane *lane)
{
    g_clear_pointer(&lane->takenLetter, g_free);
    if (lane->takenFile >= 0)
        close(lane->takenFile);
    lane->takenFile = -1;
    lane->takenOffset = lane->takenEnd = 0;
}

int laneTakePiece(gpointer data)
{
    Lane *lane = data;
    gsize count = lane->socket < 0 ? 0 : MIN(lane->takenEnd - lane->takenOffset, sizeof lane->block->bytes);
    if (count == 0)
        return 0;
    if (lane->takenLetter)
        memcpy(lane->block->bytes, lane->takenLetter->body + lane->takenOffset, count);
    else if (!gawa_lane_copy(lane->takenFile, lane->block->bytes, count, lane->takenOffset))
        return 0;
    lane->takenOffset += count;
    return (int)count;
}

static void exposeLengths(Lane *lane, gsize textLength, const guint64 *lengths, guint count)
{
    laneForgetTaken(lane);
    lane->block->lengths[0] = (double)textLength;
    for (guint index = 0; index < count; ++index)
        lane->block->lengths[1 + index] = (double)lengths[index];
}

// Puts a message into the block: its lengths, and as much of its body as there is room for. The rest is taken in pieces, for
// which the lane has the letter.
static void exposeLetter(Lane *lane, Letter *letter)
{
    exposeLengths(lane, letter->textLength, letter->lengths, letter->attachmentCount);
    lane->takenLetter = letter;
    lane->takenEnd = letter->bodyLength;
    laneTakePiece(lane);
}

// The same with a datagram, whose file is the lane's then.
static void exposeDatagram(Lane *lane, const GawaLaneDatagram *datagram)
{
    exposeLengths(lane, datagram->textLength, datagram->lengths, datagram->attachmentCount);
    gsize bodyLength = datagram->textLength + datagram->attachmentsLength;
    if (datagram->body) {
        memcpy(lane->block->bytes, datagram->body, bodyLength);
        return;
    }
    lane->takenFile = datagram->descriptor;
    lane->takenEnd = bodyLength;
    laneTakePiece(lane);
}

// MARK: Messages

// Whether a message is passed by the engine's own way: its text alone, and short.
static gboolean isShort(const GawaLaneDatagram *datagram)
{
    return datagram->body && datagram->attachmentCount == 0 && datagram->textLength <= maximumShortText;
}

// The text of a short message, with a NUL after it, for which the buffer has room.
static const char *shortText(const GawaLaneDatagram *datagram)
{
    guint8 *text = (guint8 *)datagram->body;
    text[datagram->textLength] = 0;
    return (const char *)text;
}

// Calls the window's function with a message.
static void deliver(Lane *lane, const char *text, int count)
{
    g_autoptr(JSCContext) context = g_object_ref(lane->context);
    g_autoptr(JSCValue) function = g_object_ref(lane->deliver);
    g_autoptr(JSCValue) result =
        jsc_value_function_call(function, G_TYPE_STRING, text, G_TYPE_INT, count, G_TYPE_NONE);
    // What the page's own function throws is not seen here: this window has no memory or no stack left for a message, or its
    // document is not shown any more.
    gboolean hasFailed = jsc_context_get_exception(context) != NULL;
    gboolean isTaken = !hasFailed && jsc_value_to_boolean(result);
    jsc_context_clear_exception(context);
    if (!isTaken)
        laneClose(lane, hasFailed);
}

static void deliverDatagram(Lane *lane, const GawaLaneDatagram *datagram)
{
    if (isShort(datagram)) {
        deliver(lane, shortText(datagram), laneTextAlone);
    } else {
        exposeDatagram(lane, datagram);
        deliver(lane, "", (int)datagram->attachmentCount);
    }
}

static GawaLaneReading readDatagram(Lane *lane, GawaLaneDatagram *datagram)
{
    if (lane->hasEnded)
        return GAWA_LANE_ENDED;
    GawaLaneReading reading = gawa_lane_read(lane->socket, datagramBytes, G_MAXSIZE / 4, G_MAXSIZE / 4, datagram);
    if (reading == GAWA_LANE_BREACH)
        g_warning("Gawa: a lane is closed: the app sent %s", datagram->breach);
    lane->hasEnded = reading == GAWA_LANE_BREACH || reading == GAWA_LANE_ENDED;
    return reading;
}

// MARK: The source

// Delivers the next message. Returns whether there may be another.
static gboolean deliverNext(Lane *lane)
{
    Letter *letter = g_queue_pop_head(&lane->arrived);
    if (letter) {
        exposeLetter(lane, letter);
        deliver(lane, "", (int)letter->attachmentCount);
        return TRUE;
    }
    GawaLaneDatagram datagram;
    GawaLaneReading reading = readDatagram(lane, &datagram);
    if (reading == GAWA_LANE_NOTHING)
        return FALSE;
    if (reading != GAWA_LANE_READ) {
        laneClose(lane, TRUE);
        return FALSE;
    }
    if (datagram.kind == GAWA_LANE_MESSAGE) {
        deliverDatagram(lane, &datagram);
        return TRUE;
    }
    // An answer whose time was over.
    lane->answered += datagram.kind == GAWA_LANE_ANSWER && lane->answered < lane->asked;
    if (datagram.descriptor >= 0)
        close(datagram.descriptor);
    return TRUE;
}

void laneDeliverAll(Lane *lane)
{
    while (lane->socket >= 0 && deliverNext(lane)) {
    }
}

typedef struct {
    GSource base;
    Lane *lane;
} LaneSource;

static gboolean dispatch(GSource *source, GSourceFunc callback, gpointer data)
{
    (void)callback;
    (void)data;
    g_autoptr(Lane) lane = laneRetain(((LaneSource *)source)->lane);
    if (!laneIsShown(lane)) {
        laneClose(lane, FALSE);
        return G_SOURCE_REMOVE;
    }
    laneFlush(lane);
    gint64 end = g_get_monotonic_time() + maximumTurnTime;
    for (int count = 0; count < maximumTurn; ++count) {
        if (!deliverNext(lane) || lane->socket < 0 || g_get_monotonic_time() > end)
            break;
    }
    if (lane->socket < 0)
        return G_SOURCE_REMOVE;
    laneWatch(lane);
    return G_SOURCE_CONTINUE;
}

static void finalize(GSource *source)
{
    laneRelease(((LaneSource *)source)->lane);
}

void laneStart(Lane *lane)
{
    static GSourceFuncs functions = {.dispatch = dispatch, .finalize = finalize};
    lane->source = g_source_new(&functions, sizeof(LaneSource));
    ((LaneSource *)lane->source)->lane = laneRetain(lane);
    g_source_set_static_name(lane->source, "Gawa lane");
    lane->tag = g_source_add_unix_fd(lane->source, lane->socket, G_IO_IN);
    g_source_attach(lane->source, g_main_context_get_thread_default());
}

// MARK: Questions

// Waits until the lane can be read, or written when something waits for that. Returns whether the time is not over.
static gboolean waitUntil(Lane *lane, gint64 end)
{
    gint64 rest = end - g_get_monotonic_time();
    if (rest <= 0)
        return FALSE;
    gboolean isWaiting = lane->waiting.length > 0;
    short events = POLLIN | (isWaiting && lane->writing == GAWA_LANE_FULL ? POLLOUT : 0);
    struct pollfd entry = {.fd = lane->socket, .events = events};
    int limit = (int)MIN((rest + 999) / 1000, G_MAXINT);
    if (isWaiting && lane->writing == GAWA_LANE_EXHAUSTED)
        limit = MIN(limit, lanePatience(lane));
    poll(&entry, 1, limit);
    return TRUE;
}

typedef enum { answerHere, answerLate, answerNone } Waiting;

// Waits for the next answer, and keeps the messages that come before it.
static Waiting waitForAnswer(Lane *lane, gint64 end, GawaLaneDatagram *datagram)
{
    for (;;) {
        laneFlush(lane);
        if (!waitUntil(lane, end))
            return answerLate;
        for (;;) {
            GawaLaneReading reading = readDatagram(lane, datagram);
            if (reading == GAWA_LANE_NOTHING)
                break;
            if (reading != GAWA_LANE_READ)
                return answerNone;
            if (datagram->kind == GAWA_LANE_ANSWER && lane->answered < lane->asked) {
                lane->answered += 1;
                return answerHere;
            }
            Letter *letter = datagram->kind == GAWA_LANE_MESSAGE ? letterOfDatagram(datagram) : NULL;
            if (datagram->descriptor >= 0)
                close(datagram->descriptor);
            if (letter)
                g_queue_push_tail(&lane->arrived, letter);
            if (g_get_monotonic_time() >= end)
                return answerLate;
        }
    }
}

// The text of a short answer, or else the number of its attachments.
static JSCValue *answerValue(Lane *lane, JSCContext *context, const GawaLaneDatagram *datagram)
{
    if (isShort(datagram))
        return jsc_value_new_string(context, shortText(datagram));
    exposeDatagram(lane, datagram);
    return jsc_value_new_number(context, datagram->attachmentCount);
}

// A question that the socket has not taken when its time is over is not asked.
static void withdrawQuestion(Lane *lane)
{
    Letter *last = g_queue_peek_tail(&lane->waiting);
    if (!last || last->kind != GAWA_LANE_QUESTION)
        return;
    g_free(g_queue_pop_tail(&lane->waiting));
    lane->asked -= 1;
}

// Undefined when the time is over, null when the lane is closed.
JSCValue *laneAsk(const char *text, int count, double milliseconds, gpointer data)
{
    g_autoptr(Lane) lane = laneRetain(data);
    JSCContext *context = jsc_context_get_current();
    if (lane->socket < 0)
        return jsc_value_new_null(context);
    gint64 end = g_get_monotonic_time() + (gint64)(1000 * CLAMP(milliseconds, 0, G_MAXINT));
    GawaLaneDatagram datagram;
    Waiting waiting = answerHere;
    // The answer to a question whose time was over comes first: the app knows of one at a time.
    while (waiting == answerHere && lane->answered < lane->asked) {
        waiting = waitForAnswer(lane, end, &datagram);
        if (waiting == answerHere && datagram.descriptor >= 0)
            close(datagram.descriptor);
    }
    if (waiting != answerHere) {
        laneForgetDraft(lane);
    } else if (laneTransmit(lane, GAWA_LANE_QUESTION, text, count)) {
        lane->asked += 1;
        waiting = waitForAnswer(lane, end, &datagram);
    } else {
        waiting = answerNone;
    }
    JSCValue *value;
    if (waiting == answerHere)
        value = answerValue(lane, context, &datagram);
    else
        value = waiting == answerLate ? jsc_value_new_undefined(context) : jsc_value_new_null(context);
    if (lane->socket >= 0) {
        withdrawQuestion(lane);
        laneWatch(lane);
    }
    return value;
}
