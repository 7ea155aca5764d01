// Of several questions only the newest counts: what an older one brings, an answer or a failure, is dropped.

export class Latest {
  #newest = 0;
  #work: Promise<unknown> = Promise.resolve();

  /**
   * The answer; undefined when something newer was asked before it came, or it was given up. A `patient` question is asked only
   * when the one under way has ended, and not at all if it is overtaken before.
   */
  async ask<T>(question: () => Promise<T>, patient = false): Promise<T | undefined> {
    const number = ++this.#newest;
    const overtaken = () => number !== this.#newest;
    while (patient) {
      const before = this.#work;
      await before;
      if (overtaken()) return undefined;
      if (before === this.#work) break;
    }
    const work = question();
    this.#work = work.catch(() => undefined);
    try {
      const answer = await work;
      return overtaken() ? undefined : answer;
    } catch (error) {
      if (overtaken()) return undefined;
      throw error;
    }
  }

  /** Nobody waits for an answer any more. */
  drop(): void {
    this.#newest++;
  }
}
