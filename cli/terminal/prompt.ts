import { Failure, wrongUse } from '../failure.ts';

/** Where a person sits: questions go to stderr, because stdout may be a file. */
interface Terminal {
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly stderr: NodeJS.WritableStream;
}

/** Asks a person who can say yes or no. @throws Failure when they would rather not say */
export async function confirmed({ stdin, stderr }: Terminal, message: string): Promise<boolean> {
  const { default: confirm } = await import('@inquirer/confirm');
  return answered(confirm({ message, default: false }, { input: stdin, output: stderr }));
}

/** Asks a person for a secret, which is not shown. @throws Failure where nobody can be asked */
export async function askedSecret({ stdin, stderr }: Terminal, message: string): Promise<string> {
  if (!stdin.isTTY) throw wrongUse('nobody can be asked here; give secrets with --secrets or in the environment');
  const { default: password } = await import('@inquirer/password');
  return answered(password({ message, mask: true }, { input: stdin, output: stderr }));
}

async function answered<T>(answer: Promise<T>): Promise<T> {
  return answer.catch((error: unknown) => {
    throw error instanceof Error && error.name === 'ExitPromptError' ? new Failure('nothing was changed') : error;
  });
}
