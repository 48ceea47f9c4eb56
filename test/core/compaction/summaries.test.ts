import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { accept, candidate } from '../../../core/compaction/accept.ts';
import { type Need, need } from '../../../core/compaction/need.ts';
import { recipe } from '../../../core/compaction/recipe.ts';
import type { RefusalReason, Verdict } from '../../../core/compaction/verdict.ts';
import type { Role } from '../../../core/conversation.ts';

interface Good {
  readonly role: Role;
  readonly message: string;
  readonly summaries: readonly string[];
}
interface Bad {
  /** The index of its message in the good ones of the same language. */
  readonly of: number;
  readonly reply: string;
  readonly reason: RefusalReason;
}

const fixtures = join(import.meta.dirname, '../../fixtures');
const read = (folder: string, language: string) =>
  JSON.parse(readFileSync(join(fixtures, folder, `${language}.json`), 'utf8'));
const languages = readdirSync(join(fixtures, 'good-summaries')).map((name) => name.replace('.json', ''));
const good = languages.map((language) => [language, read('good-summaries', language) as Good[]] as const);
const bad = languages.map((language) => [language, read('bad-summaries', language) as Bad[]] as const);

const byModel = recipe({
  method: 'model',
  model: 'm',
  prompt: 'p',
  temperature: 0,
  thinking: false,
  max_tokens: 256,
  min_saving: 0.4,
});

function judged({ role, message }: Good, reply: string): Verdict {
  const parts = [{ type: 'text', text: message }] as const;
  const asked = need({ id: 1, role, createdAt: '', parts, line: 1 }, byModel, 1, () => true) as Need;
  return accept(asked, candidate(asked, 'model', [{ text: reply, finish: 'stop' }]), 0);
}

describe('good summaries', () => {
  test('are at least two hundred in ten languages', () => {
    expect(good.length).toBeGreaterThanOrEqual(10);
    expect(
      good.flatMap(([, messages]) => messages.flatMap(({ summaries }) => summaries)).length,
    ).toBeGreaterThanOrEqual(200);
  });

  test.each(good)('in %s all pass, also those of refusals, errors and cancellations', (_, messages) => {
    const refused = messages.flatMap((one) =>
      one.summaries.flatMap((summary) => {
        const verdict = judged(one, summary);
        return 'refused' in verdict ? [`${verdict.refused} (${verdict.detail}): ${summary}`] : [];
      }),
    );
    expect(refused).toEqual([]);
  });
});

describe('replies that are no summary', () => {
  test('are at least sixty in the same languages', () => {
    expect(bad.flatMap(([, replies]) => replies).length).toBeGreaterThanOrEqual(60);
  });

  test.each(bad)('in %s are all refused, for the right reason', (language, replies) => {
    const messages = good.find(([name]) => name === language)![1];
    const wrong = replies.flatMap(({ of, reply, reason }) => {
      const verdict = judged(messages[of]!, reply);
      const found = 'refused' in verdict ? verdict.refused : 'accepted';
      return found === reason ? [] : [`${found} instead of ${reason}: ${reply}`];
    });
    expect(wrong).toEqual([]);
  });
});
