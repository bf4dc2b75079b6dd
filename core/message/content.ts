import * as z from 'zod/mini';

/**
 * What a message says. Every part of the router passes it on whole. Parsing puts the fields into this order, in which
 * machines get them.
 */
export const Content = z.object({
  /** At most 200 characters (Unicode code points). */
  title: z.exactOptional(z.string()),
  /** At most 4,000 characters (Unicode code points); may be empty for an empty plain-text body. */
  message: z.string(),
  /** 1 (lowest) to 5 (urgent). */
  priority: z.exactOptional(z.number()),
  tags: z.array(z.string()),
});
export type Content = z.infer<typeof Content>;

const nested = z.pipe(
  Content,
  z.transform((content) => ({ content })),
);

/**
 * The schema of something that carries a content. In rows, queues and calls the content's fields stand among the
 * carrier's own; what is parsed has them under `content`. `flat` is the way back.
 *
 * @param own the carrier's own fields
 */
export function carrier<Own extends z.core.$ZodLooseShape>(own: Own) {
  return z.intersection(z.object(own), nested);
}

/** A carrier as it is stored and sent: what `carrier` reads. */
export function flat<Carrier extends { readonly content: Content }>({ content, ...own }: Carrier) {
  return { ...own, ...content };
}
