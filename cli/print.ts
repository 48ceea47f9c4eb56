import { styleText } from 'node:util';
import { grouped } from '../core/index.ts';
import type { Terminal } from './command.ts';

/** A column of a table: its heading, what stands in a row, and on which side numbers stand. */
export interface Column<Row> {
  readonly head: string;
  readonly cell: (row: Row) => string | number;
  readonly align?: 'left' | 'right';
}

/** Rows under headings, columns two spaces apart, without lines and without trailing spaces. Line breaks in a cell become spaces. */
export function table<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): string {
  const cells = [
    columns.map(({ head }) => head),
    ...rows.map((row) => columns.map(({ cell }) => oneLine(String(cell(row))))),
  ];
  const widths = columns.map((_, index) =>
    cells.reduce((most, line) => Math.max(most, width(line[index]!)), 0),
  );
  return cells
    .map((line) =>
      line
        .map((cell, index) => {
          const room = ' '.repeat(widths[index]! - width(cell));
          return columns[index]!.align === 'right' ? room + cell : cell + room;
        })
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** A value as the JSON that `--json` prints: one object, two spaces deep. */
export function json(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

/** Words with colour where the terminal wants it, and as they are elsewhere. */
export interface Style {
  bold(text: string): string;
  dim(text: string): string;
  green(text: string): string;
  yellow(text: string): string;
  red(text: string): string;
}

/** The styles of a terminal. */
export function style(terminal: Pick<Terminal, 'colors'>): Style {
  const paint = (format: 'bold' | 'dim' | 'green' | 'yellow' | 'red') => (text: string) =>
    terminal.colors ? styleText(format, text, { validateStream: false }) : text;
  return {
    bold: paint('bold'),
    dim: paint('dim'),
    green: paint('green'),
    yellow: paint('yellow'),
    red: paint('red'),
  };
}

/** `1 message`, `2 messages`: the count with thousands apart, and the noun in the number that fits it. */
export function count(number: number, noun: string, plural = `${noun}s`): string {
  return `${grouped(number)} ${number === 1 ? noun : plural}`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Columns on a terminal: East Asian wide characters take two, marks that join the letter before take none. */
function width(text: string): number {
  let columns = 0;
  for (const character of text) {
    if (/\p{Mark}|\p{Default_Ignorable_Code_Point}/u.test(character)) continue;
    columns += wide.test(character) ? 2 : 1;
  }
  return columns;
}

const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;
