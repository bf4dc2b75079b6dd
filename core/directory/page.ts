/** Which part of a list to answer. */
export interface PageRequest {
  /** 1 to 100. */
  readonly limit: number;
  /** The id after which the page starts; absent: from the newest on. */
  readonly after?: string;
}

/** A part of a list, newest first. It may hold fewer items than asked for and still have more after it. */
export interface Page<T> {
  readonly items: readonly T[];
  /** The id that the next page starts after; absent: this is the last page. */
  readonly next?: string;
}
