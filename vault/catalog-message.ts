import {
  type Counted,
  countedShort,
  countMessage,
  type Message,
  outline,
  sha256,
  source,
} from '../core/index.ts';

/** What is kept of one message. */
export interface Described {
  /** What it costs in a request. */
  readonly counted: Counted;
  /** The line that stands for it when it is told as one. */
  readonly outline: string;
  /** The first 32 bits of what a short form of it would be made from. */
  readonly source: number;
}

/** Describes a message; linear in its length. */
export function describe(message: Message): Described {
  const counted = countMessage(message);
  return {
    counted,
    outline: outline(message, countedShort(message, counted)),
    source: Number.parseInt(source(message).slice(0, 8), 16),
  };
}

/** Says how descriptions come about: it changes with whatever changes those of a few messages of every kind. */
export function maker(): string {
  made ??= sha256(JSON.stringify([version, samples().map(describe)]));
  return made;
}

let made: string | undefined;

/** Rises when the shape of catalogs changes. */
const version = 1;

/** Messages of every kind that is counted in a way of its own. */
function samples(): readonly Message[] {
  const said = {
    ...{ id: 7, role: 'assistant' as const, createdAt: '', line: 0 },
    parts: [
      {
        type: 'text' as const,
        text: 'See `src/main.ts`: 42 files, [a](b). 你好，世界。 Привет! {"a":[1,2]}',
      },
    ],
  };
  const segments = [
    { type: 'text' as const, text: '42 files.' },
    { type: 'anchors' as const, text: 'src/main.ts' },
  ];
  const short = {
    version: 4,
    source: source(said),
    recipe: '',
    messageId: 7,
    methods: [],
    createdAt: 0,
    text: '',
  };
  const worked: Message['parts'] = [
    { type: 'tool_call', id: 'call_0aB1cD2eF3', name: 'read_file', args: { path: 'a.ts' } },
    {
      type: 'tool_result',
      id: 'call_0aB1cD2eF3',
      name: 'read_file',
      status: 'completed',
      output: 'one\ntwo',
    },
    { type: 'tool_call', id: 'call-2', name: 'run', args: 'x' },
    { type: 'image', path: 'a/bird.png', mediaType: 'image/png', sha256: '' },
  ];
  return [said, { ...said, compaction: { ...short, segments } }, { ...said, parts: worked }];
}
