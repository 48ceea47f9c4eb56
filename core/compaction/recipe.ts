import { canonicalJson, sha256 } from '../text/hash.ts';

/**
 * Rises when the wrapper around the prompt, the cutting into pieces, the twelve-word rule, redaction or the anchors
 * change: every stored short form is then made again.
 */
export const recipeVersion = 1;

/** The settings that decide the words of a short form and whether it is accepted (the names of the settings table). */
export interface RecipeSettings {
  readonly method: 'extractive' | 'model';
  readonly model: string;
  readonly prompt: string;
  readonly temperature: number;
  readonly thinking: boolean;
  /** Tokens a section may be shortened to. */
  readonly max_tokens: number;
  /** Share of the code points that a short form must save, 0..1. */
  readonly min_saving: number;
}

/** Settings with the hash that stands for them in a file. */
export interface Recipe extends RecipeSettings {
  readonly hash: string;
}

/**
 * The recipe of these settings. Its hash is the SHA-256 of the canonical JSON of everything that decides the words:
 * method, min_saving and version, and for a model also model, prompt (trimmed), temperature, thinking and max_tokens.
 * Address, key, time limits and concurrency are not in it.
 */
export function recipe(settings: RecipeSettings): Recipe {
  const { method, model, temperature, thinking, max_tokens, min_saving } = settings;
  const prompt = settings.prompt.trim();
  const fields =
    method === 'extractive'
      ? { method, min_saving, version: recipeVersion }
      : { max_tokens, method, min_saving, model, prompt, temperature, thinking, version: recipeVersion };
  return {
    hash: sha256(canonicalJson(fields)),
    method,
    model,
    prompt,
    temperature,
    thinking,
    max_tokens,
    min_saving,
  };
}
