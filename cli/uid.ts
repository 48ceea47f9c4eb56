import { randomBytes } from 'node:crypto';

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';

/** Twelve random base-32 characters (60 bits): who a new message is, in every clone. */
export function newUid(): string {
  return Array.from(randomBytes(12), (byte) => alphabet[byte & 31]).join('');
}
