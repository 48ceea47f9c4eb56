/**
 * How speakers of each language say of themselves that they cannot or will not. Only a sign: whether it is a refusal
 * depends on what else the reply shares with the message.
 */
export const inabilities: readonly RegExp[] = [
  // English
  /\bI(?:['’]m| am) (?:sorry|afraid|unable|not able|not allowed|not permitted)\b|\bI (?:can(?:not|['’]t| not)|won['’]t|will not|could ?n['’]t|must decline|have to decline|don['’]t have (?:access|enough|the ability))\b|\bas an? (?:AI|artificial|large language|language) /iu,
  /\b(?:sorry|apologi[sz]e|apologies)\b.{0,60}\b(?:can(?:not|['’]t)|unable)\b|\bI (?:sincerely )?apologi[sz]e\b|\b(?:unable|not able) to (?:help|assist|comply|summari[sz]e|process|fulfil|provide)\b|(?:content|usage|safety) polic(?:y|ies)/iu,
  // German
  /\b(?:(?:es )?tut mir leid|leider|entschuldig\w*|ich bedau\w+)\b|\b(?:kann|darf|werde|möchte) ich\b.{0,60}\bnicht\b|\bich (?:kann|darf|werde|möchte)\b.{0,80}\b(?:nicht|kein\w*)\b|\bals (?:eine? )?(?:KI|künstliche|Sprachmodell)/iu,
  // French
  /\b(?:(?:je suis )?désolée?|je regrette|malheureusement)\b|\bje ne (?:peux|puis|suis|pourrai|vais)\b.{0,20}\b(?:pas|pas en mesure)\b|\ben tant qu['’](?:IA|intelligence|assistant|modèle)/iu,
  // Spanish
  /\b(?:lo siento|lamento|me temo|disculp\w+)\b|\bno (?:puedo|podré|soy capaz|me es posible|tengo acceso)\b|\bcomo (?:una? )?(?:IA|inteligencia|modelo)\b/iu,
  // Portuguese
  /\b(?:desculp\w+|lamento|sinto muito|infelizmente)\b|\bnão (?:posso|consigo|sou capaz|me é possível|tenho acesso)\b|\bcomo (?:uma? )?(?:IA|inteligência|modelo)\b/iu,
  // Italian
  /\b(?:mi dispiace|purtroppo|spiacente)\b|\bnon (?:posso|riesco|sono in grado|mi è possibile|ho accesso)\b|\bin quanto (?:IA|intelligenza|modello|assistente)\b/iu,
  // Dutch, Polish, Turkish
  /\bhet spijt me\b|\bik kan\b.{0,40}\bniet\b|\b(?:przykro mi|przepraszam|niestety)\b|\bnie mog[ęe]\b|\büzgünüm\b|\bmaalesef\b/iu,
  // Russian, Ukrainian
  /(?:извин|прост)ите|к сожалению|\bсожалею|(?<!\p{L})я? ?не (?:могу|смогу|буду|в состоянии|имею)(?!\p{L})|как (?:ИИ|языковая модель|искусственный)|на жаль|не можу/iu,
  // Chinese, Japanese, Korean
  /抱歉|对不起|對不起|很遗憾|我(?:无法|不能|不便|没有办法)|我(?:無法|不能)|作为(?:一个|一款)?(?:AI|人工智能|语言模型)/u,
  /申し訳(?:ありません|ございません)|すみませんが|恐れ入りますが|(?:お手伝い|お答え|対応|要約|お応え)(?:することは|は|が)?(?:できません|できかねます|いたしかねます)|AI(?:として|アシスタント)/u,
  /죄송|유감|(?:도와|도움을 드|요약|처리|답변).{0,12}(?:수 없|어렵|못)|AI(?:로서| 언어)/u,
  // Arabic, Hindi, Thai
  /(?:آسف|عذر|أعتذر|للأسف)|لا (?:أستطيع|يمكنني)|क्षमा करें|माफ़ कीजिए|मैं .{0,40}नहीं .{0,12}(?:सकत|सकूँ)|ขออภัย|ขอโทษ|ไม่สามารถ/u,
];

/** How a model asks for the text, or offers help, instead of summarizing. */
export const asking: readonly RegExp[] = [
  /\b(?:could|can|would|will) you (?:please )?(?:provide|share|paste|send|clarify|give|specify|tell)\b|\bplease (?:provide|share|paste|send|clarify|specify|rephrase)\b|\b(?:how (?:can|may) I (?:help|assist)|what would you like|let me know (?:what|how|if)|would you like me)\b/iu,
  /\b(?:könn(?:ten|en)|kannst) (?:Sie|du)\b.{0,40}(?:geben|schicken|senden|einfügen|mitteilen|bereitstellen|teilen)|\bbitte (?:geben|schicken|senden|fügen|teilen|stellen) Sie\b|\bwie kann ich (?:Ihnen|dir)\b|\bmöchten Sie\b/iu,
  /\b(?:pourriez|pouvez|peux|veuillez)\b.{0,20}(?:fournir|partager|coller|envoyer|préciser|donner)|\bcomment puis-je\b|\bsouhaitez-vous\b/iu,
  /\b(?:podrías?|puedes?|por favor)\b.{0,20}(?:proporciona\w*|comparte|compartir|pega\w*|envía\w*|enviar|aclara\w*|dame|indica\w*)|\b(?:en qué|cómo) puedo ayudar/iu,
  /\b(?:poderia|pode|por favor)\b.{0,20}(?:fornec\w+|compartilh\w+|cola\w*|envi\w+|esclarec\w+)|\bcomo posso (?:te )?ajudar/iu,
  /\b(?:potrest[ie]|puoi|può|potrebbe|per favore)\b.{0,20}(?:forni\w+|condivid\w+|incolla\w*|invia\w*|chiari\w+)|\bcome posso aiutar/iu,
  /(?:пожалуйста|не могли бы вы|можете ли вы|могли бы вы).{0,30}(?:предостав|пришл|отправ|уточн|встав)|чем (?:я )?могу (?:вам )?помочь/iu,
  /请(?:您)?(?:提供|发送|粘贴|告诉|说明)|您(?:能|可以)(?:提供|告诉|发)|有什么(?:我)?(?:可以|能)帮/u,
  /(?:ご提供|お送り|お教え|貼り付け|共有)(?:ください|いただけ|していただけ)|教えていただけ|どのように(?:お手伝い|要約)|何をお手伝い/u,
  /(?:제공|공유|보내|붙여|알려|입력)(?:해)? ?(?:주시|주세요|주실)|무엇을 도와|어떻게 도와/u,
  /يرجى (?:تقديم|إرسال|مشاركة)|هل يمكنك|कृपया .{0,30}(?:प्रदान|भेज|साझा)|กรุณา(?:ส่ง|ให้|ระบุ)/u,
];
