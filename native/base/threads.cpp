#include "base/threads.hpp"

#include <chrono>
#include <string>
#include <system_error>
#include <utility>

namespace sbg {

Threads::~Threads() {
    if (!threads_.empty()) stop_ = true;
    wait();
}

void Threads::start(int count, std::function<void(int)> work) {
    work_ = std::move(work);
    threads_.reserve(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i) {
        {
            const std::lock_guard lock(mutex_);
            ++running_;
        }
        try {
            threads_.emplace_back([this, i] { run(i); });
        } catch (const std::system_error& problem) {
            {
                const std::lock_guard lock(mutex_);
                --running_;
            }
            stop_ = true;
            wait();
            throw std::system_error(problem.code(), "only " + std::to_string(i) + " of " +
                                                        std::to_string(count) +
                                                        " threads could be started");
        }
    }
}

void Threads::run(int number) noexcept {
    std::exception_ptr caught;
    try {
        work_(number);
    } catch (...) {
        caught = std::current_exception();
        stop_ = true;
    }
    const std::lock_guard lock(mutex_);
    if (caught && !failure_) failure_ = caught;
    if (--running_ == 0) ended_.notify_all();
}

bool Threads::ended_within(double seconds) {
    std::unique_lock lock(mutex_);
    return ended_.wait_for(lock, std::chrono::duration<double>(seconds),
                           [&] { return running_ == 0; });
}

void Threads::wait() {
    for (std::thread& thread : threads_) {
        if (thread.joinable()) thread.join();
    }
}

void Threads::join() {
    wait();
    if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

}  // namespace sbg
