import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { commands } from '../../cli/commands/index.ts';
import { parse } from '../../core/index.ts';
import { place } from './run.ts';

const root = join(import.meta.dirname, '../..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');

describe('the README', () => {
  it('names every command there is, and none that there is not', () => {
    const named = [...readme.matchAll(/^\| (`.*?`(?:, `.*?`)*) \|/gm)]
      .flatMap(([, cell]) => cell!.split(/(?<=`), /))
      .map((call) => /^`([a-z-]+)/.exec(call)?.[1])
      .filter((name) => name !== undefined);
    expect([...new Set(named)].sort()).toEqual(commands.map(({ name }) => name).sort());
  });

  it('shows a chat file that is one', () => {
    const chat = /```markdown\n([\s\S]*?)```/.exec(readme)![1]!;
    const { messages, draft, problems } = parse(Buffer.from(chat.replace(', …}', '}')));
    expect(messages.map(({ id, role }) => [id, role])).toEqual([
      [1, 'user'],
      [2, 'assistant'],
    ]);
    expect(messages[1]!.compaction!.segments.map(({ type }) => type)).toEqual(['text', 'anchors']);
    expect(draft).toMatch(/^And this text/);
    expect(problems).toEqual([]);
  });

  it('has a library example that runs', () => {
    const { run, vault, root: scratch } = place();
    const long = 'We looked at the shed and found that the roof leaks above the door. '.repeat(6);
    run('add', 'plans.md', '--role', 'user', '--text', long);
    const example = /```js\n([\s\S]*?)```/.exec(readme)![1]!;
    const code = example
      .replace("'chatvault'", JSON.stringify(pathToFileURL(join(root, 'dist/index.js')).href))
      .replace("'/home/me/chats'", JSON.stringify(vault));
    const script = join(scratch, 'example.mjs');
    writeFileSync(script, `${code}\nconsole.log(JSON.stringify(messages));`);
    const ran = spawnSync(process.execPath, [script], { encoding: 'utf8' });
    expect(ran.stderr).toBe('');
    expect(JSON.parse(ran.stdout).at(-1)).toMatchObject({ role: 'user' });
  });
});
