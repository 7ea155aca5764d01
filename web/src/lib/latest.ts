// Many wishes in, one piece of work at a time out: while one is under way only the newest wish waits.

export class Latest<Wish> {
  #busy = false;
  #next: { wish: Wish } | null = null;
  readonly #work: (wish: Wish) => Promise<void>;

  constructor(work: (wish: Wish) => Promise<void>) {
    this.#work = work;
  }

  get busy(): boolean {
    return this.#busy;
  }

  ask(wish: Wish): void {
    this.#next = { wish };
    if (!this.#busy) void this.#run();
  }

  async #run(): Promise<void> {
    this.#busy = true;
    try {
      while (this.#next) {
        const { wish } = this.#next;
        this.#next = null;
        await this.#work(wish);
      }
    } finally {
      this.#busy = false;
    }
  }
}
