/**
 * Does a word look like a secret drawn at random: letters in both cases and digits in no order that words, numbers,
 * paths, dates or hashes have? Git hashes, UUIDs and hexadecimal digests are clean, and so are integrity hashes.
 */
export function isRandom(word: string): boolean {
  if (/^[0-9a-fA-F-]+$/.test(word) || /^sha\d{3}-/.test(word)) return false;
  if (word.includes('/') && /(?:^|\/)[a-z]+(?:\/|$)/.test(word)) return false;
  const body = word.replace(/=+$/, '');
  if (!/\d/.test(body) || !/[a-z]/.test(body) || !/[A-Z]/.test(body)) return false;
  let changes = 0;
  for (let at = 1; at < body.length; at++) if (classOf(body, at) !== classOf(body, at - 1)) changes++;
  return changes / body.length >= leastChanges && entropy(body) >= leastEntropy;
}

/** Changes between capital, small letter, digit and mark, per character. */
const leastChanges = 0.33;
/** Bits per character. */
const leastEntropy = 3.6;

function classOf(word: string, at: number): number {
  const unit = word.charCodeAt(at);
  if (unit >= 0x61 && unit <= 0x7a) return 1;
  if (unit >= 0x41 && unit <= 0x5a) return 2;
  return unit >= 0x30 && unit <= 0x39 ? 3 : 4;
}

function entropy(word: string): number {
  const counts = new Map<string, number>();
  for (const char of word) counts.set(char, (counts.get(char) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / word.length) * Math.log2(count / word.length);
  return bits;
}
