import type { Command as Parser } from 'commander';
import { readStatus, type Status } from '../../compactor/index.ts';
import { cutSays } from '../../core/index.ts';
import { everyLearned, findVault, openVault, type Vault } from '../../vault/index.ts';
import type { Command, CommonOptions, ExitCode, Terminal } from '../command.ts';
import { leftSays } from '../compact/report.ts';
import { count, json, table } from '../print.ts';

const command: Command = { configure, run };
export default command;

function configure(parser: Parser): void {
  parser.addHelpText('after', '\nExit code 0 when a service is at work for this vault, 1 when none is.');
}

async function run(_: readonly unknown[], options: CommonOptions, terminal: Terminal): Promise<ExitCode> {
  const vault = await openVault(findVault(terminal.cwd, options.vault), { env: terminal.env });
  try {
    const found = readStatus(vault.root);
    const alive = found?.alive === true;
    const alarms = await alarmsOf(vault);
    if (options.json === true) terminal.out(json({ ...found?.status, running: alive, alarms }));
    else {
      terminal.out(found === undefined ? 'No service has run for this vault.' : told(found.status, alive));
      if (!alive)
        terminal.err(
          'chatvault: start one with `chatvault watch`, or have the system run it: `chatvault service install`.',
        );
      for (const { endpoint, model, text, at } of alarms)
        terminal.out(`Alarm: ${endpoint}, model ${model}, at ${at}: ${text}.`);
    }
    return alive ? 0 : 1;
  } finally {
    await vault.close();
  }
}

interface Alarm {
  readonly endpoint: string;
  readonly model: string;
  readonly text: string;
  /** ISO 8601. */
  readonly at: string;
}

/** Of models that shorten and of those that people talk to. */
async function alarmsOf({ disk, root }: Vault): Promise<Alarm[]> {
  return (await everyLearned(disk, root)).flatMap(({ endpoint, model, learned: { cut } }) =>
    cut === undefined ? [] : [{ endpoint, model, text: cutSays(cut), at: cut.at }],
  );
}

function told(status: Status, alive: boolean): string {
  return [
    headline(status, alive),
    work(status),
    endpoint(status),
    status.watcher === undefined
      ? ''
      : `Changes are not heard (${status.watcher}); all files are looked at instead.`,
    list('Left alone after three failures:', status.parked, [
      { head: 'chat', cell: ({ path }) => path },
      { head: 'message', cell: ({ messageId }) => messageId, align: 'right' },
      { head: 'why', cell: ({ text }) => text },
    ]),
    list('Not written, short forms kept in the cache:', status.left, [
      { head: 'chat', cell: ({ path }) => path },
      { head: 'why', cell: ({ why }) => leftSays(why) },
    ]),
  ]
    .filter((part) => part !== '')
    .join('\n');
}

function headline({ pid, host, started, updated, mode, chats }: Status, alive: boolean): string {
  if (!alive) return `Not running; last heard of at ${updated} (process ${pid} on ${host}).`;
  const how = mode === 'events' ? 'hearing changes' : 'looking at all files every few seconds';
  return `Running since ${started} (process ${pid} on ${host}), ${count(chats, 'chat')}, ${how}.`;
}

function work({ method, queued, working, counts }: Status): string {
  const { accepted, refused, failed, saved_chars: saved } = counts;
  return [
    `Method ${method}: ${working} at work, ${queued} waiting; since the start ${accepted} accepted, ${refused} refused,`,
    `${failed} failed, ${count(saved, 'character')} saved.`,
  ].join(' ');
}

function endpoint({ endpoint }: Status): string {
  if (endpoint === undefined) return '';
  const { url, model, failures, text, pause } = endpoint;
  if (failures === 0) return `Endpoint ${url}, model ${model}: fine.`;
  const again = pause > 0 ? `; asked again in ${Math.ceil(pause / 1000)} s` : '';
  return `Endpoint ${url}, model ${model}: ${count(failures, 'failure')} in a row, the last: ${text}${again}.`;
}

function list<Row>(head: string, rows: readonly Row[], columns: Parameters<typeof table<Row>>[1]): string {
  return rows.length === 0 ? '' : `\n${head}\n${table(rows, columns)}`;
}
