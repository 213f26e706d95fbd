#pragma once

// Declarations for which the toolchain ships no header that a C target can include.

#include <stdbool.h>
#include <stdint.h>

// Foundation's run loop: the same functions as on Apple platforms (CoreFoundation/CFRunLoop.h).

typedef struct __CFRunLoop *CFRunLoopRef;
typedef struct __CFRunLoopSource *CFRunLoopSourceRef;
typedef struct __CFRunLoopObserver *CFRunLoopObserverRef;
typedef const struct __CFString *CFStringRef;

enum {
    kCFRunLoopEntry = 1UL << 0,
    kCFRunLoopBeforeWaiting = 1UL << 5,
    kCFRunLoopExit = 1UL << 7,
};

/// CFRunLoopSourceContext, version 0: performed after CFRunLoopSourceSignal.
typedef struct {
    long version;
    void *info;
    const void *(*retain)(const void *info);
    void (*release)(const void *info);
    CFStringRef (*copyDescription)(const void *info);
    unsigned char (*equal)(const void *first, const void *second);
    unsigned long (*hash)(const void *info);
    void (*schedule)(void *info, CFRunLoopRef loop, CFStringRef mode);
    void (*cancel)(void *info, CFRunLoopRef loop, CFStringRef mode);
    void (*perform)(void *info);
} SignalledSourceContext;

/// CFRunLoopSourceContext1, version 1: performed when its port, on Linux a file descriptor, becomes readable.
typedef struct {
    long version;
    void *info;
    const void *(*retain)(const void *info);
    void (*release)(const void *info);
    CFStringRef (*copyDescription)(const void *info);
    unsigned char (*equal)(const void *first, const void *second);
    unsigned long (*hash)(const void *info);
    int (*getPort)(void *info);
    void (*perform)(void *info);
} PortSourceContext;

extern const CFStringRef kCFRunLoopDefaultMode;
extern const CFStringRef kCFRunLoopCommonModes;

void CFRelease(const void *object);
CFRunLoopRef CFRunLoopGetMain(void);
CFStringRef CFRunLoopCopyCurrentMode(CFRunLoopRef loop);
int32_t CFRunLoopRunInMode(CFStringRef mode, double seconds, unsigned char return_after_source_handled);
void CFRunLoopStop(CFRunLoopRef loop);
void CFRunLoopWakeUp(CFRunLoopRef loop);
double CFRunLoopGetNextTimerFireDate(CFRunLoopRef loop, CFStringRef mode);
void CFRunLoopAddSource(CFRunLoopRef loop, CFRunLoopSourceRef source, CFStringRef mode);
void CFRunLoopAddObserver(CFRunLoopRef loop, CFRunLoopObserverRef observer, CFStringRef mode);
CFRunLoopSourceRef CFRunLoopSourceCreate(const void *allocator, long order, void *context);
void CFRunLoopSourceSignal(CFRunLoopSourceRef source);
CFRunLoopObserverRef CFRunLoopObserverCreate(
    const void *allocator, unsigned long activities, unsigned char repeats, long order,
    void (*callout)(CFRunLoopObserverRef observer, unsigned long activity, void *info), void *context);
double CFAbsoluteTimeGetCurrent(void);

// The concurrency runtime: what an async `main` calls on the main thread once its first job is queued. Without the hook
// libdispatch parks the main thread for good and runs the main queue on threads of its own.

typedef void (*DrainMainQueue)(void) __attribute__((swiftcall));
typedef void (*DrainMainQueueHook)(DrainMainQueue original, DrainMainQueue override) __attribute__((swiftcall));
extern DrainMainQueueHook swift_task_asyncMainDrainQueue_hook;

// libdispatch: the event descriptor that says the main queue has work, meant for Foundation.

int _dispatch_get_main_queue_handle_4CF(void);
void _dispatch_main_queue_callback_4CF(void *message);
