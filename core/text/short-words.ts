/** Words of two and three letters that are frequent in English and rare elsewhere. */
const englishWords =
  'the of and to you are it be not can has was if by or but we its all any use out new how get you';

/** … and those that are frequent in other languages in Latin script and rare in English. */
const foreignWords =
  'der die das und ist ein zu den von mit auf im dem des wie nur man aus bei el la los las del un una por con es se su ' +
  'le les et est du en que qui pas sur au ou de da os em um di il che nel non lo gli het een te dat op ook nie na od po ale ' +
  'jak och att det som av til og ve bir bu dan ini itu si cu sau ca ki ne se az egy ja ei se on ett va va har pe';

/** What `shortWordTable` says of a word. */
export const englishWord = 1;
export const foreignWord = 2;

/**
 * Words of two and three ASCII letters by their number: each letter's five lowest bits behind those of the letters
 * before it, so that capitals count as small letters. English where a word is in both lists, 0 where it is in none.
 */
export function shortWordTable(): Uint8Array {
  const out = new Uint8Array(32 ** 3);
  for (const word of foreignWords.split(' ')) out[numberOf(word)] = foreignWord;
  for (const word of englishWords.split(' ')) out[numberOf(word)] = englishWord;
  return out;
}

function numberOf(word: string): number {
  return [...Buffer.from(word)].reduce((number, letter) => number * 32 + (letter & 31), 0);
}
