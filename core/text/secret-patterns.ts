/**
 * One kind of secret. `pattern` begins only where a word begins and every repetition in it is bounded; the group
 * `secret` is what must go, where it is not the whole match.
 */
export interface SecretPattern {
  readonly kind: string;
  /**
   * Of what stands in every match or before it in its line, one of these: the pattern is looked for in their lines
   * alone. Two characters at least; in small letters where the pattern ignores case. Or a long word and a dot.
   */
  readonly hints: readonly string[] | typeof wordAndDot;
  /** This stands in every match. */
  readonly also?: string;
  readonly pattern: RegExp;
  /** A match may go over the end of a line, so that the whole text is searched once a hint stands in it. */
  readonly acrossLines?: true;
  readonly accepts?: (secret: string) => boolean;
}

/** A hint of its own: at least 20 letters, digits and marks of base64 in a row, then a dot. */
export const wordAndDot = 'word.';

export const secretPatterns: readonly SecretPattern[] = [
  {
    kind: 'private-key',
    hints: ['PRIVATE KEY'],
    acrossLines: true,
    pattern:
      /-----BEGIN (?:[A-Z0-9]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----[\s\S]{0,16000}?(?:-----END (?:[A-Z0-9]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----|$)/g,
  },
  {
    kind: 'aws-key',
    hints: ['AKIA', 'ASIA', 'ABIA', 'ACCA'],
    pattern: /(?<![A-Za-z0-9])(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])/g,
  },
  {
    kind: 'aws-secret',
    hints: ['aws', 'secret'],
    acrossLines: true,
    pattern:
      /(?:aws.{0,24}|secret.{0,3}access.{0,3}key.{0,8})["'\s:=]{1,4}(?<secret>[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])/gi,
  },
  { kind: 'google-key', hints: ['AIza'], pattern: /(?<![\w-])AIza[\w-]{35}(?![\w-])/g },
  {
    kind: 'google-oauth',
    hints: ['ya29.', 'GOCSPX-'],
    pattern: /(?<![\w-])(?:ya29\.[\w-]{20,400}|GOCSPX-[\w-]{20,60})/g,
  },
  {
    kind: 'jwt',
    hints: ['eyJ'],
    pattern: /(?<![\w-])eyJ[\w-]{8,4000}\.eyJ[\w-]{8,8000}(?:\.[\w-]{0,2000})?/g,
  },
  {
    kind: 'stripe-key',
    hints: ['_live_', '_test_', 'whsec_'],
    pattern:
      /(?<![A-Za-z0-9])(?:(?:sk|pk|rk)_(?:live|test)_[A-Za-z0-9]{10,200}|whsec_[A-Za-z0-9+/=]{16,100})/g,
  },
  {
    kind: 'huggingface-token',
    hints: ['hf_', 'api_org_'],
    pattern: /(?<![A-Za-z0-9])(?:hf_|api_org_)[A-Za-z0-9]{30,60}/g,
  },
  {
    kind: 'github-token',
    hints: ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_', 'github_pat_'],
    pattern: /(?<![A-Za-z0-9])(?:gh[pousr]_[A-Za-z0-9]{20,255}|github_pat_[A-Za-z0-9_]{22,255})/g,
  },
  {
    kind: 'gitlab-token',
    hints: [
      'glpat-',
      'gldt-',
      'glrt-',
      'glcbt-',
      'glptt-',
      'glft-',
      'glsoat-',
      'glimt-',
      'glagent-',
      'glffct-',
    ],
    pattern: /(?<![A-Za-z0-9])gl(?:pat|dt|rt|cbt|ptt|ft|soat|imt|agent|ffct)-[\w-]{16,300}/g,
  },
  {
    kind: 'slack-token',
    hints: ['xox', 'xapp', 'hooks.slack.com'],
    pattern:
      /(?<![A-Za-z0-9])(?:xox[abeprs](?:\.xox[a-z])?-[A-Za-z0-9-]{10,250}|xapp-\d-[A-Za-z0-9-]{20,250}|(?<=hooks\.slack\.com\/(?:services|workflows)\/)[A-Za-z0-9/]{20,150})/g,
  },
  { kind: 'anthropic-key', hints: ['sk-ant-'], pattern: /(?<![A-Za-z0-9])sk-ant-[\w-]{20,250}/g },
  {
    kind: 'openai-key',
    hints: ['sk-'],
    pattern: /(?<![A-Za-z0-9])sk-(?:proj-|svcacct-|admin-|or-v1-|None-)?[A-Za-z0-9_-]{20,250}/g,
    accepts: hasDigit,
  },
  {
    kind: 'npm-token',
    hints: ['npm_', '_authToken'],
    pattern: /(?<![A-Za-z0-9])npm_[A-Za-z0-9]{36}(?![A-Za-z0-9])|(?<=_authToken ?= ?)[^\s"']{8,300}/g,
  },
  { kind: 'pypi-token', hints: ['pypi-'], pattern: /(?<![A-Za-z0-9])pypi-[\w-]{50,300}/g },
  { kind: 'sendgrid-key', hints: ['SG.'], pattern: /(?<![A-Za-z0-9])SG\.[\w-]{16,40}\.[\w-]{30,60}/g },
  { kind: 'twilio-key', hints: ['SK'], pattern: /(?<![A-Za-z0-9])SK[0-9a-f]{32}(?![A-Za-z0-9])/g },
  { kind: 'telegram-token', hints: [':AA'], pattern: /(?<![\w:])\d{8,10}:AA[\w-]{32,36}(?![\w-])/g },
  {
    kind: 'discord-token',
    hints: wordAndDot,
    pattern: /(?<![\w.-])[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,40}(?![\w-])/g,
  },
  { kind: 'groq-key', hints: ['gsk_'], pattern: /(?<![A-Za-z0-9])gsk_[A-Za-z0-9]{40,60}/g },
  { kind: 'perplexity-key', hints: ['pplx-'], pattern: /(?<![A-Za-z0-9])pplx-[A-Za-z0-9]{30,60}/g },
  { kind: 'replicate-key', hints: ['r8_'], pattern: /(?<![A-Za-z0-9])r8_[A-Za-z0-9]{30,50}/g },
  {
    kind: 'digitalocean-token',
    hints: ['dop_v1_', 'doo_v1_', 'dor_v1_'],
    pattern: /(?<![A-Za-z0-9])do[opr]_v1_[a-f0-9]{64}/g,
  },
  {
    kind: 'shopify-token',
    hints: ['shpat_', 'shpca_', 'shppa_', 'shpss_'],
    pattern: /(?<![A-Za-z0-9])shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}/g,
  },
  { kind: 'linear-key', hints: ['lin_api_'], pattern: /(?<![A-Za-z0-9])lin_api_[A-Za-z0-9]{30,60}/g },
  {
    kind: 'notion-token',
    hints: ['ntn_', 'secret_'],
    pattern: /(?<![A-Za-z0-9])(?:ntn_|secret_)[A-Za-z0-9]{40,60}/g,
  },
  {
    kind: 'azure-key',
    hints: ['accountkey', 'sharedaccesskey'],
    pattern: /(?:AccountKey|SharedAccessKey)=(?<secret>[A-Za-z0-9+/]{20,120}={0,2})/gi,
  },
  {
    kind: 'url-password',
    hints: ['://'],
    also: '@',
    pattern:
      /(?<=[a-z][a-z0-9+.-]{0,15}:\/\/)[^\s/:@"'`<>]{0,100}:(?<secret>[^\s/@"'`<>]{1,200})@(?=[\w.[-])/gi,
    accepts: isNoPlaceholder,
  },
  {
    kind: 'bearer-token',
    hints: ['bearer', 'basic', 'token'],
    pattern: /\b(?:bearer|basic|authorization: ?token)[ \t]{1,3}(?<secret>[\w+/.~=-]{12,4000})/gi,
    accepts: hasDigitOrMixed,
  },
  {
    kind: 'password',
    hints: [
      'passwor',
      'passwd',
      'passphrase',
      'pwd',
      'secret',
      'token',
      'apikey',
      'api_key',
      'api-key',
      'accesskey',
      'access_key',
      'access-key',
      'privatekey',
      'private_key',
      'private-key',
      'credential',
      'kennwort',
      'contraseña',
      'senha',
      'пароль',
      '密码',
      '密碼',
      'パスワード',
      'mot de passe',
    ],
    pattern:
      /(?<![A-Za-z])(?:[\w.-]{0,40}?(?:passwor[dt]|passwd|passphrase|pwd|secret(?:[_-]?key)?|api[_-]?key|apikey|access[_-]?key|auth[_-]?token|access[_-]?token|refresh[_-]?token|client[_-]?secret|private[_-]?key|token|credentials?)|kennwort|contraseña|senha|пароль|密码|密碼|パスワード|mot de passe)["'`]?[ \t]{0,2}(?:=>|:=|=|:|：| is | ist | lautet )[ \t]{0,2}(?:"(?<quoted>[^"\n]{4,300})"|'(?<single>[^'\n]{4,300})'|`(?<ticked>[^`\n]{4,300})`|(?<secret>[^\s"'`,;<>(){}[\]]{4,300}))/gi,
    accepts: isValue,
  },
];

function hasDigit(secret: string): boolean {
  return /\d/.test(secret);
}

function hasDigitOrMixed(secret: string): boolean {
  return /\d/.test(secret) || (/[a-z]/.test(secret) && /[A-Z]/.test(secret));
}

/** Names that stand for a value: `$TOKEN`, `<password>`, `{{secret}}`, `xxxx`, `...`, `your-password`. */
function isNoPlaceholder(secret: string): boolean {
  return !/^(?:[$%<{[].*|[x*.•_-]+|(?:your|my|the|some|example|changeme|change-me|placeholder|password|secret|token|user|pass|null|none|true|false|undefined|redacted)[\w-]*)$/i.test(
    secret,
  );
}

/** A value of a named secret: no placeholder, no code that reads it, no prose. */
function isValue(secret: string): boolean {
  if (!isNoPlaceholder(secret)) return false;
  if (
    /^[A-Za-z_$][\w$]*(?:\.[\w$]+|\()/.test(secret) ||
    /^(?:process\.env|os\.environ|string|number|boolean)\b/.test(secret)
  )
    return false;
  return /\d|[^\w\s.-]/.test(secret) || (/[a-z]/.test(secret) && /[A-Z]/.test(secret)) || secret.length >= 12;
}
