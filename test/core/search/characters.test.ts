import { expect, test } from 'vitest';
import { characterClass, pairCharacter, separator, wordCharacter } from '../../../core/search/characters.ts';

test('every code unit above ASCII has the class that the tables of Unicode give it', () => {
  const pair =
    /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}ー々〆]/u;
  const wrong: string[] = [];
  for (let code = 128; code < 65_536; code++) {
    if (code >= 0xd800 && code <= 0xdfff) continue;
    const character = String.fromCharCode(code);
    const isLetter = /[\p{L}\p{M}\p{Nl}々〆]/u.test(character);
    const isWord = /[\p{L}\p{N}\p{M}]/u.test(character);
    const wanted = isLetter && pair.test(character) ? pairCharacter : isWord ? wordCharacter : separator;
    if (characterClass(code) !== wanted) wrong.push(code.toString(16));
  }
  expect(wrong).toEqual([]);
});
