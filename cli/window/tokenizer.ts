import type { Settings } from '../../core/index.ts';

/** How many tokens a text has, exactly; without `count` the estimate stands, and `notes` say why where that is news. */
export interface Tokenizer {
  readonly count?: (text: string) => number;
  readonly notes: readonly string[];
}

/**
 * The tokenizer of the setting, loaded when it is asked for: its tables take a fifth of a second. `load` brings the
 * package, which a person installs beside chatvault; where it is missing that is said and the estimate stands.
 */
export async function tokenizer(
  wanted: Settings['window']['tokenizer'],
  load: () => Promise<Pick<typeof import('gpt-tokenizer'), 'countTokens'>> = () => import('gpt-tokenizer'),
): Promise<Tokenizer> {
  if (wanted === 'estimate') return { notes: [] };
  try {
    const { countTokens } = await load();
    // a text that spells a control token is a text; without this the tokenizer throws
    return { count: (text) => countTokens(text, { disallowedSpecial: new Set() }), notes: [] };
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code ?? (error as Error).message;
    return {
      notes: [
        `window.tokenizer: ${wanted} could not be loaded (${why}); tokens are estimated. Install it beside chatvault: npm install ${wanted}`,
      ],
    };
  }
}
