import { shareIn } from '../words.ts';
import type { Pair } from './pair.ts';

/**
 * Whether the reply is the error of a server or proxy, said as content. It is when it is short, speaks of requests,
 * limits, quotas, models or keys the way servers do, and shares little with the message: a good short form of a message
 * about such an error has the message's words.
 */
export function isEndpointError({ text, originalWords, words }: Pair, finish: string): boolean {
  if (/^error$/i.test(finish.trim())) return true;
  if (text === '' || text.length > 600) return false;
  const signals = errorSigns.filter((sign) => sign.test(text)).length;
  if (signals === 0) return false;
  const shared = shareIn(words, originalWords);
  return shared < (signals > 1 ? 0.5 : 0.34);
}

/** What servers and gateways say about themselves. Providers say it in English; Chinese gateways also in Chinese. */
const errorSigns: readonly RegExp[] = [
  /\b(?:error|exception|failed|failure)\b.{0,40}(?:\b[45]\d\d\b|:)/i,
  /\b(?:400|401|402|403|404|408|413|422|429|500|502|503|504|529)\b[ :,-]*(?:too many|bad|unauthori[sz]ed|payment|forbidden|not found|request|payload|unprocessable|internal|service|gateway|overloaded|error)/i,
  /too many requests|rate.?limit|(?:usage|request|token|message|daily|hourly|spend(?:ing)?) limit (?:reached|exceeded|hit)|limit reached/i,
  /(?:exceeded|insufficient|out of).{0,30}(?:quota|credits?|balance)|billing details|payment required/i,
  /(?:context|prompt|input|request).{0,30}(?:length|window|too (?:long|large)).{0,40}(?:exceed|dropped|maximum)|(?:context|prompt) (?:length|window).{0,20}exceed|prompt is too long|maximum context length/i,
  /(?:internal server|upstream|gateway|connect(?:ion)?|network|socket|fetch) (?:connect )?(?:error|failed|hang ?up|timeout|timed out|refused|reset)|(?:request|connection) timed? ?out|ECONNREFUSED|ECONNRESET|ETIMEDOUT|bad gateway|service (?:is )?(?:temporarily )?unavailable|server (?:is )?(?:busy|overloaded)|\boverloaded\b/i,
  /\bmodel\b.{0,60}(?:not (?:found|loaded|available)|does not exist|is (?:currently )?(?:loading|overloaded|unavailable))/i,
  /(?:invalid|incorrect|missing|expired).{0,20}(?:api.?key|token|credentials?)|(?:api.?key).{0,20}(?:invalid|missing|expired)|unauthori[sz]ed/i,
  /try again (?:later|in)|please retry|retry after|resets? (?:at|in)\b/i,
  /error (?:generating|while|calling|processing|communicating|occurred)|an error (?:has )?occurred|something went wrong/i,
  /请求(?:过于频繁|过多|失败|超时)|额度|余额不足|服务(?:不可用|繁忙|异常)|请稍后(?:再|重)试|模型(?:不存在|未加载|过载)|リクエストが多すぎ|エラーが発生しました|しばらくしてから/u,
  /es ist ein fehler aufgetreten|une erreur est survenue|ha ocurrido un error|ocorreu um erro|si è verificato un errore|произошла ошибка|превышен лимит|오류가 발생/iu,
];
