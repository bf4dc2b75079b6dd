type Step = () => unknown;

/** What to undo, the last thing first. Each step runs once, whatever became of the others. */
export class Cleanup {
  readonly #steps: Step[] = [];
  #running: Promise<void> | undefined;

  add(step: Step): void {
    this.#steps.push(step);
  }

  /** Runs every step. A second call waits for the first. */
  run(): Promise<void> {
    this.#running ??= this.#runAll();
    return this.#running;
  }

  async #runAll(): Promise<void> {
    for (const step of this.#steps.toReversed()) {
      try {
        await step();
      } catch (error) {
        process.stderr.write(`stopping: ${error instanceof Error ? error.message : String(error)}\n`);
      }
    }
  }
}
