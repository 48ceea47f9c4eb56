import { shorten } from '../../core/index.ts';
import type { Summarizer } from './summarizer.ts';

/**
 * Picks whole sentences of the original by code: no model, no network, the same words on every machine. A section of
 * which nothing can be left out, such as a single sentence, comes back as it is: whether the message as a whole saves
 * enough is judged over all its sections.
 */
export const extractive: Summarizer = {
  method: 'extractive',
  async summarize(original, { role, saving }) {
    return { text: shorten(original, role, saving) || original, finish: 'stop' };
  },
};
