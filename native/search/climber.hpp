// A tree of moves with the results of playouts, and what the driver asks of the code that grows it.
#pragma once

#include <atomic>

#include "play/kernel.hpp"

namespace sbg {

// What is certain about a node, for the player whose move leads to it.
enum Proof : u8 { unproven, won, lost, drawn };

// A move and what came of it, for the player who makes it. Nodes lie in one array; index 0 is none.
struct TreeNode {
    u32 first;     // index of the first child
    u32 children;  // 0 for a leaf
    u16 origin, target;
    u32 visits_;
    i32 score_;  // wins minus losses
    u8 proof_;
    u8 growth_;  // a leaf, being expanded, expanded

    // Counts are changed by several threads at once; none of them needs to see the others at once.
    u32 visits() const { return relaxed(visits_); }
    i32 score() const { return relaxed(score_); }
    Proof proven() const { return static_cast<Proof>(relaxed(proof_)); }
    bool expanded() const {
        return std::atomic_ref(const_cast<u8&>(growth_)).load(std::memory_order_acquire) == 2;
    }
    void add(u32 visits, i32 score) {
        if (visits) std::atomic_ref(visits_).fetch_add(visits, std::memory_order_relaxed);
        if (score) std::atomic_ref(score_).fetch_add(score, std::memory_order_relaxed);
    }
    void prove(Proof proof) {
        std::atomic_ref(proof_).store(static_cast<u8>(proof), std::memory_order_relaxed);
    }
    bool claim() {
        u8 leaf = 0;
        return std::atomic_ref(growth_).compare_exchange_strong(leaf, 1);
    }
    void release() { std::atomic_ref(growth_).store(0, std::memory_order_release); }
    void publish(u32 at, u32 count) {
        first = at;
        children = count;
        std::atomic_ref(growth_).store(2, std::memory_order_release);
    }
    void reset(Move move) { *this = {0, 0, move.origin, move.target, 0, 0, unproven, 0}; }

  private:
    template <class T>
    static T relaxed(const T& place) {
        return std::atomic_ref(const_cast<T&>(place)).load(std::memory_order_relaxed);
    }
};

struct TreeContext {
    TreeNode* nodes;
    u32 capacity;
    std::atomic<u32>* used;
    u32 root;
    float exploration;
    bool flat;    // only the root has children, and each gets as many playouts
    bool shared;  // several threads climb
    u64 seed;
    u64 playouts;  // 0: no limit
    std::atomic<u64>* tickets;
    std::atomic<u64>* done;
    const std::atomic<bool>* stop;
};

class Climber {
  public:
    virtual ~Climber();
    virtual void set_up(const u8* at, u32 ply, const TreeContext&, const Workspace&) = 0;
    // Plays until stopped, out of playouts, or sure of the root's result.
    virtual void climb() = 0;
};

}  // namespace sbg
