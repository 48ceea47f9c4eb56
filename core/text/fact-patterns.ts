import type { FactKind } from './fact.ts';
import { fileEndings, months, programs, units, weekdays } from './fact-tables.ts';

/**
 * One way to see an exact fact. Every pattern begins only where a word begins and every repetition in it is bounded,
 * so that no text makes it slow. `accepts` looks at what was found once more.
 */
export interface FactPattern {
  readonly kind: FactKind;
  readonly pattern: RegExp;
  /** Also looked for inside fenced code, where names and bare numbers would be too many. */
  readonly inCode?: true;
  readonly accepts?: (found: string) => boolean;
}

const begin = '(?<![\\p{L}\\p{N}_])';
/** Letters of scripts that part their words, and digits: a number does not begin behind one. */
const spaced = '\\p{sc=Latin}\\p{sc=Cyrillic}\\p{sc=Greek}\\p{sc=Arabic}\\p{sc=Hebrew}\\p{sc=Hangul}\\p{N}';
const end = '(?![\\p{L}\\p{N}_])';
const part = '[\\p{L}\\p{N}_@.+~%-]{1,100}';
const amount = "\\p{Nd}{1,15}(?:[.,’'\\u00A0\\u202F]\\p{Nd}{1,6}){0,6}";

export const factPatterns: readonly FactPattern[] = [
  {
    kind: 'url',
    inCode: true,
    pattern: new RegExp(
      `${begin}(?:[a-z][a-z0-9+.-]{1,15}://|www\\.)[^\\s<>"'\`「」（）【】。、，；]{1,2000}`,
      'giu',
    ),
  },
  {
    kind: 'url',
    inCode: true,
    pattern: new RegExp(`(?<![\\w.+-])[\\w.+-]{1,64}@[\\w-]{1,63}(?:\\.[\\w-]{1,63}){1,5}${end}`, 'gu'),
  },
  {
    kind: 'path',
    inCode: true,
    pattern: new RegExp(
      `(?<![\\p{L}\\p{N}_/\\\\@.:~+%-])(?:[A-Za-z]:[\\\\/]|~?/|\\.{1,2}/)?(?:${part}[\\\\/]){1,30}(?:${part})?|` +
        `(?<![\\p{L}\\p{N}_/\\\\@.:~+%<-])(?:~/|/|\\.{1,2}/)${part}`,
      'gu',
    ),
    accepts: isPath,
  },
  {
    kind: 'path',
    inCode: true,
    pattern: new RegExp(
      `(?<![\\p{L}\\p{N}_/\\\\@.~+-])(?:\\.?[\\p{L}\\p{N}_@+~-]{1,80}(?:\\.[\\p{L}\\p{N}_+-]{1,40}){0,5}\\.(?:${fileEndings})|` +
        `\\.(?:env|gitignore|gitattributes|npmrc|bashrc|zshrc|profile|editorconfig|dockerignore)|Makefile|Dockerfile)${end}`,
      'gu',
    ),
  },
  {
    kind: 'error',
    inCode: true,
    pattern: new RegExp(
      `${begin}(?:E[A-Z]{3,14}|ERR_[A-Z0-9_]{2,60}|SIG[A-Z]{3,6}|CVE-\\d{4}-\\d{4,7}|0x[0-9a-fA-F]{2,16}|[A-Z]{1,4}\\d{3,6}|` +
        `\\w{0,60}[a-z](?:Error|Exception)|(?:exit (?:code|status)|exit|status(?: code)?|HTTP(?:\\/\\d(?:\\.\\d)?)?|errno|[Ee]rror|[Ff]ehler|код|コード) -?\\d{1,5})${end}`,
      'gu',
    ),
    accepts: (found) =>
      !/^E(?:ACH|VERY|VEN|NGLISH|XAMPLE|ITHER|LSE|NOUGH|XCEPT|AST|ASY|DIT|XIT|NABLE|MAIL|PUB|TC|URO|UROS)$/.test(
        found,
      ),
  },
  {
    kind: 'version',
    inCode: true,
    pattern:
      /(?<![\p{L}\p{N}_.])(?:(?:[@\w][\w/.-]{0,60}@)?(?:[~^]|[<>]=? ?)?[vV]?\d{1,6}\.\d{1,6}\.\d{1,6}(?:\.\d{1,6})?(?:[-+][\w.+-]{1,40})?|[vV]\d{1,4}(?:\.\d{1,6}){0,2})(?![\p{L}\p{N}_])/gu,
  },
  {
    kind: 'date',
    inCode: true,
    pattern: new RegExp(
      `(?<![\\p{L}\\p{N}_.-])(?:\\p{Nd}{4}-\\p{Nd}{2}-\\p{Nd}{2}(?:[T ]\\p{Nd}{2}:\\p{Nd}{2}(?::\\p{Nd}{2}(?:[.,]\\p{Nd}{1,9})?)?(?:Z|[+-]\\p{Nd}{2}:?\\p{Nd}{2})?)?|` +
        `\\p{Nd}{4}/\\p{Nd}{1,2}/\\p{Nd}{1,2}|\\p{Nd}{1,2}[./]\\p{Nd}{1,2}[./]\\p{Nd}{2,4}|\\p{Nd}{1,2}:\\p{Nd}{2}(?::\\p{Nd}{2})?(?: ?[ap]\\.?m\\.?(?!\\p{L}))?)(?![\\p{L}\\p{N}_])`,
      'gu',
    ),
  },
  {
    kind: 'date',
    pattern: new RegExp(
      `(?<![\\p{L}\\p{N}_.-])(?:(?:${weekdays}),? )?(?:\\p{Nd}{1,2}(?:st|nd|rd|th|er|\\.|º|ª)? (?:of |de )?(?:${months})[\\p{L}]{0,9}\\.?(?:,? (?:de )?\\p{Nd}{4})?|` +
        `(?:${months})[\\p{L}]{0,9}\\.? \\p{Nd}{1,2}(?:st|nd|rd|th)?(?:,? \\p{Nd}{4})?|(?:${months})[\\p{L}]{0,9} \\p{Nd}{4})(?![\\p{L}\\p{N}_])|` +
        `${begin}(?:${weekdays})${end}|\\p{Nd}{4}年(?:\\p{Nd}{1,2}月(?:\\p{Nd}{1,2}[日号])?)?|\\p{Nd}{1,2}月\\p{Nd}{1,2}[日号]|` +
        `[一二三四五六七八九十]{1,3}月[一二三四五六七八九十]{1,3}[日号]`,
      'giu',
    ),
  },
  {
    kind: 'number',
    inCode: true,
    pattern: new RegExp(
      `(?<![${spaced}_.,/\\\\#-])[-−+±~≈≤≥]?[$€£¥₹]?${amount}(?: ?[-–—] ?${amount})?[ \\u00A0\\u202F-]?(?:${units})`,
      'gu',
    ),
  },
  {
    kind: 'number',
    pattern: new RegExp(
      `(?<![${spaced}_.,/\\\\#-])[-−+±~≈≤≥]?[$€£¥₹]?${amount}(?:[-–]${amount})?(?![\\p{Nd}_])`,
      'gu',
    ),
  },
  {
    kind: 'identifier',
    pattern:
      /(?<![\p{L}\p{N}_$@#.-])(?:--?[a-zA-Z][\w-]{1,40}(?:=[^\s,;)]{1,60})?|[@$#]{0,2}[A-Za-z0-9_][\w-]{0,100}(?:(?:\.|::|->)[A-Za-z_][\w]{0,60}){0,6}(?:\(\))?(?:=[\w./:-]{1,60})?)(?![\p{L}\p{N}_])/gu,
    accepts: isIdentifier,
  },
  {
    kind: 'quoted',
    pattern:
      /(?<![\p{L}\p{N}])"(?=\S)[^"\n]{2,80}"(?![\p{L}\p{N}])|“[^“”\n]{2,80}”|„[^“”„\n]{2,80}[“”]|«[^«»\n]{2,80}»|「[^「」\n]{2,60}」|『[^『』\n]{2,60}』|(?<=^|[\s(])'(?=\S)[^'\n]{2,60}'(?=[\s.,;:!?)]|$)/gu,
  },
];

/** Calls of known programs in prose: the name and what reads like its arguments. */
export const commandStart = new RegExp(`(?<![\\p{L}\\p{N}_/.@$-])(?:${programs}) (?=[\\w./~@"'$-])`, 'gu');

function isPath(found: string): boolean {
  if (/^(?:[A-Za-z]:[\\/]|~\/|\.{1,2}\/)/.test(found)) return true;
  const segments = found.split(/[\\/]/).filter((segment) => segment !== '');
  const last = segments.at(-1) ?? '';
  if (found.startsWith('/')) return segments.length > 1 || /^[a-z][\w.-]{2,}$/.test(last);
  if (/^[\p{Nd}.%]+$/u.test(found.replaceAll('/', ''))) return false;
  return (
    segments.length > 2 || /[\w-]\.\w{1,8}$/.test(last) || /[_\-.\d@]/.test(found) || found.endsWith('/')
  );
}

function isIdentifier(found: string): boolean {
  if (/^--?[a-zA-Z]/.test(found)) return found.startsWith('--') || found.length === 2;
  if (/^#\d+$/.test(found)) return true;
  if (/^[@$#]/.test(found)) return found.length > 2;
  if (found.endsWith('()') || /::|->|=/.test(found)) return true;
  if (/^[0-9a-f]{7,64}$/.test(found)) return /\d/.test(found) && /[a-f]/.test(found);
  if (/[A-Za-z0-9]_[A-Za-z0-9]/.test(found)) return true;
  if (/^\d/.test(found)) return /^[\da-f]{8}-[\da-f]{4}-/.test(found);
  if (/[a-z][A-Z]/.test(found)) return true;
  if (/^[A-Za-z]+[-_]?\d[\w-]*$/.test(found)) return true;
  return /[a-z]\w*\.[a-z]\w+/.test(found);
}
