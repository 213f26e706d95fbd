#pragma once

#include <stddef.h>
#include <stdint.h>

// The datagrams of the fast lane (Documentation/Design/fast-lane.md), written and read. Both ends use this: the app, which
// trusts nothing that it reads, and the web-process module. Swift can call neither `sendmsg` with descriptors nor
// `fcntl`, and reads its control messages by macros only.
//
// No call here blocks, whatever the other end does to the socket: that end made both, and shares their flags.

#ifdef __cplusplus
extern "C" {
#endif

enum {
    GAWA_LANE_MESSAGE = 1,
    GAWA_LANE_QUESTION = 2,
    GAWA_LANE_ANSWER = 3,
};

enum {
    /// The longest datagram that is read.
    GAWA_LANE_MAXIMUM_DATAGRAM = 64 * 1024,
    /// A longer body travels in a memfd.
    GAWA_LANE_MAXIMUM_INLINE_BODY = 48 * 1024,
    GAWA_LANE_MAXIMUM_ATTACHMENTS = 1024,
};

typedef struct {
    const void *bytes;
    size_t count;
} GawaLaneBytes;

// MARK: Writing

typedef enum {
    GAWA_LANE_WRITTEN,
    /// The socket is full: it can be written when `poll` says so.
    GAWA_LANE_FULL,
    /// The system has no descriptor or memory left at the moment.
    GAWA_LANE_EXHAUSTED,
    /// Nobody reads the other end any more.
    GAWA_LANE_GONE,
} GawaLaneWriting;

/// Whether a body travels within its datagram. `parts` are the text and the attachments.
int gawa_lane_is_inline(const GawaLaneBytes *parts, size_t count);

/// Makes a sealed memfd that holds a body; -1 when the system has no descriptor or memory left.
int gawa_lane_body(const GawaLaneBytes *parts, size_t count);

/// The same in steps: `gawa_lane_body_add` and `gawa_lane_body_seal` say whether they could.
int gawa_lane_body_new(void);
int gawa_lane_body_add(int body, const void *bytes, size_t count);
int gawa_lane_body_seal(int body);

/// Writes one datagram. `parts` are the text and at most 1,024 attachments; `body` is the memfd that holds them, or -1 when
/// they are inline. It stays the caller's.
GawaLaneWriting gawa_lane_write(int socket, uint32_t kind, const GawaLaneBytes *parts, size_t count, int body);

/// Whether the other end has read all that was written.
int gawa_lane_is_drained(int socket);

// MARK: Reading

typedef enum {
    GAWA_LANE_READ,
    /// There is no datagram at the moment.
    GAWA_LANE_NOTHING,
    /// The other end is closed, and all that it wrote was read.
    GAWA_LANE_ENDED,
    /// What came is no datagram of a lane; `breach` says why.
    GAWA_LANE_BREACH,
} GawaLaneReading;

typedef struct {
    uint32_t kind;
    uint32_t attachmentCount;
    size_t textLength;
    size_t attachmentsLength;
    /// In the buffer, as all that follows, and not aligned to more than 8 bytes.
    const uint64_t *lengths;
    /// The body, or NULL when it is in a memfd.
    const uint8_t *body;
    /// The memfd, which the caller closes, or -1.
    int descriptor;
    const char *breach;
} GawaLaneDatagram;

/// Reads one datagram into a buffer of `GAWA_LANE_MAXIMUM_DATAGRAM` bytes, aligned to 8.
///
/// A text may have `maximumText` bytes, and all attachments together `maximumAttachments`.
GawaLaneReading gawa_lane_read(int socket, void *buffer, size_t maximumText, size_t maximumAttachments,
                               GawaLaneDatagram *datagram);

/// Copies bytes out of a memfd, and says whether they were there: its sender may have cut it short.
int gawa_lane_copy(int descriptor, void *destination, size_t count, size_t offset);

// MARK: Descriptors

/// Whether a descriptor is a socket of the lane's kind. One that nobody is connected to ends at the first read.
int gawa_lane_is_socket(int descriptor);

/// Waits until the socket can be read (1), or written (2, asked for by `isWriting`), or `wake` was signalled (4), or the time in
/// milliseconds is over (0). A negative time has no end.
int gawa_lane_wait(int socket, int wake, int isWriting, int milliseconds);

/// Makes a descriptor that wakes `gawa_lane_wait`; -1 when there is none left.
int gawa_lane_wake_new(void);
void gawa_lane_wake(int wake);

/// Ends both directions, so that both ends notice; what was written can still be read.
void gawa_lane_shut(int socket);

void gawa_lane_close(int descriptor);

/// Names the calling thread, for those who look at the process.
void gawa_lane_name_thread(const char *name);

#ifdef __cplusplus
}
#endif
