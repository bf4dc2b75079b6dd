import { describe, expect, it } from 'vitest';
import { signOutProblem } from '../../../local/oidc/sign-out.ts';

const PARTS = { baseUrl: 'http://localhost:8080', issuer: 'http://localhost:8080/oidc', clientId: 'dashboard' };
const problemOf = (url: string) => signOutProblem(PARTS, { url });

describe('signing out', () => {
  it('works with what Cognito wants', () => {
    const url = '/oidc/session/end?client_id=dashboard&logout_uri=http%3A%2F%2Flocalhost%3A8080%2F&id_token_hint=a';

    expect(problemOf(url)).toBeUndefined();
  });

  it.each([
    [
      'the standard form alone',
      '?id_token_hint=a&post_logout_redirect_uri=http%3A%2F%2Flocalhost%3A8080%2F',
      /client_id/,
    ],
    ['another client', '?client_id=other&logout_uri=http%3A%2F%2Flocalhost%3A8080%2F', /client_id/],
    ['no address', '?client_id=dashboard', /logout_uri/],
    ['another address', '?client_id=dashboard&logout_uri=http%3A%2F%2Flocalhost%3A8080%2Fx', /not one of/],
  ])('is refused with %s', (_, query, problem) => {
    expect(problemOf(`/oidc/session/end${query}`)).toMatch(problem);
  });

  it('concerns no other address of the issuer', () => {
    expect(problemOf('/oidc/session/end/confirm')).toBeUndefined();
    expect(problemOf('/oidc/auth?x=1')).toBeUndefined();
  });
});
