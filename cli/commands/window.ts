import { Option, type Command as Parser } from 'commander';
import { draw, type Form, grouped, type Since, type Slot, signs, sinceThen } from '../../core/index.ts';
import { browse } from '../../vault/index.ts';
import type { Command, CommonOptions, ExitCode, Terminal } from '../command.ts';
import { namedPath, withVault } from '../named-chat.ts';
import { count, json, type Style, style, table } from '../print.ts';
import { type Prepared, prepare, type Wishes } from '../window/prepare.ts';

interface Options extends CommonOptions, Pick<Wishes, 'context' | 'model' | 'policy' | 'cold'> {}

const command: Command<Options> = { configure, run };
export default command;

function configure(parser: Parser): void {
  parser
    .argument('<file>', 'the chat')
    .option('--context <tokens>', 'the window of the model (else the setting)')
    .option('--model <name>', 'the model that it is for (else the setting window.model)')
    .addOption(
      new Option('--policy <policy>', 'how old messages take their short form').choices([
        'steps',
        'eager',
        'sliding',
      ]),
    )
    .option(
      '--cold',
      'the model has no prompt cache to protect: do what is pending, follow no request before',
    )
    .addHelpText(
      'after',
      '\nDrawn oldest first: - left out, : one line, ~ shortened, + short, = word for word (or waiting for a short form).',
    );
}

async function run(args: readonly unknown[], options: Options, terminal: Terminal): Promise<ExitCode> {
  return withVault(options, terminal, async (vault) => {
    const path = await namedPath(vault, terminal, String(args[0]));
    const { text, notes } = await browse(vault, path, async (chat) => {
      const prepared = await prepare(vault, chat, { ...options, recall: false }, terminal);
      const drawn = options.json === true ? json(asJson(prepared)) : asTable(prepared, style(terminal));
      return { text: drawn, notes: prepared.notes };
    });
    for (const note of notes) terminal.err(`chatvault: ${note}`);
    terminal.out(text);
    return 0;
  });
}

/** What a request made now would share with the last one; undefined when none is followed. */
function since({ window, surround, before }: Prepared): Since | undefined {
  return before === undefined ? undefined : sinceThen(window, window.limits.dialect, surround, before);
}

function asJson(prepared: Prepared): object {
  const { window, budget } = prepared;
  const shared = since(prepared);
  return {
    window: draw(window),
    tokens: window.tokens,
    budget,
    policy: window.limits.policy,
    ...(shared === undefined ? {} : { since: shared }),
    messages: window.slots.map(({ messageId, role, form, why, tokens }) => ({
      id: messageId,
      role,
      form,
      tokens,
      why,
    })),
  };
}

interface Line {
  readonly sign: string;
  readonly says: string;
  readonly messages: number;
  readonly tokens: number;
  readonly ids: string;
}

function asTable(prepared: Prepared, paint: Style): string {
  const { window, budget } = prepared;
  const shared = since(prepared);
  const lines = forms.flatMap(({ form, says }) => line(window.slots, form, says));
  const rows = table(lines, [
    { head: '', cell: ({ sign }) => sign },
    { head: 'form', cell: ({ says }) => says },
    { head: 'messages', cell: ({ messages }) => grouped(messages), align: 'right' },
    { head: 'tokens', cell: ({ tokens }) => grouped(tokens), align: 'right' },
    { head: 'ids', cell: ({ ids }) => ids },
  ]);
  const full = Math.round((100 * window.tokens) / window.limits.budget);
  return [
    paint.bold(draw(window)),
    '',
    rows,
    '',
    paint.dim(
      `${count(window.tokens, 'token')} of ${grouped(budget.history)} for the conversation (${full} %), ` +
        `policy ${window.limits.policy}; window ${grouped(budget.window)} (${budget.known})`,
    ),
    ...(shared === undefined ? [] : [paint.dim(sinceLine(shared))]),
  ].join('\n');
}

function sinceLine({ messages, tokens, broke }: Since): string {
  const beginning = `${count(messages, 'message')}, ${count(tokens, 'token')}`;
  return broke === undefined
    ? `the last request stands unchanged at the beginning (${beginning})`
    : `since the last request: ${broke}; unchanged before that: ${beginning}`;
}

const forms: readonly { readonly form: Form; readonly says: string }[] = [
  { form: 'left', says: 'left out' },
  { form: 'outline', says: 'one line' },
  { form: 'shortened', says: 'shortened' },
  { form: 'short', says: 'short' },
  { form: 'waiting', says: 'waiting' },
  { form: 'verbatim', says: 'word for word' },
];

function line(slots: readonly Slot[], form: Form, says: string): Line[] {
  const found = slots.filter((slot) => slot.form === form);
  const first = found[0];
  const last = found.at(-1);
  if (first === undefined || last === undefined) return [];
  const tokens = found.reduce((sum, slot) => sum + slot.tokens, 0);
  const ids = first === last ? `${first.messageId}` : `${first.messageId}–${last.messageId}`;
  return [{ sign: signs[form], says, messages: found.length, tokens, ids }];
}
