import type { Authenticator } from './caller.ts';
import type { Generators } from './generators.ts';
import { timestamp } from './generators.ts';
import { idOf } from '../message/ids.ts';
import type { Person } from './person.ts';
import type { PersonStore } from './person-store.ts';
import { hashSecret } from './secret-hash.ts';

/** Whom an access token names, or that it proves nothing, or that its issuer cannot be reached now. */
export type Verified =
  | { readonly kind: 'ok'; readonly issuer: string; readonly subject: string }
  | { readonly kind: 'refused' }
  | { readonly kind: 'unavailable' };

/** The address that the issuer knows a person by. */
export type Address =
  | { readonly kind: 'ok'; readonly email: string }
  | { readonly kind: 'unverified' }
  | { readonly kind: 'unavailable' };

/** An OpenID Connect issuer as this API needs it. */
export interface Issuer {
  verify(accessToken: string): Promise<Verified>;
  /** Asked once, at a person's first sign-in. */
  addressOf(accessToken: string): Promise<Address>;
}

export interface PersonPorts extends Pick<Generators, 'now' | 'newUlid'> {
  readonly issuer: Issuer;
  readonly people: Pick<PersonStore, 'findPerson' | 'signUp'>;
}

/**
 * Recognises people by the access tokens of an issuer. What they may do is read on every request, never from the token:
 * a changed role counts at once. A new person is stored here, with the address that their issuer verified.
 */
export function createPersonAuthenticator(ports: PersonPorts): Authenticator {
  return {
    async authenticate(credential) {
      const verified = await ports.issuer.verify(credential);
      if (verified.kind !== 'ok') return verified.kind === 'unavailable' ? 'unavailable' : undefined;
      const identity = identityOf(verified);
      const person = (await ports.people.findPerson(identity)) ?? (await signUp(ports, credential, identity));
      if (person === undefined || person === 'unavailable') return person;
      const { user, memberships } = person;
      return { id: user.id, user, memberships };
    },
  };
}

/** A subject means something only together with its issuer. */
function identityOf({ issuer, subject }: { readonly issuer: string; readonly subject: string }): string {
  return hashSecret(`${issuer}\n${subject}`);
}

async function signUp(
  ports: PersonPorts,
  credential: string,
  identity: string,
): Promise<Person | 'unavailable' | undefined> {
  const address = await ports.issuer.addressOf(credential);
  if (address.kind !== 'ok') return address.kind === 'unavailable' ? 'unavailable' : undefined;
  const user = { id: idOf('user', ports.newUlid()), email: address.email, createdAt: timestamp(ports) };
  const result = await ports.people.signUp(identity, user);
  const person = await ports.people.findPerson(identity);
  // Several first requests at once: one of them signed the person up.
  return result.kind === 'lost' && person === undefined ? 'unavailable' : person;
}
