import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

const DOCUMENT = join(import.meta.dirname, '../../docs/cost.md');

const keys = [
  'http-api',
  'lambda-request',
  'lambda-arm',
  'dynamodb-write',
  'dynamodb-read',
  'dynamodb-storage',
  'dynamodb-recovery',
  'dynamodb-streams',
  'sqs-request',
  'sqs-fair',
  's3-put',
  's3-get',
  's3-storage',
  'logs-ingest',
  'alarm',
  'dashboard',
  'metric',
  'kms-key',
  'secret',
  'fargate-cpu',
  'fargate-memory',
  'load-balancer',
  'public-ipv4',
  'cloudfront-request',
  'cloudfront-function',
  'cloudfront-out',
] as const;

/** What something is paid for. */
export type PriceKey = (typeof keys)[number];

/** A row of the price list. */
interface Price {
  /** US dollars for one unit. */
  readonly each: number;
  readonly unit: string;
  /** Units that every account gets each month for nothing. */
  readonly free: number;
}

export type PriceList = Readonly<Record<PriceKey, Price>>;

const amount = z
  .string()
  .transform((text) => Number(text.replaceAll(',', '')))
  .pipe(z.number().nonnegative());
const Row = z.tuple([z.enum(keys), amount, amount, z.string(), amount, z.string().min(1)]);

/**
 * The price list of `docs/cost.md`, its only place.
 *
 * @throws when a row cannot be read, or a price that is needed has none
 */
export function readPriceList(text = readFileSync(DOCUMENT, 'utf8')): PriceList {
  const rows = [...text.matchAll(/^\| `([a-z\d-]+)` \|(.+)\|$/gm)].map(([, key = '', rest = '']) =>
    Row.parse([key, ...rest.split('|').map((cell) => cell.trim())]),
  );
  const prices = new Map(rows.map(([key, price, per, unit, free]) => [key, { each: price / per, unit, free }]));
  return z
    .record(
      z.enum(keys),
      z.custom<Price>((price) => price !== undefined),
    )
    .parse(Object.fromEntries(prices));
}
