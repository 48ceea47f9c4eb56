import * as z from 'zod/mini';

/** Who may set a row: `chat` = front matter too, `vault` = chatvault.yaml, `user` = only the user's own config or a trusted vault. */
export type Authority = 'chat' | 'vault' | 'user';

export interface Row {
  /** Made when a value is checked: most commands meet no setting that is not a default. */
  readonly check: () => z.ZodMiniType;
  readonly default: unknown;
  readonly authority: Authority;
  /** The authority that one checked value needs, where it is more than the row's. */
  readonly authorityOf?: (value: unknown) => Authority;
  /** One sentence for people, with the unit. */
  readonly says: string;
}

/** A time as settings write it: a whole number and ms, s, m or h. */
export const durationPattern = /^(\d+)(ms|s|m|h)$/;

/** The check of a time. */
export function duration() {
  return z.string().check(z.regex(durationPattern, 'expected a time such as 500ms, 60s or 5m'));
}
