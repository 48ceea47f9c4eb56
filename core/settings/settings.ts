import type { AccountNumbers } from '../compaction/earlier/rules.ts';

export type MinWords = number | Partial<Record<'user' | 'assistant' | 'system', number>>;

/** Where a request learns what is so now. A command is a program with its arguments, or plain words between blanks. */
export type StateSource =
  | { readonly file: string; readonly name?: string }
  | { readonly command: string | readonly string[]; readonly name?: string };

/** Settings after defaults, config files and front matter; durations in milliseconds. */
export interface Settings {
  readonly window: {
    readonly context: 'auto' | number;
    /** `none` where the server, or the model, that a person talks to is not known. */
    readonly endpoint: 'none' | (string & {});
    readonly provider: 'openai' | 'anthropic';
    readonly model: 'none' | (string & {});
    readonly answer: number;
    readonly margin: number;
    readonly cap: 'none' | number;
    readonly policy: 'steps' | 'eager' | 'sliding';
    readonly verbatim: number;
    readonly tool_output: number;
    readonly recall: number;
    readonly earlier: 'off' | 'bullets' | 'range' | 'narrative';
    readonly identity: readonly string[];
    readonly state: readonly StateSource[];
    readonly tokenizer: 'estimate' | 'gpt-tokenizer';
  };
  readonly compactor: {
    readonly method: 'extractive' | 'model';
    readonly model: string;
    readonly endpoint: string;
    readonly provider: 'openai' | 'anthropic';
    readonly key_env: string;
    readonly prompt: string;
    readonly temperature: number;
    readonly thinking: boolean;
    readonly min_words: MinWords;
    readonly min_saving: number;
    readonly max_tokens: number;
    readonly concurrency: number;
    /** Milliseconds. */
    readonly timeout: number;
    /** Milliseconds. */
    readonly quiet: number;
  };
  /** How accounts of what left the window are made. */
  readonly earlier: AccountNumbers;
  readonly write: 'lossless' | 'best-effort';
  readonly watcher: 'chokidar' | 'parcel';
}
