/** Something refers to a resource that a function of the app has yet to make. */
export class NotMadeYet extends Error {
  override readonly name = 'NotMadeYet';

  constructor(where: string) {
    super(`${where} is not made yet`);
  }
}
