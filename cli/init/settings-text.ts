import { type Row, settingRows } from '../../core/index.ts';

/**
 * The text of a new `chatvault.yaml`: every setting with its default and a sentence, all of it commented out, so that a
 * later version may change a default that nobody chose. Taking `# ` away from a line and from its head sets it.
 */
export function settingsText(): string {
  const entries = Object.entries(settingRows as Readonly<Record<string, Row>>);
  const heads = new Set<string>();
  const lines = entries.flatMap(([name, row]) => {
    const [group, key] = name.split('.');
    if (key === undefined) return ['', settingLine(name, row)];
    const isFirst = !heads.has(group!);
    heads.add(group!);
    return [...(isFirst ? ['', `# ${group}:`] : []), settingLine(`  ${key}`, row)];
  });
  return `${[...introduction, ...lines].join('\n')}\n`;
}

const introduction = [
  '# Settings of this vault. Everything stands at its default.',
  '# To change one, take "# " away from its line and from the line "window:", "compactor:" or "earlier:" above it.',
];

function settingLine(key: string, { default: value, says, authority }: Row): string {
  const owner = authority === 'user' ? '; only from your own config or in a vault you trust' : '';
  const setting = `# ${key}: ${scalar(value)}`;
  // the longest default is a whole prompt: its sentence stands above it
  return setting.length > 60
    ? `#   # ${says}${owner}\n${setting}`
    : `${setting.padEnd(34)} # ${says}${owner}`;
}

function scalar(value: unknown): string {
  if (Array.isArray(value)) return JSON.stringify(value);
  const text = String(value);
  return /^[\w.][\w./:-]*$/.test(text) ? text : JSON.stringify(text);
}
