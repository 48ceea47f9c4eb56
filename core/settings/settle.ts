import { config } from 'zod/mini';
import en from 'zod/v4/locales/en.js';
import { type Authority, durationPattern, type Row } from './row.ts';
import { type SettingName, settingRows } from './rows.ts';
import type { Settings } from './settings.ts';

/** What could not be taken from a settings source: the key, what stands there, what was expected. */
export interface SettingsProblem {
  readonly source: string;
  readonly key: string;
  readonly text: string;
}

/** One place that settings come from, weakest first in a list of them. */
export interface SettingsSource {
  /** How people call it: a file's path, or `front matter of chats/a.md`. */
  readonly name: string;
  readonly authority: Authority;
  readonly data: unknown;
}

/**
 * The settings that hold when the sources are laid over the defaults in order (later wins).
 * A value that does not check, or that its source has no authority for, is left out and named in `problems`; nothing throws.
 */
export function settle(sources: readonly SettingsSource[]): {
  settings: Settings;
  problems: SettingsProblem[];
} {
  const values = new Map<string, unknown>(
    Object.entries(settingRows).map(([name, row]) => [name, row.default]),
  );
  const problems: SettingsProblem[] = [];
  for (const source of sources) {
    for (const [key, value] of flatten(source.data)) {
      const row: Row | undefined = Object.hasOwn(settingRows, key)
        ? settingRows[key as SettingName]
        : undefined;
      const text = row === undefined ? unknownKey(key) : refusal(row, source.authority, value);
      if (text === undefined) values.set(key, value);
      else problems.push({ source: source.name, key, text });
    }
  }
  const get = (name: SettingName): unknown => values.get(name);
  const group = (prefix: string) =>
    Object.fromEntries(
      [...values]
        .filter(([name]) => name.startsWith(prefix))
        .map(([name, value]) => [name.slice(prefix.length), value]),
    );
  const compactor = group('compactor.');
  const earlier = group('earlier.');
  const settings = {
    window: group('window.'),
    compactor: {
      ...compactor,
      timeout: milliseconds(compactor.timeout),
      quiet: milliseconds(compactor.quiet),
    },
    earlier: { ...earlier, timeout: milliseconds(earlier.timeout) },
    write: get('write'),
    watcher: get('watcher'),
  } as unknown as Settings;
  return { settings, problems };
}

/** The defaults, without any source. */
export function defaults(): Settings {
  return settle([]).settings;
}

function refusal(row: Row, authority: Authority, value: unknown): string | undefined {
  const order: Authority[] = ['chat', 'vault', 'user'];
  if (order.indexOf(authority) < order.indexOf(row.authority)) {
    return row.authority === 'user'
      ? 'may only be set in your own config or in a vault you trust, because a vault may come from a stranger'
      : 'may not be set in front matter; set it in chatvault.yaml';
  }
  // here, so that nothing of zod runs while only defaults hold
  config(en());
  const checked = row.check().safeParse(value);
  if (checked.success) {
    const needed = row.authorityOf?.(value) ?? row.authority;
    return order.indexOf(authority) < order.indexOf(needed) ? strangers : undefined;
  }
  return `found ${JSON.stringify(value)}: ${checked.error.issues.map((issue) => issue.message).join('; ')} (${row.says})`;
}

const strangers =
  'names a command or a file outside the vault, which is taken from your own config or a vault you trust only, because a vault may come from a stranger';

function unknownKey(key: string): string {
  const group = key.includes('.') ? `${key.split('.')[0]}.` : '';
  const near = Object.keys(settingRows).filter((name) => group !== '' && name.startsWith(group));
  return `is not a setting; known here: ${(near.length > 0 ? near : Object.keys(settingRows)).join(', ')}`;
}

function* flatten(data: unknown): Iterable<[string, unknown]> {
  if (data === null || typeof data !== 'object' || Array.isArray(data)) return;
  for (const [key, value] of Object.entries(data)) {
    if (
      (key === 'window' || key === 'compactor' || key === 'earlier') &&
      value !== null &&
      typeof value === 'object' &&
      !Array.isArray(value)
    ) {
      for (const [inner, innerValue] of Object.entries(value)) yield [`${key}.${inner}`, innerValue];
    } else yield [key, value];
  }
}

function milliseconds(text: unknown): number {
  const [, count, unit] = durationPattern.exec(String(text)) ?? [];
  const factor = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }[unit ?? 's'] ?? 1000;
  return Number(count) * factor;
}
