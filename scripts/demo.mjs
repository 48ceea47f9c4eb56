// Takes the sample chat through the product in a scratch folder: no model, no network, nothing of yours is touched.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { styleText } from 'node:util';

const here = dirname(fileURLToPath(import.meta.url));
const main = join(here, '../dist/main.js');
const scratch = mkdtempSync(join(tmpdir(), 'chatvault-demo-'));
const vault = join(scratch, 'vault');
const chat = 'photo-archive.md';
const file = join(vault, chat);
const colors = process.stdout.isTTY && !process.env.NO_COLOR;
const paint = (format, text) => (colors ? styleText(format, text) : text);
const env = { ...process.env, XDG_CONFIG_HOME: join(scratch, 'config') };

step('A vault is a folder.', 'init', vault);

say(`The sample is a conversation of 32 messages about moving a photo archive: English, one message in Japanese,
one in German, code, a tool call. It is copied in as a file, as you would drop one into the folder.`);
copyFileSync(join(here, 'demo', chat), file);
const before = readFileSync(file);

step('Every message of 50 words or more gets a short form beside its original words.', 'compact');

const text = readFileSync(file, 'utf8');
say('This is how one of them stands in the file now:');
print(excerpt(text, 10), 'dim');
say(saving(text));

step(
  'What a model would see of it, oldest first. With a window of 8,192 tokens:',
  'window',
  chat,
  '--context',
  '8192',
);
step('With half of it, the oldest messages become outlines:', 'window', chat, '--context', '4096');

const request = JSON.parse(run('request', chat, '--context', '8192').stdout);
say(
  `The request for a model, by "chatvault request ${chat}": ${request.messages.length} messages, the first and last of them in short:`,
);
const shown =
  request.messages.length > 12
    ? [...request.messages.slice(0, 6), undefined, ...request.messages.slice(-4)]
    : request.messages;
for (const message of shown) {
  print(message === undefined ? '…' : `${paint('bold', message.role.padEnd(9))} ${clipped(message.content)}`);
}

step('And back again:', 'undo', chat);
const same = readFileSync(file).equals(before);
say(
  same
    ? `The file has its ${before.length.toLocaleString('en-US')} bytes from before again, to the byte.`
    : 'The file differs from before: this is a bug, please report it.',
);
say(`Look around in ${vault}, or start your own with: chatvault init DIR`);
process.exit(same ? 0 : 1);

function step(title, ...args) {
  say(title);
  print(`$ chatvault ${args.join(' ')}`, 'cyan');
  const { stdout, stderr } = run(...args);
  print((stdout + stderr).trimEnd());
}

function run(...args) {
  const cwd = args[0] === 'init' ? scratch : vault;
  const ran = spawnSync(process.execPath, [main, ...args], { cwd, env, encoding: 'utf8' });
  if (ran.status === 0) return ran;
  console.error(`chatvault ${args.join(' ')} ended with ${ran.status}:\n${ran.stdout}${ran.stderr}`);
  process.exit(1);
}

function say(words) {
  console.log(`\n${paint('bold', words)}`);
}

function print(lines, format) {
  for (const line of lines.split('\n')) console.log(`  ${format === undefined ? line : paint(format, line)}`);
}

/** The short form of a message as it stands in the file, with the line that opens the message. */
function excerpt(text, id) {
  const lines = text.split('\n');
  const at = lines.findIndex((line) => line.startsWith(`{"id":${id},`));
  const short = lines.findIndex((line, index) => index > at && /^<!-- \S+:compacted -->$/.test(line));
  const end = lines.findIndex((line, index) => index > at && /^<!-- \S+:end-message -->$/.test(line));
  if (at < 0 || short < 0 || short > end) return '(no short form)';
  const head = [...lines.slice(at - 1, at + 2), '…'];
  return [...head, ...lines.slice(short, end + 1)].map((line) => cut(line, 110)).join('\n');
}

/** How many characters the messages that have a short form take, before and after. */
function saving(text) {
  let [count, original, short] = [0, 0, 0];
  for (const block of text.split(/^<!-- \S+:message -->\n/m).slice(1)) {
    const [body, compacted] = block.split(/^<!-- \S+:compacted -->\n/m);
    if (compacted === undefined) continue;
    count += 1;
    original += words(body).length;
    short += words(compacted.split(/^<!-- \S+:end-message -->/m)[0]).length;
  }
  const share = Math.round((1 - short / original) * 100);
  const shown = [original, short].map((number) => number.toLocaleString('en-US'));
  return `${count} messages have a short form: ${shown[0]} characters became ${shown[1]}, ${share} % less.`;
}

/** A block without its markers and header lines. */
function words(block) {
  return block.replace(/^<!-- \S+ -->\n?|^\{"(?:id|version|type|kind)":.*\n?/gm, '');
}

function clipped(content) {
  const line = (typeof content === 'string' ? content : JSON.stringify(content)).replace(/\s+/g, ' ');
  return cut(line, 100);
}

function cut(line, most) {
  const characters = [...line];
  return characters.length > most ? `${characters.slice(0, most - 2).join('')} …` : line;
}
