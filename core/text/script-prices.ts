/**
 * What one UTF-16 code unit of a script costs in tokens, in words of that script, fitted to the o200k vocabulary: by
 * translations of one text where there are some, else by words drawn at random. What no row names costs its bytes in
 * UTF-8: two below U+0800, three above. Later rows win.
 */
export const scriptPrices: readonly (readonly [first: number, last: number, tokens: number])[] = [
  [0x80, 0xff, 0.9],
  [0x180, 0x2ff, 1.9],
  [0x300, 0x30c, 0.9],
  [0x370, 0x3ff, 0.5],
  [0x400, 0x45f, 0.25], // Cyrillic
  [0x460, 0x52f, 3],
  [0x531, 0x58f, 0.38], // Armenian
  [0x5d0, 0x5ff, 0.45], // Hebrew
  [0x600, 0x6ff, 0.42], // Arabic
  [0x591, 0x5c7, 1],
  [0x610, 0x61a, 1.9],
  [0x64b, 0x65f, 1],
  [0x671, 0x6d3, 2],
  [0x660, 0x669, 1],
  [0x6f0, 0x6f9, 1],
  [0x900, 0x97f, 0.43], // Devanagari
  [0x966, 0x96f, 1],
  [0x980, 0x9ff, 0.44], // Bengali
  [0x9e6, 0x9ef, 1],
  [0xa00, 0xa7f, 0.65], // Gurmukhi
  [0xa80, 0xaff, 0.45], // Gujarati
  [0xb00, 0xb7f, 1.1], // Oriya
  [0xb80, 0xbff, 0.42], // Tamil
  [0xc00, 0xc7f, 0.54], // Telugu
  [0xc80, 0xcff, 0.47], // Kannada
  [0xd00, 0xd7f, 0.4], // Malayalam
  [0xd80, 0xdff, 0.65], // Sinhala
  [0xe00, 0xe7f, 0.45], // Thai
  [0xe80, 0xeff, 1.9], // Lao
  [0xf00, 0xfbc, 1.7], // Tibetan
  [0x1000, 0x104f, 0.62], // Burmese
  [0x1040, 0x1049, 1],
  [0x1050, 0x109f, 2.6],
  [0x10d0, 0x10ff, 0.38], // Georgian
  [0x1200, 0x137f, 2.1], // Ethiopic
  [0x1780, 0x17ff, 0.68], // Khmer
  [0x1e00, 0x1e9f, 1.5],
  [0x1ea0, 0x1eff, 0.9], // Vietnamese
  [0x1f00, 0x1f7f, 2], // Greek with two marks
  [0x2000, 0x233f, 2],
  [0x2010, 0x2027, 0.9],
  [0x200b, 0x200f, 0.9],
  [0x2460, 0x27bf, 2],
  [0x2b00, 0x2b5f, 2],
  [0x3000, 0x303f, 0.9],
  [0x3040, 0x30ff, 0.72], // Kana
  [0x3100, 0x312f, 2],
  [0x4e00, 0x9fff, 0.9], // Chinese characters
  [0xac00, 0xd7af, 0.72], // Hangul
  [0xe000, 0xe07f, 2.1], // The first of the private ones
  [0xfe00, 0xfe6f, 2],
  [0xfe0f, 0xfe0f, 0.9],
  [0xfe70, 0xfeff, 2],
  [0xff00, 0xff20, 0.9], // Wide punctuation and digits
  [0xff21, 0xff40, 1.4],
  [0xff41, 0xffdf, 1.9],
  [0xfff9, 0xffff, 0.9],
];

/** Characters that are one token of their own, among others that are two or three. */
export const cheapCharacters: readonly (readonly [characters: string, tokens: number])[] = [
  ['əɛɔɓɗƙʻʼˆ', 1],
  ['ЂЄІЇЈЎђѓєіїјљњћќўџҐґҒғҗҙҚқҟҠҡңҢҧҩҫҭҮүҰұҲҳҵҶҷҺһҽҿӘәӡӣӨөӯӷ', 0.9],
  ['چپگکیہےںھ', 0.42],
  ['ړڅګېۍټښځډږڈڑٹڄڻٻۇۆڭەۋۈ', 1.25],
  ['†‡•′″‹›※‼₪€₹℃№™Ⅰ←↑→↓⇒∀∆−∙√∞∨≈≤≥≫①②③④⑤', 0.9],
  ['─━═', 0.3],
  ['│┃├┣║╗╝▀▄█▋░▒▓■□▪▫▬▲△▶▷►▼▽◆◇○◎●', 0.9],
  ['★☆☎☴☺♀♂♡♥♦♪♫✅✓✔✨❤➡', 0.9],
];

/** Characters of which a long row costs next to nothing. */
export const rowCharacters = '\u3000─━═█—–…★□・ー！＊＝';

/** What a pair of surrogates costs, by its code point. */
export function pairPrice(point: number): number {
  if (point >= 0x1f000 && point < 0x1fc00) return isFrequentPicture(point) ? 1.75 : 2.9;
  if (point >= 0x1d400 && point < 0x1d440) return 2.1;
  return point >= 0x1d000 && point < 0x1e000 ? 3 : 4;
}

function isFrequentPicture(point: number): boolean {
  return (
    (point >= 0x1f1e6 && point < 0x1f200) ||
    (point >= 0x1f300 && point < 0x1f540) ||
    (point >= 0x1f600 && point < 0x1f6c0) ||
    (point >= 0x1f900 && point < 0x1f980)
  );
}
