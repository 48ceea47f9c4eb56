/**
 * How languages say that something must not be done. `*` stands for one word. A match of `opens` goes on to the end of
 * its clause, one of `closes` begins with its clause (Japanese puts the negation behind the verb), one of `within` is
 * the whole clause (German puts the object before it).
 */
export interface Negations {
  /** ISO 639-1. */
  readonly language: string;
  /** The words mean something else in other languages: looked for only where the text is in this one. */
  readonly onlyHere?: true;
  /** No spaces between words. */
  readonly dense?: true;
  readonly opens?: readonly string[];
  readonly closes?: readonly string[];
  readonly within?: readonly string[];
}

export const negations: readonly Negations[] = [
  {
    language: 'en',
    opens: [
      "do not|don[’']t|never|must not|mustn[’']t|should not|shouldn[’']t|may not|shall not|cannot|can[’']t",
      'avoid|under no circumstances|on no account|not allowed to|refrain from|make sure not to|not to',
    ],
  },
  {
    language: 'de',
    within: [
      'niemals|keinesfalls|auf keinen fall|unter keinen umständen|bitte nicht|bitte keine[nmrs]?|vermeide|vermeiden sie',
      '(?:darf|darfst|dürfen|soll|sollst|sollen|sollte|sollten|kann|können) (?:* )?(?:* )?(?:nicht|nie|keine[nmrs]?)',
      'nicht (?:* )?\\p{Ll}+en(?=[.,;:!?\\n]|$)',
    ],
  },
  { language: 'de', onlyHere: true, within: ['nie', 'nicht'] },
  {
    language: 'fr',
    opens: [
      "ne (?:* )?(?:pas|jamais|plus|rien|aucune?)|n[’']\\p{L}+ (?:pas|jamais|plus|rien|aucune?)|ne pas|jamais",
      'en aucun cas|évitez|éviter|évite|surtout pas|il est interdit',
    ],
  },
  {
    language: 'es',
    opens: ['nunca|jamás|en ningún caso|no se debe|no debes?|no hay que|prohibido|evita|evite|evitar'],
  },
  { language: 'es', onlyHere: true, opens: ['no'] },
  { language: 'pt', opens: ['nunca|jamais|em caso algum|de forma alguma|não|proibido|evitar'] },
  { language: 'it', opens: ['non|in nessun caso|evitare|vietato'] },
  { language: 'nl', within: ['nooit|in geen geval'] },
  { language: 'nl', onlyHere: true, within: ['niet'] },
  { language: 'pl', opens: ['nigdy|pod żadnym pozorem|nie wolno|nie należy|unikaj'] },
  { language: 'pl', onlyHere: true, opens: ['nie'] },
  { language: 'sv', onlyHere: true, within: ['inte|aldrig'] },
  { language: 'da', onlyHere: true, within: ['ikke|aldrig'] },
  { language: 'tr', within: ['asla'] },
  { language: 'vi', opens: ['đừng|không được|không nên'] },
  { language: 'id', opens: ['jangan|tidak boleh'] },
  {
    language: 'ru',
    opens: [
      'никогда не|никогда|нельзя|ни в коем случае|запрещено|запрещается|не надо|не нужно|не следует|не',
    ],
  },
  { language: 'uk', opens: ['ніколи|не можна|заборонено'] },
  { language: 'ar', opens: ['لا تقم|لا تحذف|لا يجوز|ممنوع|لا'] },
  { language: 'hi', within: ['मत|कभी नहीं'] },
  {
    language: 'zh',
    dense: true,
    opens: [
      '不要|请勿|請勿|切勿|禁止|不得|不能|不可以?|不允许|不許|千万别|千萬別|别再|避免|严禁|嚴禁|不应|不應|别(?=[改删动用把让忘])',
    ],
  },
  {
    language: 'ja',
    dense: true,
    closes: [
      'しないで(?:ください|下さい|ほしい)?|ないでください|ないで下さい|ないでほしい|[てでは]いけません|[てで]はいけない|[てで]はならない|[てで]はなりません|ないこと|ないように|禁止',
      'べきではない|べきではありません|避けてください|避けること',
    ],
  },
  {
    language: 'ko',
    closes: ['\\p{L}*지 (?:마세요|마십시오|말 것|않도록|않는다)|(?:면|서는) 안 (?:됩니다|된다|돼요)|금지'],
  },
];
