/** Endings of file names that are worth keeping word for word. */
export const fileEndings =
  'md|mdx|txt|rst|adoc|org|tex|pdf|docx?|odt|xlsx?|ods|pptx?|csv|tsv|jsonl?|json5|ya?ml|toml|ini|cfg|conf|env|lock|' +
  'log|xml|xsd|html?|css|scss|less|svg|png|jpe?g|gif|webp|ico|mp[34]|wav|ogg|mov|mkv|zip|tar|t?gz|bz2|xz|zst|7z|iso|' +
  'js|mjs|cjs|jsx|ts|mts|cts|tsx|vue|svelte|py|ipynb|rb|go|rs|java|kt|kts|scala|swift|c|h|cc|cpp|hpp|cs|php|pl|lua|' +
  'sh|bash|zsh|fish|ps1|bat|cmd|sql|db|sqlite3?|proto|graphql|tf|nix|gradle|properties|service|timer|socket|deb|rpm|' +
  'apk|exe|dll|so|dylib|wasm|map|pem|crt|key|csr|patch|diff|el|clj|ex|exs|erl|hs|ml|r|jl|dart|zig|eml|ics|bak|tmp|sock';

/** Units and counted things behind a number, longest first within a group. */
export const units =
  '%|‰|°[CF]?|º|€|\\$|£|¥|₽|₹|(?:USD|EUR|GBP|CHF|JPY|CNY|BRL|PLN|RUB)(?![\\p{L}])|' +
  '(?:[KMGTP]i?B|kB|[KMG]bit|[kKMGT]b?ps|[kMG]?Hz|[kMGTµmn]?[WVAΩFJ]|[kM]?Wh|mAh|dB|dpi|px|rem|em|pt|vw|vh|fps|rpm|m?bar|[hkM]?Pa|psi|k?cal|N?m|' +
  '[kcmµun]?m[²³23]?|k?m\\/h|mph|[kmµ]?g|lbs?|oz|[mcd]?[lL]|ms|[µun]s|s|sec|min|mins|h|hrs?|d|w|y|[KkMB]|x|×|st|nd|rd|th|' +
  'bytes?|bits?|characters?|chars?|words?|lines?|tokens?|messages?|files?|folders?|rows?|columns?|records?|requests?|' +
  'retries|times?|steps?|items?|users?|people|persons?|pages?|tests?|cases?|errors?|warnings?|commits?|issues?|cores?|' +
  'threads?|workers?|nodes?|replicas?|servers?|ports?|points?|percent|degrees|' +
  'milliseconds?|seconds?|minutes?|hours?|days?|nights?|weeks?|months?|years?|' +
  'euros?|dollars?|pounds?|cents?|metres?|meters?|kilometres?|kilometers?|miles?|inch(?:es)?|feet|foot|gram(?:s|mes)?|' +
  'kilos?|kilograms?|litres?|liters?|cups?|tablespoons?|teaspoons?|watts?|volts?|' +
  'Prozent|Sekunden?|Minuten?|Stunden?|Tagen?|Wochen?|Monaten?|Jahren?|Zeilen|Zeichen|Wörter|Dateien|Seiten|Stück|Uhr|' +
  'Grad|Meter|Liter|Gramm|Personen|mal|' +
  'secondes?|heures?|jours?|semaines?|mois|ans|années?|lignes?|mots?|fichiers?|fois|mètres?|grammes?|degrés|' +
  'segundos?|minutos?|horas?|días?|dias?|semanas?|meses|años?|anos?|líneas?|linhas?|palabras?|palavras?|veces|vezes|' +
  'archivos?|arquivos?|metros?|gramos?|gramas?|litros?|grados?|graus|reais|' +
  'секунд[аы]?|минут[аы]?|час(?:а|ов)?|дн(?:я|ей)|день|недел[ьяи]|месяц(?:а|ев)?|лет|год(?:а|ов)?|строк[аи]?|слов|' +
  'файл(?:а|ов)?|раза?|рублей|руб|метров|литров|грамм(?:ов)?|кг|км|см|мм|мин|сек|ч)(?![\\p{L}\\p{N}])|' +
  '[年月日号号時时分秒点歳岁回次个個件本枚人台行字倍円元块階层樓楼页頁条條箱週周天名つ度]|分钟|小时|時間|秒間|日間|週間|か月|ヶ月|个月|年間|万|億|亿|千|' +
  '[개명년월일시분초번원장줄권배회대]|시간';

/** How month names begin in the larger European languages. */
export const months =
  'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mär|mai|okt|dez|janv|févr?|avr|juin|juil|août|déc|ene|abr|ago|dic|' +
  'fev|set|out|gen|mag|giu|lug|ott|maa|mei|stycz|luty|lut|kwie|maj|czer|lip|sierp|wrze|paźdz|listop|grud|янв|фев|мар|апр|' +
  'мая|май|июн|июл|авг|сен|окт|ноя|дек';

export const weekdays =
  'monday|tuesday|wednesday|thursday|friday|saturday|sunday|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|' +
  'lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lunes|martes|miércoles|jueves|viernes|sábado|domingo|' +
  'segunda-feira|terça-feira|quarta-feira|quinta-feira|sexta-feira|lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica|' +
  'понедельник|вторник|среду|среда|четверг|пятницу?|пятница|субботу?|суббота|воскресенье';

/** Programs whose calls are commands also in prose, when what follows reads like arguments. */
export const programs =
  'git|npm|npx|pnpm|yarn|bun|node|deno|docker|podman|docker-compose|kubectl|helm|terraform|ansible|pip3?|pipx|uv|poetry|' +
  'python3?|ruby|gem|cargo|rustc|go|make|cmake|mvn|gradle|java|javac|dotnet|sudo|ssh|scp|rsync|curl|wget|apt|apt-get|dpkg|' +
  'brew|yum|dnf|pacman|snap|systemctl|journalctl|service|crontab|chmod|chown|mkdir|rmdir|rm|cp|mv|ln|ls|cat|tail|head|' +
  'grep|rg|sed|awk|find|xargs|tar|unzip|zip|psql|mysql|sqlite3|redis-cli|mongosh|ollama|vim|nano|export|source|tsc|tsx|' +
  'vitest|jest|pytest|eslint|prettier|biome|gh|aws|gcloud|az|ffmpeg|openssl|ping|nc|lsof|ps|kill|df|du|mount|chatvault';
