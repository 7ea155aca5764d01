#include "play/workspace.hpp"

#if !defined(_WIN32)
#include <pthread.h>
#endif

namespace sbg {

std::mutex& Workspaces::mutex() {
    // Never destroyed: threads may still work when the process ends.
    static auto& found = *new std::mutex;
#if !defined(_WIN32)
    static const int registered =
        pthread_atfork([] { found.lock(); }, [] { found.unlock(); }, [] { found.unlock(); });
    (void)registered;
#endif
    return found;
}

}  // namespace sbg
