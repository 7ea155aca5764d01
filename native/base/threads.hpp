// The one place that starts threads. Whatever goes wrong in a thread, or in starting one, is thrown
// in the thread that called.
#pragma once

#include <atomic>
#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace sbg {

// Threads that work at one job. The first failure sets `stop`, which all of them look at; so does
// the end of this object, which waits for them.
class Threads {
  public:
    explicit Threads(std::atomic<bool>& stop) : stop_(stop) {}
    ~Threads();
    Threads(const Threads&) = delete;
    Threads& operator=(const Threads&) = delete;

    // Starts as many threads, which call work(0), work(1) and so on. Throws std::system_error if
    // the system does not give that many; those that were started are stopped.
    void start(int count, std::function<void(int)> work);
    // Whether all have ended, waiting that long for it.
    bool ended_within(double seconds);
    // Waits for all to end and throws the first failure.
    void join();

    // How many were started.
    int count() const { return static_cast<int>(threads_.size()); }

  private:
    void run(int number) noexcept;
    void wait();

    std::atomic<bool>& stop_;
    std::function<void(int)> work_;
    std::mutex mutex_;
    std::condition_variable ended_;
    int running_ = 0;
    std::exception_ptr failure_;
    std::vector<std::thread> threads_;
};

}  // namespace sbg
