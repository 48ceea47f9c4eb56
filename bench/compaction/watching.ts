import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { settleTime } from '../../compactor/watcher.ts';
import { printChat } from '../../core/index.ts';
import type { Row } from '../row.ts';

/** Milliseconds of quiet in these runs: what is left of the time from a save to its event is ours. */
const quiet = 100;

/** Milliseconds for which an idle service is looked at. */
const idleFor = 20_000;

/**
 * The service over many finished chats beside the watcher's library alone: time to ready, memory, processor time while
 * nothing happens, and the time from a save until its chat is read.
 */
export async function watchingRows(chats: number): Promise<Row[]> {
  const folder = vaultOf(chats);
  try {
    const alone = await observed('library', [join(import.meta.dirname, 'library.mjs'), folder], /^ready$/);
    await alone.end();
    const program = join(import.meta.dirname, '../../dist/main.js');
    const service = await observed('service', [program, 'watch', '--json', '--vault', folder], /"watching"/);
    const cpu = service.cpu();
    await wait(idleFor);
    const idle = (service.cpu() - cpu) / idleFor;
    const megabytes = service.memory();
    const lag = await saved(folder, service);
    await service.end();
    const what = `watching ${chats} chats`;
    return [
      row(`${what}: ready`, service.ready, 'ms', alone.ready, '≤ 2,000 ms', service.ready <= 2000),
      row(
        `${what}: memory`,
        megabytes,
        'MB',
        alone.memory(),
        '≤ 60 MB more',
        megabytes - alone.memory() <= 60,
      ),
      row(`${what}: processor while idle`, idle * 100, '%', 100, '< 0.5 %', idle < 0.005),
      row(
        `${what}: from a save to its reading`,
        lag,
        'ms',
        settleTime + quiet,
        '≤ settle + quiet + 100 ms',
        lag <= settleTime + quiet + 100,
      ),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function row(name: string, value: number, unit: string, other: number, goal: string, ok: boolean): Row {
  return {
    name,
    value,
    unit,
    against: `${Math.round(other)} ${unit} of the library alone, or the limit`,
    ratio: value / other,
    goal,
    ok,
  };
}

interface Observed {
  /** Milliseconds from the start to the ready line, the start of Node included. */
  readonly ready: number;
  line(pattern: RegExp): Promise<void>;
  /** Milliseconds of processor time so far. */
  cpu(): number;
  /** Megabytes; after the end the last ones. */
  memory(): number;
  end(): Promise<void>;
}

async function observed(_: string, args: readonly string[], isReady: RegExp): Promise<Observed> {
  const from = performance.now();
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout });
  const line = (pattern: RegExp): Promise<void> =>
    new Promise((resolve) => {
      const look = (text: string): void => {
        if (!pattern.test(text)) return;
        lines.off('line', look);
        resolve();
      };
      lines.on('line', look);
    });
  await line(isReady);
  const ready = performance.now() - from;
  await wait(1000);
  let last = residentMegabytes(child.pid);
  return {
    ready,
    line,
    cpu: () => processorTime(child.pid),
    memory() {
      last = residentMegabytes(child.pid) || last;
      return last;
    },
    async end() {
      last = residentMegabytes(child.pid) || last;
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'close');
    },
  };
}

async function saved(folder: string, service: Observed): Promise<number> {
  const times: number[] = [];
  for (let at = 0; at < 5; at++) {
    const read = service.line(new RegExp(`"chat","path":"0/${at}\\.md"`));
    const from = performance.now();
    appendFileSync(join(folder, `0/${at}.md`), '\n');
    await read;
    times.push(performance.now() - from);
  }
  return times.toSorted((a, b) => a - b)[2] ?? Number.NaN;
}

function vaultOf(chats: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'chatvault-bench-'));
  writeFileSync(join(folder, 'chatvault.yaml'), JSON.stringify({ compactor: { quiet: `${quiet}ms` } }));
  const text = printChat({
    messages: [
      { id: 1, role: 'user', createdAt: '2026-11-02T08:00:00Z', parts: [{ type: 'text', text: 'Hello.' }] },
    ],
  });
  for (let at = 0; at < chats; at++) {
    const sub = join(folder, String(Math.floor(at / 20)));
    if (at % 20 === 0) mkdirSync(sub);
    writeFileSync(join(sub, `${at}.md`), text);
    utimesSync(join(sub, `${at}.md`), 1_700_000_000, 1_700_000_000);
  }
  return folder;
}

/** Fields 14 and 15 of /proc/PID/stat, in hundredths of a second. */
function processorTime(pid: number | undefined): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

function residentMegabytes(pid: number | undefined): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
  } catch {
    return 0;
  }
}
