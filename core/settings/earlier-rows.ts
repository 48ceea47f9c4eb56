import * as z from 'zod/mini';
import { duration, type Row } from './row.ts';

/** The numbers of accounts of what left the window: one table like that of all settings, and a part of it. */
export const earlierRows = {
  'earlier.timeout': {
    check: duration,
    default: '120s',
    authority: 'vault',
    says: 'the time limit for one piece of an account',
  },
  'earlier.retry_after': {
    check: () => z.int().check(z.minimum(1), z.maximum(1000)),
    default: 6,
    authority: 'vault',
    says: 'new messages after which an account that failed is tried again',
  },
  'earlier.fold_messages': {
    check: () => z.int().check(z.minimum(20)),
    default: 600,
    authority: 'vault',
    says: 'messages that no account tells of before one is made whatever the window',
  },
  'earlier.fold_bytes': {
    check: () => z.int().check(z.minimum(10_000)),
    default: 8_000_000,
    authority: 'vault',
    says: 'bytes of a file that no account tells of before one is made whatever the window',
  },
  'earlier.bullets_characters': {
    check: () => z.int().check(z.minimum(500), z.maximum(100_000)),
    default: 2000,
    authority: 'vault',
    says: 'the most characters of all bullets together',
  },
  'earlier.bullets_max_tokens': {
    check: () => z.int().check(z.minimum(16), z.maximum(8192)),
    default: 300,
    authority: 'vault',
    says: 'the most tokens of one reply with bullets',
  },
  'earlier.range_min_tokens': {
    check: () => z.int().check(z.minimum(0)),
    default: 200,
    authority: 'vault',
    says: 'tokens of messages below which no row of a chain is made',
  },
  'earlier.range_min_messages': {
    check: () => z.int().check(z.minimum(1), z.maximum(1000)),
    default: 5,
    authority: 'vault',
    says: 'new messages below which no row of a chain is made',
  },
  'earlier.range_row_tokens': {
    check: () => z.int().check(z.minimum(50), z.maximum(100_000)),
    default: 800,
    authority: 'vault',
    says: 'tokens of messages up to which the last row of a chain is extended',
  },
  'earlier.range_temperature': {
    check: () => z.number().check(z.minimum(0), z.maximum(2)),
    default: 0.2,
    authority: 'vault',
    says: 'the temperature of the model for a row of a chain',
  },
  'earlier.range_max_tokens': {
    check: () => z.int().check(z.minimum(16), z.maximum(8192)),
    default: 500,
    authority: 'vault',
    says: 'the most tokens of one row of a chain',
  },
  'earlier.range_characters': {
    check: () => z.int().check(z.minimum(200), z.maximum(1_000_000)),
    default: 3000,
    authority: 'vault',
    says: 'the newest characters of its messages that a row of a chain is made from',
  },
  'earlier.narrative_characters': {
    check: () => z.int().check(z.minimum(1000), z.maximum(1_000_000)),
    default: 24_000,
    authority: 'vault',
    says: 'characters of messages that one piece of a narrative is made from',
  },
} as const satisfies Record<string, Row>;
