// Memory for running calls: made once per thread at work, and kept for the next call.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "build.hpp"
#include "kernel.hpp"

namespace sbg {

class Workspaces {
    struct Memory {
        // Walking touches few pages of its marks and queue, and the others cost nothing.
        Memory(u64 nodes, u64 groups, u64 group_bytes)
            : marks(nodes / 64 + 1),
              queue(new u32[nodes + 1]),
              groups(groups * group_bytes / sizeof(u64) + 1),
              workspace{{marks.data(), queue.get()}, this->groups.data()} {}

        std::vector<u64> marks;
        std::unique_ptr<u32[]> queue;
        std::vector<u64> groups;
        Workspace workspace;
    };

  public:
    Workspaces(const Built& built, const Kernel& kernel)
        : nodes_(built.marks),
          groups_(static_cast<u64>(built.most_groups)),
          group_bytes_(kernel.group_bytes) {}

    // A workspace for the time of one call.
    class Lease {
      public:
        explicit Lease(Workspaces& owner) : owner_(owner) {
            {
                const std::lock_guard lock(owner.mutex_);
                if (!owner.idle_.empty()) {
                    memory_ = std::move(owner.idle_.back());
                    owner.idle_.pop_back();
                }
            }
            if (!memory_)
                memory_ = std::make_unique<Memory>(owner.nodes_, owner.groups_, owner.group_bytes_);
        }
        ~Lease() {
            const std::lock_guard lock(owner_.mutex_);
            owner_.idle_.push_back(std::move(memory_));
        }
        Lease(const Lease&) = delete;
        Lease& operator=(const Lease&) = delete;
        const Workspace& operator*() const { return memory_->workspace; }

      private:
        Workspaces& owner_;
        std::unique_ptr<Memory> memory_;
    };

  private:
    u64 nodes_, groups_, group_bytes_;
    std::mutex mutex_;
    std::vector<std::unique_ptr<Memory>> idle_;
};

}  // namespace sbg
