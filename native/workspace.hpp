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
        // Neither the queue nor the groups are touched here: most of their pages are never needed.
        Memory(u64 nodes, u64 group_words)
            : marks(nodes / 64 + 1),
              queue(new u32[nodes + 1]),
              groups(new u64[group_words]),
              group_words(group_words),
              workspace{{marks.data(), queue.get()}, groups.get()} {}

        std::vector<u64> marks;
        std::unique_ptr<u32[]> queue;
        std::unique_ptr<u64[]> groups;
        u64 group_words;
        Workspace workspace;
    };

  public:
    Workspaces(const Built& built, const Kernel& kernel)
        : nodes_(built.marks),
          level_words_(static_cast<u64>(built.most_groups) * kernel.group_bytes / sizeof(u64) + 1) {
    }

    // A workspace for the time of one call, with room for the groups of as many levels.
    class Lease {
      public:
        explicit Lease(Workspaces& owner, int levels = 1) : owner_(owner) {
            const u64 group_words = owner.level_words_ * static_cast<u64>(levels);
            {
                const std::lock_guard lock(owner.mutex_);
                if (!owner.idle_.empty()) {
                    memory_ = std::move(owner.idle_.back());
                    owner.idle_.pop_back();
                }
            }
            if (!memory_ || memory_->group_words < group_words) {
                memory_ = std::make_unique<Memory>(owner.nodes_, group_words);
            }
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
    u64 nodes_, level_words_;
    std::mutex mutex_;
    std::vector<std::unique_ptr<Memory>> idle_;
};

}  // namespace sbg
