import { describe, expect, test } from 'vitest';
import { recipe } from '../../../core/compaction/recipe.ts';

const settings = {
  method: 'model',
  model: 'qwen3:4b',
  prompt:
    'Summarize the meaning of this message into a single short paragraph using as few words as possible, preserving the conversational thread.',
  temperature: 0,
  thinking: false,
  max_tokens: 256,
  min_saving: 0.4,
} as const;

describe('a recipe', () => {
  test('has the published hash for picked sentences', () => {
    expect(recipe({ ...settings, method: 'extractive' }).hash).toBe(
      'cd3a934d663284a6aed8dadfcbe63b862c02648f7ef1b6f05bdd09f105bcafda',
    );
  });

  test('has the published hash for a model', () => {
    expect(recipe(settings).hash).toBe('53d67f92ae9cbd7fef6dbeaaaad260e759f2a28d0804498198ca668c95e93731');
  });

  test('does not ask what a model would, when sentences are picked', () => {
    const picked = recipe({ ...settings, method: 'extractive' });
    expect(recipe({ ...settings, method: 'extractive', model: 'other', prompt: 'other' }).hash).toBe(
      picked.hash,
    );
  });

  test.each([
    { model: 'other' },
    { prompt: 'other' },
    { temperature: 0.5 },
    { thinking: true },
    { max_tokens: 128 },
    { min_saving: 0.5 },
  ])('is another one with %o', (change) => {
    expect(recipe({ ...settings, ...change }).hash).not.toBe(recipe(settings).hash);
  });

  test('does not change with white space around the prompt', () => {
    expect(recipe({ ...settings, prompt: `\n${settings.prompt}  ` }).hash).toBe(recipe(settings).hash);
  });
});
