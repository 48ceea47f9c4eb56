import { sha256 } from '../text/hash.ts';
import { type Draft, draft } from './draft.ts';
import type { Format, Imported } from './imported.ts';
import type { Input } from './input.ts';
import { asText, type Shape, shape, words } from './shape.ts';
import { moment } from './time.ts';

/**
 * Chats of SillyTavern (`.jsonl`): a header line, then one message a line. `mes` is the chosen swipe. A row that was kept
 * from the model is left out, unless it is the narrator's: that one stays, as a system message. Dates without a zone are
 * read as UTC. Where several characters speak, each text begins with its speaker's name.
 */
export const sillytavern: Format = {
  kind: 'sillytavern',
  says: 'SillyTavern chat (.jsonl)',
  recognises: ({ lines }) => lines.some(({ value }) => isRow(shape(value))),
  read: (input) => [read(input)],
};

function isRow(line: Shape | undefined): boolean {
  return typeof line?.mes === 'string' && (line.is_user !== undefined || line.name !== undefined);
}

function read({ name, lines, broken }: Input): Imported {
  const made = draft(broken);
  const rows = lines.flatMap(({ value, line }) => {
    const row = shape(value);
    if (row === undefined) made.broken.push({ line, text: 'is a bare JSON value, expected an object' });
    return row === undefined ? [] : [row];
  });
  const header = rows.find((row) => row.chat_metadata !== undefined && row.mes === undefined) ?? {};
  const messages = rows.filter(isRow);
  const speakers = new Set(
    messages.filter(({ is_user, is_system }) => !is_user && !is_system).map((row) => row.name),
  );
  let last = '';
  for (const row of messages) {
    last = later(last, moment(row.send_date));
    readRow(made, row, last, speakers.size > 1);
  }
  const stem = name.replace(/\.jsonl$/i, '');
  return made.finish({
    kind: 'sillytavern',
    id: sha256(JSON.stringify([header.character_name, header.create_date, stem])).slice(0, 32),
    title: speakers.size === 1 ? `${asText([...speakers][0])} · ${stem}` : stem,
    createdAt: moment(header.create_date),
  });
}

function readRow(made: Draft, row: Shape, createdAt: string, isGroup: boolean) {
  const extra = shape(row.extra) ?? {};
  const isNarrator = row.is_system === true && extra.type === 'narrator';
  if (row.is_system === true && !isNarrator) return made.leave('hidden message');
  const text = words(row.mes);
  if (text === undefined) return made.leave('empty message');
  if (Array.isArray(row.swipes)) made.leave('swipe not chosen', row.swipes.length - 1);
  const role = isNarrator ? 'system' : row.is_user === true ? 'user' : 'assistant';
  const key = sha256(JSON.stringify([row.name, row.send_date, row.is_user])).slice(0, 32);
  const { parts } = made.message(key, role, createdAt);
  const thought = words(extra.reasoning);
  if (thought !== undefined) parts.push({ type: 'reasoning', text: thought });
  const isNamed = role === 'system' || (role === 'assistant' && isGroup);
  parts.push({ type: 'text', text: isNamed ? `${asText(row.name)}: ${text}` : text });
  const image = words(extra.image);
  if (image !== undefined) parts.push({ type: 'text', text: `[image: ${image}]` });
}

/** The order of the file is the order of the chat, so a time before its neighbour's (a form without a zone) is taken as that. */
function later(before: string, createdAt: string): string {
  return createdAt < before ? before : createdAt;
}
