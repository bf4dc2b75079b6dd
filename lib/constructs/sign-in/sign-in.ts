/** Where people sign in, and as which public client. */
export interface SignIn {
  readonly issuer: string;
  readonly clientId: string;
}
