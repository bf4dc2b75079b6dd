import type { FakeVendor, Shown, VendorRequest } from './vendor.ts';

/** A post as people see it. */
export interface SeenPost extends Shown {
  /** Of its bar or its mark, where the vendor has one: six hex digits. */
  readonly colour?: string | undefined;
  /** Of an incident. */
  readonly state?: 'triggered' | 'acknowledged' | 'resolved';
  /** What people may press, by its words; absent: nothing. */
  readonly buttons?: ReadonlyMap<string, string> | undefined;
  /** By which a phone rings. */
  readonly priority?: number | undefined;
}

/** A vendor that keeps what is posted, so that a test sees what a person would see. */
export interface Board {
  readonly answer: FakeVendor['answer'];
  /** What can be seen now, oldest first. */
  posts(): readonly SeenPost[];
  /** Somebody deletes all that can be seen. */
  clear(): void;
}

/** Where posts stand, by the vendor's name of them. */
export class Posts {
  readonly #kept = new Map<string, VendorRequest>();
  #count = 0;

  /** @param name makes a name out of a number that counts up */
  add(request: VendorRequest, name: (count: number) => string): string {
    this.#count += 1;
    const id = name(this.#count);
    this.#kept.set(id, request);
    return id;
  }

  has(id: string): boolean {
    return this.#kept.has(id);
  }

  get(id: string): VendorRequest | undefined {
    return this.#kept.get(id);
  }

  set(id: string, request: VendorRequest): void {
    this.#kept.set(id, request);
  }

  all(): VendorRequest[] {
    return [...this.#kept.values()];
  }

  clear(): void {
    this.#kept.clear();
  }
}

/** Buttons, unless there are none. */
export function seenButtons(buttons: ReadonlyMap<string, string>): Pick<SeenPost, 'buttons'> {
  return buttons.size === 0 ? {} : { buttons };
}
