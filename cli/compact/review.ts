import { createInterface } from 'node:readline/promises';
import type { Proposal } from '../../compactor/index.ts';
import { sections } from '../../core/index.ts';
import type { Style } from '../print.ts';

/** Shows short forms one by one and asks for each; `all` and `quit` answer for the rest. */
export class Review {
  readonly #style: Style;
  readonly #show: (text: string) => void;
  readonly #lines = createInterface({ input: process.stdin, output: process.stderr });
  #rest: boolean | undefined;

  constructor(style: Style, show: (text: string) => void) {
    this.#style = style;
    this.#show = show;
  }

  /** Whether this short form shall be written. End of input means: none of the rest. */
  readonly approve = async ({ path, message, compaction, saved }: Proposal): Promise<boolean> => {
    if (this.#rest !== undefined) return this.#rest;
    const original = sections(message).flatMap((section) => (section.type === 'text' ? [section.text] : []));
    const short = compaction.segments.filter(({ type }) => type !== 'marker').map(({ text }) => text);
    this.#show(
      [
        '',
        this.#style.bold(`${path}, message ${message.id} (${message.role}), ${saved} characters shorter`),
        this.#style.dim(original.join('\n\n')),
        '',
        this.#style.green(short.join('\n')),
      ].join('\n'),
    );
    const answer = await this.#ask('Write it? [y]es, [n]o, [a]ll, [q]uit: ');
    if (answer === 'a') this.#rest = true;
    if (answer === 'q') this.#rest = false;
    return answer === 'y' || answer === 'a';
  };

  close(): void {
    this.#lines.close();
  }

  async #ask(question: string): Promise<string> {
    for (;;) {
      const ended = new Promise<string>((end) => this.#lines.once('close', () => end('q')));
      const answer = (await Promise.race([this.#lines.question(question), ended])).trim().toLowerCase();
      if (/^[ynaq]/.test(answer)) return answer[0]!;
    }
  }
}
