#include "base/pool.hpp"

#include <algorithm>
#include <chrono>
#include <system_error>
#include <thread>
#include <utility>

#if !defined(_WIN32)
#include <pthread.h>
#endif

namespace sbg {

namespace {

// Never destroyed: at the end of the process its threads still wait.
std::atomic<Pool*> current{nullptr};
std::mutex creating;

}  // namespace

Pool& Pool::shared() {
    if (Pool* pool = current.load(std::memory_order_acquire)) return *pool;
    const std::lock_guard lock(creating);
    if (!current) {
#if !defined(_WIN32)
        // A forked process has none of the threads, and perhaps a mutex that nobody unlocks.
        static const int registered =
            pthread_atfork([] { creating.lock(); }, [] { creating.unlock(); },
                           [] {
                               current = nullptr;
                               creating.unlock();
                           });
        (void)registered;
#endif
        current = new Pool;
    }
    return *current;
}

void Pool::help() {
    std::unique_lock lock(mutex_);
    for (;;) {
        wake_.wait(lock, [&] { return !waiting_.empty(); });
        Job& job = *waiting_.front();
        if (--job.wanted_ == 0) waiting_.pop_front();
        ++job.running_;
        ++busy_;
        lock.unlock();
        std::exception_ptr caught;
        try {
            job.work_();
        } catch (...) {
            caught = std::current_exception();
            job.stop_ = true;
        }
        lock.lock();
        --busy_;
        --job.running_;
        if (caught && !job.failure_) job.failure_ = caught;
        dismiss(job);
        // Under the lock: once it is free the job may be gone.
        if (job.ended()) job.changed_.notify_all();
    }
}

void Pool::dismiss(Job& job) {
    if (!job.wanted_) return;
    job.wanted_ = 0;
    waiting_.erase(std::find(waiting_.begin(), waiting_.end(), &job));
}

Pool::Job::Job(Pool& pool, int threads, std::atomic<bool>& stop, std::function<void()> work)
    : pool_(pool), stop_(stop), work_(std::move(work)), wanted_(threads) {
    const std::lock_guard lock(pool.mutex_);
    int needed = threads;
    for (const Job* other : pool.waiting_) needed += other->wanted_;
    while (pool.threads_ - pool.busy_ < needed) {
        try {
            std::thread([&pool] { pool.help(); }).detach();
        } catch (const std::system_error& problem) {
            // Those that there are do all of it, only later.
            if (pool.threads_ > pool.busy_) break;
            throw std::system_error(problem.code(), "no thread could be started");
        }
        ++pool.threads_;
    }
    pool.waiting_.push_back(this);
    for (int i = 0; i < threads; ++i) pool.wake_.notify_one();
}

Pool::Job::~Job() {
    std::unique_lock lock(pool_.mutex_);
    if (ended()) return;
    stop_ = true;
    pool_.dismiss(*this);
    changed_.wait(lock, [&] { return ended(); });
}

bool Pool::Job::ended_within(double seconds) {
    std::unique_lock lock(pool_.mutex_);
    return changed_.wait_for(lock, std::chrono::duration<double>(seconds), [&] { return ended(); });
}

void Pool::Job::join() {
    std::unique_lock lock(pool_.mutex_);
    changed_.wait(lock, [&] { return ended(); });
    if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

}  // namespace sbg
