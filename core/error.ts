export type ErrorCode =
  | 'usage' // the caller asked for something that cannot be
  | 'not-found' // no such chat, message or result
  | 'not-a-chat'
  | 'outside-vault'
  | 'settings'
  | 'disk'
  | 'changed' // the file changed while it was read
  | 'locked' // another service holds the vault
  | 'network'
  | 'endpoint' // a model server answered with a failure
  | 'too-long' // the request does not fit, and one smaller try did not either
  | 'bug';

/**
 * The one error that is thrown on purpose: for wrong use, disk, network and bugs. Damage in a file is never thrown,
 * it is a Problem on the result; a refused summary is a Verdict.
 */
export class ChatvaultError extends Error {
  readonly code: ErrorCode;
  /** What the person can do about it, a sentence. */
  readonly remedy: string;

  constructor(code: ErrorCode, message: string, remedy: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ChatvaultError';
    this.code = code;
    this.remedy = remedy;
  }
}
