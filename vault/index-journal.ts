import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { packRising, Reading, sealed, unpackRising, unsealed, Writing } from './index-bytes.ts';
import type { Entry, FileRecord } from './index-record.ts';

/** A change of the index since its base was written: a file as it is now, or that it is gone. */
export type Change = Entry | { readonly gone: string };

/**
 * The changes of a journal in order, up to the first that is not whole: a process that was killed while it wrote leaves
 * half a change at the end, and that file is simply read again. A missing journal has none.
 */
export function readJournal(file: string): Change[] {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
  const changes: Change[] = [];
  for (let at = 0; ; ) {
    const whole = unsealed(bytes, at);
    if (whole === undefined) return changes;
    changes.push(unpack(whole.bytes));
    at = whole.end;
  }
}

/** Appends changes in one write. Behind half a change nothing would be read, so then false is given: write a new base. */
export function appendJournal(file: string, changes: readonly Change[]): boolean {
  const known = wholeLength(file);
  if (known === undefined) return false;
  const fd = openSync(file, 'a', 0o600);
  try {
    writeSync(fd, Buffer.concat(changes.map((change) => sealed(pack(change)))));
  } finally {
    closeSync(fd);
  }
  return true;
}

function wholeLength(file: string): number | undefined {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch {
    return 0;
  }
  let at = 0;
  for (let whole = unsealed(bytes, at); whole !== undefined; whole = unsealed(bytes, at)) at = whole.end;
  return at === bytes.length ? at : undefined;
}

function pack(change: Change): Buffer {
  const writing = new Writing();
  const head = Buffer.from(JSON.stringify('gone' in change ? change : { record: change.record }));
  writing.number(head.length);
  writing.add(head);
  if ('gone' in change) return writing.done();
  for (const [term, messages] of change.terms) {
    const name = Buffer.from(term, 'utf16le');
    const numbers = packRising(messages);
    writing.number(name.length);
    writing.add(name);
    writing.number(numbers.length);
    writing.add(numbers);
  }
  return writing.done();
}

function unpack(bytes: Buffer): Change {
  const reading = new Reading(bytes);
  const head = JSON.parse(reading.take(reading.number()).toString('utf8')) as
    | { gone: string }
    | { record: FileRecord };
  if ('gone' in head) return head;
  const terms = new Map<string, readonly number[]>();
  while (reading.at < bytes.length) {
    const term = reading.take(reading.number()).toString('utf16le');
    terms.set(term, unpackRising(reading.take(reading.number())));
  }
  return { record: head.record, terms };
}
