/** Words of two and three letters that are frequent in English and rare elsewhere. */
const englishWords =
  'the of and to you are it be not can has was if by or but we its all any use out new how get you';

/** … and those that are frequent in other languages in Latin script and rare in English. */
const foreignWords =
  'der die das und ist ein zu den von mit auf im sich dem des wie nur man aus bei el la los las del un una por con es se su ' +
  'le les et est du en que qui pas sur au ou de da os em um di il che nel non lo gli het een te dat op ook nie na od po ale ' +
  'jak och att det som av til og ve bir bu yang dan ini itu si cu sau ca ki ne se az egy hogy ja ei se on ett va va har pe';

const english = table(englishWords);
const foreign = table(foreignWords);

/** Is the word from `start` to `end`, of at most three ASCII letters, a frequent English one? */
export function isEnglishShort(units: ArrayLike<number>, start: number, end: number): boolean {
  return english[place(units, start, end)] === 1;
}

/** Is it a frequent word of another language in Latin script? */
export function isForeignShort(units: ArrayLike<number>, start: number, end: number): boolean {
  return foreign[place(units, start, end)] === 1;
}

function place(units: ArrayLike<number>, start: number, end: number): number {
  let number = 0;
  for (let at = start; at < end; at++) number = number * 32 + (units[at]! & 31);
  return number;
}

function table(words: string): Uint8Array {
  const out = new Uint8Array(32 ** 3);
  for (const word of words.split(' '))
    if (word.length > 1 && word.length < 4) out[place(Buffer.from(word), 0, word.length)] = 1;
  return out;
}
