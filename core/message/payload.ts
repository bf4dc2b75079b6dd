import * as z from 'zod/mini';

/** The JSON text of a body, `{}` for plain text: inline to about 8 KB, else the key it lies under in the body store. */
export const Payload = z.union([z.object({ text: z.string() }), z.object({ key: z.string() })]);
export type Payload = z.infer<typeof Payload>;

/** Fetches the JSON texts of large bodies. */
export interface BodyReader {
  get(key: string): Promise<string>;
}

/** The JSON text of a body, fetched when it lies in the body store. */
export async function payloadText(payload: Payload, bodies: BodyReader): Promise<string> {
  return 'text' in payload ? payload.text : bodies.get(payload.key);
}
