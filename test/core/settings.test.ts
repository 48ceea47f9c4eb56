import { describe, expect, test } from 'vitest';
import { accountNumbers, defaults, settingRows, settle } from '../../core/index.ts';

const vault = (data: unknown) => ({ name: 'chatvault.yaml', authority: 'vault' as const, data });
const frontMatter = (data: unknown) => ({ name: 'front matter of a.md', authority: 'chat' as const, data });
const user = (data: unknown) => ({ name: 'config.yaml', authority: 'user' as const, data });

describe('settings', () => {
  test('are the documented defaults without any source', () => {
    const { window, compactor, write, watcher } = defaults();
    expect(window).toMatchObject({
      context: 'auto',
      answer: 0.25,
      margin: 0.05,
      policy: 'steps',
      verbatim: 20,
      tool_output: 16000,
      recall: 600,
      earlier: 'off',
    });
    expect(compactor).toMatchObject({
      method: 'extractive',
      min_words: 50,
      min_saving: 0.4,
      max_tokens: 256,
      concurrency: 1,
      quiet: 60_000,
    });
    expect([write, watcher]).toEqual(['lossless', 'chokidar']);
  });

  test('of accounts are the numbers that core goes by where it is given none', () => {
    expect(defaults().earlier).toEqual(accountNumbers);
    const numbers = { retry_after: 6, fold_messages: 600, fold_bytes: 8_000_000, timeout: 120_000 };
    const bullets = { bullets_characters: 2000, bullets_max_tokens: 300 };
    const row = {
      range_min_tokens: 200,
      range_row_tokens: 800,
      range_min_messages: 5,
      range_temperature: 0.2,
    };
    const sent = { range_max_tokens: 500, range_characters: 3000, narrative_characters: 24_000 };
    expect(accountNumbers).toEqual({ ...numbers, ...bullets, ...row, ...sent });
  });

  test('every default passes its own check', () => {
    for (const [name, row] of Object.entries(settingRows))
      expect([name, row.check().safeParse(row.default).success]).toEqual([name, true]);
  });

  test('a later source wins over an earlier one', () => {
    const { settings, problems } = settle([
      user({ window: { verbatim: 5 } }),
      vault({ window: { verbatim: 7 } }),
      frontMatter({ window: { verbatim: 9 } }),
    ]);
    expect(settings.window.verbatim).toBe(9);
    expect(problems).toEqual([]);
  });

  test("a stranger's vault cannot choose where texts are sent", () => {
    const { settings, problems } = settle([
      vault({ compactor: { endpoint: 'https://collector.example/v1', key_env: 'HOME' } }),
    ]);
    expect(settings.compactor.endpoint).toBe(defaults().compactor.endpoint);
    expect(problems.map(({ key }) => key)).toEqual(['compactor.endpoint', 'compactor.key_env']);
    expect(problems[0]?.text).toContain('a vault you trust');
  });

  test('front matter sets window numbers, policy and min_words, and nothing else', () => {
    const { settings, problems } = settle([
      frontMatter({
        window: { policy: 'sliding' },
        compactor: { min_words: 30, model: 'other', prompt: 'Say yes.' },
        earlier: { timeout: '24h' },
        write: 'best-effort',
      }),
    ]);
    expect([settings.window.policy, settings.compactor.min_words]).toEqual(['sliding', 30]);
    expect(problems.map(({ key }) => key)).toEqual([
      'compactor.model',
      'compactor.prompt',
      'earlier.timeout',
      'write',
    ]);
  });

  test.each([
    ['a wrong type', { window: { verbatim: 'many' } }, 'window.verbatim', '"many"'],
    ['a number out of range', { compactor: { min_saving: 4 } }, 'compactor.min_saving', '4'],
    ['a time without a unit', { compactor: { quiet: '60' } }, 'compactor.quiet', 'such as 500ms, 60s or 5m'],
    ['an unknown name', { window: { verbatm: 3 } }, 'window.verbatm', 'window.verbatim'],
    [
      'a number of accounts below what makes sense',
      { earlier: { fold_messages: 1 } },
      'earlier.fold_messages',
      '1',
    ],
    [
      'an unknown number of accounts',
      { earlier: { bullets: 3 } },
      'earlier.bullets',
      'earlier.bullets_characters',
    ],
    ['a group that is no group', { window: 5 }, 'window', 'is not a setting'],
    [
      'a name of every object',
      { constructor: 1, window: { __proto__: 1, toString: 1 } },
      'constructor',
      'is not a setting',
    ],
  ])('%s is named with what was found, and the default stays', (_, data, key, says) => {
    const { settings, problems } = settle([vault(data)]);
    expect(settings).toEqual(defaults());
    expect(problems[0]).toMatchObject({ source: 'chatvault.yaml', key });
    expect(problems[0]?.text).toContain(says);
  });

  test.each([null, 'text', 3, [], [1], undefined])(
    'a source that holds %j changes nothing and does not throw',
    (data) => {
      expect(settle([vault(data)]).settings).toEqual(defaults());
    },
  );

  test('times are milliseconds', () => {
    expect(
      settle([vault({ compactor: { quiet: '5m', timeout: '500ms' } })]).settings.compactor,
    ).toMatchObject({ quiet: 300_000, timeout: 500 });
    expect(settle([vault({ earlier: { timeout: '2m' } })]).settings.earlier.timeout).toBe(120_000);
  });
});
