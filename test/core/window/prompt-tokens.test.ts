import { describe, expect, test } from 'vitest';
import { assemble, bare, limits, receipt, request, toolSchemas } from '../../../core/index.ts';
import { promptTokens } from '../../../core/window/prompt-tokens.ts';
import { chat } from '../../support/notation.ts';

const long = chat('(u60 a200~40)*60 u5');
const window = assemble(long, limits({ budget: 3000 }));
const around = { ...bare, identity: ['You are kind.'], tools: toolSchemas };

describe('the tokens of a whole request', () => {
  test.each(['openai', 'anthropic', 'ai-sdk', 'clara'] as const)(
    'are those of its history with what stands around it: %s',
    (dialect) => {
      const { tokens, tools } = promptTokens(request(window, dialect, around));
      const without = promptTokens(request(window, dialect, { ...around, tools: [] }));
      expect(tokens - tools).toBe(without.tokens);
      expect([tools > 300, without.tools]).toEqual([true, 0]);
      expect(without.tokens).toBeGreaterThan(window.tokens * 0.8);
      expect(without.tokens).toBeLessThan(window.tokens * 1.5);
    },
  );

  test('stand in the receipt', () => {
    expect(receipt(window, 'openai', around).prompt).toEqual(promptTokens(request(window, 'openai', around)));
  });
});
