import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Summarizer } from '../../compactor/summarizers/summarizer.ts';
import { accept, candidate, type Need, need, type Original, recipe, sections } from '../../core/index.ts';

/** Only sections make an Original, of a message. */
export function original(text: string): Original {
  const [section] = sections({
    id: 1,
    role: 'user',
    createdAt: '',
    parts: [{ type: 'text', text }],
    line: 1,
  });
  return section?.type === 'text' ? section.text : ('' as Original);
}

/** A message of several sentences with exact facts, a negation and a planted secret. */
export const sample =
  'The nightly copy has failed since 2 October. The log says the target disk is full, yet the disk shows forty gigabytes free, so I looked at the number of files instead: the disk has run out of inodes. Do not delete the mail folder. The upload used the key AKIAIOSFODNN7EXAMPL3 and the password=hunter2xTr5q9 until yesterday. Pack the years before 2020 into one archive per year, check each archive, and only then remove the loose files.';
const secrets = ['AKIAIOSFODNN7EXAMPL3', 'hunter2xTr5q9'];

/**
 * What every summarizer promises, whatever stands behind it. `make` gives a new one that is ready to answer; a model's
 * server should answer with a good summary, or with an echo of what it was asked.
 */
export function summarizerContract(name: string, make: () => Promise<Summarizer> | Summarizer): void {
  const wish = { role: 'assistant', saving: 0.4 } as const;
  const signal = () => new AbortController().signal;

  describe(`the ${name} summarizer`, () => {
    test('says which method it is', async () => {
      expect(['extractive', 'model']).toContain((await make()).method);
    });

    test('gives a reply or a failure for any text, and throws for none', async () => {
      const one = await make();
      const texts = fc.oneof(
        fc.string({ unit: 'grapheme', minLength: 1 }),
        fc.constantFrom('```\nopen', '<think>', '| a |\n|---|', '\ud83d'),
      );
      await fc.assert(
        fc.asyncProperty(texts, async (text) => {
          const found = await one.summarize(original(text), wish, signal());
          expect('text' in found ? typeof found.text : typeof found.failure).toMatch(/^(?:string|object)$/);
        }),
        { numRuns: 20 },
      );
    });

    test('keeps no memory of one text for the next', async () => {
      const [alone, after] = [await make(), await make()];
      await after.summarize(original(sample.replaceAll('copy', 'backup')), wish, signal());
      expect(await after.summarize(original(sample), wish, signal())).toEqual(
        await alone.summarize(original(sample), wish, signal()),
      );
    });

    test('comes back when it is told to stop', async () => {
      const stop = AbortSignal.abort();
      await expect((await make()).summarize(original(sample), wish, stop)).resolves.toBeDefined();
    });

    test('leads to no block that repeats a secret', async () => {
      const settings = {
        model: 'm',
        prompt: 'p',
        temperature: 0,
        thinking: false,
        max_tokens: 256,
        min_saving: 0.4,
      };
      const one = await make();
      const message = {
        id: 1,
        role: 'assistant',
        createdAt: '',
        parts: [{ type: 'text', text: sample }],
        line: 1,
      } as const;
      const asked = need(message, recipe({ ...settings, method: one.method }), 50, () => true) as Need;
      const reply = await one.summarize(asked.originals[0]!, wish, signal());
      if (!('text' in reply)) return;
      const verdict = accept(asked, candidate(asked, one.method, [reply]), 0);
      for (const secret of secrets) expect(JSON.stringify(verdict)).not.toContain(secret);
    });
  });
}
