import { z } from '@hono/zod-openapi';
import { checkFilter } from '../../core/filter/check.ts';
import type { Filter } from '../../core/filter/filter.ts';
import { unstorableNumbers } from '../../core/directory/storable.ts';

/** A filter or `null`, in a request or an answer; the document describes it by the component `Filter`. */
export const FilterField = z
  .unknown()
  .transform((value, context): Filter | null => {
    if (value === null) return null;
    const checked = checkFilter(value);
    const details = checked.kind === 'ok' ? unstorableNumbers(checked.filter, '') : checked.details;
    if (checked.kind === 'ok' && details.length === 0) return checked.filter;
    for (const { path, message } of details) context.addIssue({ code: 'custom', message, path: [path] });
    return z.NEVER;
  })
  .meta({
    description: 'null: everything matches.',
    anyOf: [{ $ref: '#/components/schemas/Filter' }, { type: 'null' }],
  });
