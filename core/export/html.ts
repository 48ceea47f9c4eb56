import type { Conversation, Message } from '../conversation.ts';
import { type Said, said, shortTime } from './said.ts';

/** The chat as one page without scripts: every word is escaped and stands as it was written, pictures are linked beside it. */
export function html({ meta, messages }: Conversation): string {
  const title = escaped(meta.title ?? 'Chat');
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src 'self' file:; style-src 'unsafe-inline'">
<title>${title}</title>
<style>${style}</style>
<h1>${title}</h1>
${messages.map(article).join('\n')}
</html>
`;
}

const style = `
body { font: 16px/1.5 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; }
article { border-left: 4px solid #ccc; padding-left: 1rem; margin: 1.5rem 0; }
article.user { border-color: #47a; }
h2 { font-size: .85rem; color: #666; margin: 0; }
p { white-space: pre-wrap; overflow-wrap: break-word; }
pre { background: #f4f4f4; padding: .5rem; overflow: auto; max-height: 24rem; }
img { max-width: 100%; }
`;

function article(message: Message): string {
  const { id, role, createdAt } = message;
  const head = [`#${id}`, escaped(role), escaped(shortTime(createdAt))]
    .filter((text) => text !== '')
    .join(' · ');
  return `<article class="${role}" id="message-${id}">\n<h2>${head}</h2>\n${said(message).map(block).join('\n')}\n</article>`;
}

function block(part: Said): string {
  if (part.kind === 'text') return `<p dir="auto">${escaped(part.text)}</p>`;
  if (part.kind === 'block') {
    return `<details><summary>${escaped(part.head)}</summary><pre>${escaped(part.text)}</pre></details>`;
  }
  const path = escaped(part.path.split('/').map(encodeURIComponent).join('/'));
  const head = escaped(part.head);
  return part.isImage ? `<p><img src="${path}" alt="${head}"></p>` : `<p><a href="${path}">${head}</a></p>`;
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
