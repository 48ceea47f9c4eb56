import { aiSdk } from './ai-sdk.ts';
import { aider } from './aider.ts';
import { chatbotUi } from './chatbot-ui.ts';
import { chatgpt } from './chatgpt.ts';
import { chatvaultJson } from './chatvault-json.ts';
import { claudeAi } from './claude-ai.ts';
import { claudeCode } from './claude-code.ts';
import { codex } from './codex.ts';
import { geminiCli } from './gemini-cli.ts';
import type { Format, Imported, Kind } from './imported.ts';
import { input } from './input.ts';
import { librechat } from './librechat.ts';
import { llamaCpp } from './llama-cpp.ts';
import { lmStudio } from './lm-studio.ts';
import { obsidianCopilot } from './obsidian-copilot.ts';
import { openWebui } from './open-webui.ts';
import { openai } from './openai.ts';
import { pi } from './pi.ts';
import { qwenCode } from './qwen-code.ts';
import { sillytavern } from './sillytavern.ts';
import { specstory } from './specstory.ts';

/** Every format that can be read, the most telling content first. */
export const formats: readonly Format[] = [
  claudeCode,
  codex,
  chatgpt,
  claudeAi,
  openWebui,
  llamaCpp,
  sillytavern,
  geminiCli,
  librechat,
  chatbotUi,
  lmStudio,
  pi,
  qwenCode,
  specstory,
  aider,
  obsidianCopilot,
  chatvaultJson,
  aiSdk,
  openai,
];

/** The conversations of a file, or a sentence on why there are none. */
export type ImportReading =
  | { readonly conversations: readonly Imported[]; readonly says: string }
  | { readonly refused: string };

/**
 * Reads another program's file, recognised by its content or read as `kind`. Never throws for strange content.
 * `name` is the file's name without folders.
 */
export function readImport(name: string, text: string, kind?: Kind): ImportReading {
  if (text.trim() === '') return { refused: 'the file is empty' };
  if (text.startsWith('PK\u0003\u0004'))
    return {
      refused:
        'a zip archive; unpack it and name the file with the conversations, usually conversations.json',
    };
  const given = input(name, text);
  const format =
    kind === undefined
      ? formats.find((one) => one.recognises(given))
      : formats.find((one) => one.kind === kind);
  if (format === undefined) {
    const isJson = given.value !== undefined || given.lines.length > 0;
    const what = isJson
      ? 'JSON of a kind that is not known here'
      : 'neither JSON nor another file that is known here';
    return { refused: what };
  }
  const conversations = format.read(given);
  return conversations.length === 0
    ? { refused: `no conversation found, read as ${format.says}` }
    : { conversations, says: format.says };
}
