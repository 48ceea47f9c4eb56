import type { NewChat, Role } from '../../core/index.ts';

/** The first chat of a new vault: it says what the file is by being one. `uid` gives a new uid at each call. */
export function welcome(now: Date, uid: () => string): NewChat {
  const createdAt = now.toISOString().replace(/\.\d+Z$/, 'Z');
  const said: readonly (readonly [Role, string])[] = [
    ['user', 'What is this file?'],
    ['assistant', whatItIs],
    ['user', 'And what happens when the conversation gets long?'],
    ['assistant', whatHappens],
  ];
  return {
    title: 'Welcome',
    createdAt,
    messages: said.map(([role, text], index) => ({
      id: index + 1,
      uid: uid(),
      role,
      createdAt,
      parts: [{ type: 'text', text }],
    })),
  };
}

const whatItIs = `One conversation. Each message stands between two comment lines, with a line of JSON that says who spoke and when. Everything else is plain Markdown: read it in any editor, correct a word, sync it, put it under git.

- \`chatvault add Welcome.md --role user --text "…"\` adds a message.
- Text below the last block is your draft; it is not sent until you say so.
- \`chatvault import FILE\` brings in conversations from other programs.`;

const whatHappens = `Run \`chatvault compact\`, or leave \`chatvault watch\` running. Each message of 50 words or more then gets a short form, kept inside its own block, right behind the original words. The original is never changed, and \`chatvault undo Welcome.md\` takes every short form out again, to the byte.

When a program asks for the next request to a model (\`chatvault request Welcome.md\`), the newest messages are sent word for word and older ones in their short form, so that more of the conversation fits. Numbers, paths, commands and names that a short form dropped are kept beside it as anchors. What does not fit at all can still be found: \`chatvault search\` and \`chatvault read\` give back the exact words.

This very message is long enough to be shortened. Try it, look at the file, and undo it.`;
