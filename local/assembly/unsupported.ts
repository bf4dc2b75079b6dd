/**
 * The templates use something the runner does not know. It is a bug of the runner or of the app, never of the user, and
 * it must be loud: guessing here would hide on the laptop what fails in production.
 */
export class UnsupportedTemplate extends Error {
  override readonly name = 'UnsupportedTemplate';

  constructor(where: string, what: string) {
    super(`${where}: ${what}`);
  }
}
