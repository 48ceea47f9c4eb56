import { wellFormed } from '../text/hash.ts';

/** Bytes of UTF-8. The systems take 255; below half of that a name is still readable in a list, and a number fits behind it. */
const mostBytes = 120;

/**
 * A file name without extension for a title, good on Linux, macOS and Windows and in a git checkout: none of `< > : " / \ | ? *`
 * or control characters, no dot, dash or space at its ends, no reserved device name, not hidden, at most 120 bytes of UTF-8,
 * cut at a space where there is one near, never inside a character. `Untitled` when nothing is left.
 */
export function fileName(title: string): string {
  const name = wellFormed(title)
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    // marks of direction and of no width make two names look like one
    .replace(/[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g, '')
    .replace(/[<>:"/\\|?*#^[\]\ufffd]+/g, ' ')
    .replace(/ +/g, ' ');
  const cut = trim(firstBytes(trim(name), mostBytes));
  if (cut === '') return 'Untitled';
  return reserved.test(cut) ? `${cut.replace(/\..*$/, '')} chat` : cut;
}

/** Names that Windows keeps for devices, alone or with any extension; superscript digits count. */
const reserved = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³]) *(?:\.|$)/i;

function trim(name: string): string {
  return name.replace(/^[\s.-]+|[\s.…-]+$/g, '');
}

function firstBytes(text: string, most: number): string {
  if (Buffer.byteLength(text) <= most) return text;
  let bytes = 0;
  let kept = '';
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(
    text.slice(0, 1000),
  )) {
    bytes += Buffer.byteLength(segment);
    if (bytes > most) break;
    kept += segment;
  }
  const space = kept.lastIndexOf(' ');
  return Buffer.byteLength(kept.slice(0, Math.max(space, 0))) > most / 2 ? kept.slice(0, space) : kept;
}
