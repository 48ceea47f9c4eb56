import type { CompactorEvent } from '../../compactor/index.ts';
import { leftSays, reasonSays } from '../compact/report.ts';
import { count } from '../print.ts';

/** An event as one line for people; undefined for those that tell a person nothing new. */
export function lineOf(event: CompactorEvent): string | undefined {
  switch (event.type) {
    case 'watching':
      return `watching ${count(event.chats, 'chat')}${event.mode === 'polling' ? ' by looking at all files' : ''}`;
    case 'chat':
      return event.eligible > 0 ? `${event.path}: ${count(event.eligible, 'long message')}` : undefined;
    case 'asking':
    case 'short':
    case 'gone':
      return undefined;
    case 'accepted':
      return `${place(event)}: accepted, ${event.saved} characters saved${event.cached ? ' (known from before)' : ''}`;
    case 'refused':
      return event.known
        ? undefined
        : `${place(event)}: refused, ${reasonSays(event.reason)}: ${event.detail}`;
    case 'failed':
      return `${place(event)}: failed: ${event.text}`;
    case 'parked':
      return `${place(event)}: failed too often and is left alone: ${event.text}`;
    case 'written':
      return `${event.path}: ${count(event.messages, 'short form')} written`;
    case 'left':
      return `${event.path}: not written: ${leftSays(event.why)}${event.later ? '; tried again later' : ''}`;
    case 'account':
      return `${event.path}: account of messages ${event.from}–${event.to} written`;
    case 'account-left':
      return `${event.path}: no account of earlier messages: ${event.text}`;
    case 'endpoint-failing':
      return `the endpoint fails: ${event.text}; asked again in ${Math.ceil(event.pause / 1000)} s`;
    case 'endpoint-back':
      return 'the endpoint answers again';
    case 'waiting-for-assistant':
      return 'waiting until the assistant has finished';
    case 'watcher-failing':
      return `changes are not heard any more (${event.text}); all files are looked at every few seconds instead`;
    case 'stopping':
      return 'stopping';
  }
}

function place({ path, messageId }: { path: string; messageId: number }): string {
  return `${path} #${messageId}`;
}
