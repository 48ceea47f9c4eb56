import type { Random } from './random.ts';

/**
 * Chats made of one-line messages, and what a person does to them, with text means only: nothing of the product is used
 * here, so that its mistakes cannot hide.
 */

const open = '<!-- clara:message -->\n';
const end = '<!-- clara:end-message -->\n';
const short = /<!-- clara:compacted -->\n[\s\S]*?(?=<!-- clara:end-message -->\n)/g;
const whole = /<!-- clara:message -->\n[\s\S]*?<!-- clara:end-message -->\n\n?/g;
const line = /^m(\d+) v\d+ .*$/gm;

/** The file without any short form: what people and programs other than ours wrote. */
export function originals(text: string): string {
  return text.replace(short, '');
}

/** Messages that carry more than one short form. */
export function doubled(text: string): number {
  return text.split(end).filter((message) => message.split('<!-- clara:compacted -->').length > 2).length;
}

/** One message whose line says which save wrote it. */
export function message(id: number, save: number): string {
  const header = `{"id":${id},"role":"user","created_at":"2026-11-02T08:14:30Z","version":2,"simple":true}`;
  return `${open}${header}\nm${id} v${save} ${'some words of a person '.repeat(1 + (save % 40))}\n${end}`;
}

export function newChat(messages: number): string {
  const all = Array.from({ length: messages }, (_, at) => message(at + 1, 0));
  return `---\ntitle: torture\n---\n${all.join('\n')}`;
}

/** A text as a person leaves it: one line changed, a message added at the end or taken out. */
export function changed(text: string, save: number, random: Random): string {
  const ids = [...text.matchAll(line)].map(([, id]) => Number(id));
  const kind = random.below(10);
  if (kind === 0 && ids.length < 40) return text + message(Math.max(0, ...ids) + 1, save);
  if (kind === 1 && ids.length > 5) return without(text, random.pick(ids));
  const id = random.pick(ids);
  return text.replace(
    new RegExp(`^m${id} v\\d+ .*$`, 'm'),
    `m${id} v${save} ${'changed by a person '.repeat(1 + (save % 30))}`,
  );
}

function without(text: string, id: number): string {
  return text.replace(whole, (block) => (block.includes(`\nm${id} v`) ? '' : block));
}
