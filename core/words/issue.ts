/** What is wrong with one field. `path` addresses it in the request: `filter.all[0].tags`. */
export interface Issue {
  readonly path: string;
  readonly message: string;
}
