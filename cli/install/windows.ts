import { nameFor, type Place, type Service } from './place.ts';

/** A scheduled task of Windows that begins when the person logs on. Written after Microsoft's pages; never run there. */
export function windows({ root, node, program }: Place): Service {
  const name = nameFor(root);
  const command = [node, program, 'watch', '--vault', root].map(quoted).join(' ');
  return {
    name,
    start: [
      ['schtasks', '/create', '/f', '/sc', 'onlogon', '/tn', name, '/tr', command],
      ['schtasks', '/run', '/tn', name],
    ],
    stop: [
      ['schtasks', '/end', '/tn', name],
      ['schtasks', '/delete', '/f', '/tn', name],
    ],
    hints: ['Chats are left alone where files cannot be swapped in one step; see the README about Windows.'],
  };
}

/** A path of Windows holds no quotation marks; one at the end of which a backslash stands would escape ours. */
function quoted(word: string): string {
  return `"${word.replace(/\\+$/, '$&$&')}"`;
}
