// Threads that wait for work between calls: to start one takes as long as some hundred plies.
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>

namespace sbg {

class Pool {
  public:
    // The one of this process. It starts threads when they are needed and keeps them to the end of
    // the process; a forked process has its own.
    static Pool& shared();

    // One piece of work at which several threads help. `work` returns when nothing is left of it:
    // threads that come later are then not needed any more. The first failure sets `stop`, and so
    // does the end of this object, which waits for all who work.
    class Job {
      public:
        // Throws std::system_error if the system gives no thread at all.
        Job(Pool& pool, int threads, std::atomic<bool>& stop, std::function<void()> work);
        ~Job();
        Job(const Job&) = delete;
        Job& operator=(const Job&) = delete;

        // Whether it is done, waiting that long for it.
        bool ended_within(double seconds);
        // Waits for the end and throws the first failure.
        void join();

      private:
        friend class Pool;
        bool ended() const { return !wanted_ && !running_; }

        Pool& pool_;
        std::atomic<bool>& stop_;
        std::function<void()> work_;
        int wanted_, running_ = 0;  // under the mutex of the pool, as all that follows
        std::condition_variable changed_;
        std::exception_ptr failure_;
    };

  private:
    void help();
    void dismiss(Job& job);  // nobody else need come

    std::mutex mutex_;
    std::condition_variable wake_;
    std::deque<Job*> waiting_;  // those that want more threads
    int threads_ = 0, busy_ = 0;
};

}  // namespace sbg
