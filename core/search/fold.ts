/**
 * The word as search compares it: compatibility forms, case and Latin, Greek and Cyrillic accents taken away
 * (`Größe` and `grosse`, `ｶﾌｪ` and `カフェ` are one). Vowel signs of Thai or Hindi stay: they are letters there.
 */
export function fold(word: string): string {
  const lower = word.toLowerCase();
  if (ascii.test(lower)) return lower;
  return lower
    .normalize('NFKD')
    .replace(accents, '')
    .normalize('NFC')
    .replace(special, (letter) => replacements[letter] ?? letter);
}

const ascii = /^[\x00-\x7f]*$/;
const accents = /[\u0300-\u036f]+/g;
const special = /[ßæœøłđðþıŋſ]/g;
const replacements: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ŋ: 'n',
  ſ: 's',
};
