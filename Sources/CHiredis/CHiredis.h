#include <hiredis/hiredis.h>

#ifdef __linux__
#include <sys/eventfd.h>
#include <sys/prctl.h>
#else
#include <pthread.h>
#endif

// Names the calling thread, as far as it fits into 15 letters. Swift can't call functions with any number of arguments.
static inline void relay_name_thread(const char *name) {
#ifdef __linux__
    prctl(PR_SET_NAME, name, 0, 0, 0);
#else
    pthread_setname_np(name);
#endif
}

#ifdef __linux__
// Opens what one thread writes and another one polls, as a pipe but with one descriptor. Swift doesn't import the header.
static inline int relay_open_event(void) { return eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC); }
#endif
