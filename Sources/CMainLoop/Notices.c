#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>

#include "ForeignLoop.h"
#include "Runtime.h"

// Two functions of Foundation change what a run loop has to do without waking it. They are replaced, for the executable
// and for all libraries in its process, by ones that say so. Weak, because a statically linked Foundation brings its
// own into the executable; there the notices are missing.

typedef void (*PerformBlock)(CFRunLoopRef loop, const void *mode, void *block);
typedef void (*AddTimer)(CFRunLoopRef loop, void *timer, CFStringRef mode);

/// Queues a block. Without the wake-up, `RunLoop.main.perform` from another thread waits for the next event of another
/// kind, perhaps for good; on Apple platforms it wakes the loop. Can go when swift-corelibs-foundation does the same.
__attribute__((weak, visibility("default")))
void CFRunLoopPerformBlock(CFRunLoopRef loop, const void *mode, void *block) {
    PerformBlock real_perform_block = (PerformBlock)(intptr_t)dlsym(RTLD_NEXT, "CFRunLoopPerformBlock");
    if (!real_perform_block) return;
    real_perform_block(loop, mode, block);
    CFRunLoopWakeUp(loop);
    if (loop == CFRunLoopGetMain()) gawa_foreign_loop_notice();
}

/// Adds a timer. Foundation's own loop waits on the timer's descriptor; a foreign loop has to be told.
__attribute__((weak, visibility("default")))
void CFRunLoopAddTimer(CFRunLoopRef loop, void *timer, CFStringRef mode) {
    AddTimer real_add_timer = (AddTimer)(intptr_t)dlsym(RTLD_NEXT, "CFRunLoopAddTimer");
    if (!real_add_timer) return;
    real_add_timer(loop, timer, mode);
    if (loop == CFRunLoopGetMain()) gawa_foreign_loop_notice();
}
