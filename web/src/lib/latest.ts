// Of several questions only the newest counts: what an older one brings, an answer or a failure, is dropped.

export class Latest {
  #newest = 0;
  #work: Promise<unknown> = Promise.resolve();
  readonly #patient: boolean;

  /** With `patient` one question is under way at a time; only the newest of those that wait is asked at all. */
  constructor(patient = false) {
    this.#patient = patient;
  }

  /** The answer; undefined when something newer was asked before it came, or it was given up. */
  async ask<T>(question: () => Promise<T>): Promise<T | undefined> {
    const number = ++this.#newest;
    const overtaken = () => number !== this.#newest;
    while (this.#patient) {
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
