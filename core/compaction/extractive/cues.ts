/**
 * Signs, in a score, of what a sentence does in a conversation. They only tip the scales: a language that is missing
 * here is shortened by its words alone.
 */

/** Decisions, conclusions, causes, obligations. */
export const weighty: readonly RegExp[] = [
  /\b(?:decid\w*|decision|conclu\w+|therefore|thus|hence|because|so that|instead|recommend\w*|suggest\w*|agreed?|the (?:fix|problem|issue|cause|reason|answer|result|point|catch) (?:is|was)|root cause|turns? out|in short|in summary|overall|importan\w+|must|need to|has to|have to|required?|should|make sure|remember|final\w*|fixed|fails?|failed|broken?|works?|warning|note that|however|but|result\w*|done|passed|chang(?:ed|es)|added|removed|renamed|missing|bug|wrong|correct)\b/giu,
  /(?<!\p{L})(?:entschied\w*|entscheid\w*|beschlo\w+|deshalb|daher|darum|weil|stattdessen|empfehl\w+|vorschlag\w*|wichtig|muss|müssen|soll\w*|fehler|ursache|ergebnis|fazit|jedoch|aber|leider|behoben|geändert)(?!\p{L})/giu,
  /(?<!\p{L})(?:décid\w+|donc|parce que|car|plutôt|recommand\w+|important\w*|doit|doivent|faut|erreur|cause|résultat|conclusion|cependant|mais|corrig\w+)(?!\p{L})/giu,
  /(?<!\p{L})(?:decid\w+|decisi[oó]n|por (?:eso|tanto|lo tanto)|porque|en su lugar|recom[ie]end\w+|importante|debe\w*|hay que|error|causa|resultado|conclusi[oó]n|pero|sin embargo|decis[aã]o|portanto|importante|precisa\w*|erro|mas|porém)(?!\p{L})/giu,
  /(?<!\p{L})(?:deci[sd]\w+|quindi|perciò|perché|invece|consigli\w+|deve|bisogna|errore|risultato|però|ma)(?!\p{L})/giu,
  /(?<!\p{L})(?:реши\w+|поэтому|потому|вместо|рекоменд\p{L}+|важно|нужно|надо|должен|должны|ошибк\p{L}+|причин\p{L}+|итог\p{L}*|однако|но)(?!\p{L})/giu,
  /决定|因此|所以|因为|建议|必须|需要|重要|应该|结论|结果|原因|问题|错误|但是|不过|修复|總之|总之/gu,
  /決定|そのため|したがって|なので|ため、|ので|べき|必要|重要|推奨|おすすめ|結論|結果|原因|問題|エラー|しかし|ただし|修正|変更|つまり/gu,
  /결정|따라서|그래서|때문|대신|추천|중요|필요|해야|결론|결과|원인|문제|오류|하지만|그러나|수정/gu,
];

/** What a person asks for. */
export const asks: readonly RegExp[] = [
  /\b(?:please|can you|could you|would you|let['’]s|I(?:['’]d| would) (?:like|prefer|rather)|I want|I need|we (?:want|need|should)|how (?:do|can|to|should)|what (?:is|are|do)|why|whether)\b/iu,
  /(?<!\p{L})(?:bitte|kannst du|können sie|ich (?:möchte|will|brauche|hätte)|wie kann|warum|ob|s'il (?:te|vous) plaît|peux-tu|pouvez-vous|je (?:veux|voudrais)|pourquoi|por favor|puedes|quiero|necesito|pode|quero|preciso|per favore|puoi|vorrei|voglio|пожалуйста|можешь|хочу|нужно)(?!\p{L})/iu,
  /请|帮我|能不能|可以吗|我想|我要|ください|下さい|お願い|でしょうか|ですか|たい(?:です|と)|해 ?주세요|해줘|싶|인가요/u,
];

/** Openings and courtesies that say nothing about the matter. */
export const idle: readonly RegExp[] = [
  /^(?:so|hmm+|ok|well|and|also|hey|um|ah|oh|yup|yeah)[\s.,…!]*$/iu,
  /^(?:\W*)(?:great|perfect|excellent|sure|okay|ok|of course|certainly|absolutely|(?:good|nice|great|fair) (?:question|point|idea|catch|call|work|job)|exactly|understood|agreed|ah,? (?:ok|thanks|yes)|now I have (?:enough|all)|creating|looking at|thanks?(?: you)?|you['’]re (?:right|welcome)|got it|no problem|happy to|hello|hi|hey)\b.{0,40}$/iu,
  /^(?:now,? )?(?:let me|I['’]ll|I will|now I(?:['’]ll| will| need to| can)|let['’]s)\s+(?:now |also |first |quickly |just |start by )?(?:check|look|read|see|find|search|explore|examine|start|begin|take|try|verify|run|view|understand|get|review|continue|proceed)\w*\b/iu,
  /^(?:let me know|feel free|hope this helps|I hope|if you (?:have|need) any)\b/iu,
  /^(?:gerne|natürlich|klar|danke|vielen dank|bien sûr|merci|claro|gracias|obrigad[oa]|certo|grazie|конечно|спасибо|好的|当然|谢谢|すみません|申し訳(?:ありません|ございません)|もちろん|ありがとう|네[,. ]|물론|감사)/iu,
];

/** Announcements of what the speaker is about to do: of little use once it is done. */
export const announcing =
  /^(?:(?:now|first|next|so),? )?(?:let me|let['’]s|I['’]ll|I will|I['’]m going to|lass mich|ich werde|je vais|voy a|vou|ora|сейчас я|让我|我来)(?!\p{L})/iu;

/** Openings that lean on the sentence before. */
export const leaning =
  /^(?:this|that|these|those|it|they|he|she|such|also|then|and|so|dies\w*|das|es|sie|er|ceci|cela|ça|il|elle|ils|elles|esto|eso|ello|isso|isto|ele|ela|questo|ciò|это|он|она|они|这|那|它|これ|それ|この|その|이것|그것|이는)(?!\p{L})/iu;
