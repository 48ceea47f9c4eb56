import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Every Markdown file of a vault, relative to its root with `/`, in a fixed order. Folders and files that begin with a
 * dot, `node_modules` and links are passed by: what a link inside the vault leads to is found under its real name, and
 * what it leads to outside is not ours. A folder that cannot be read is passed by too.
 */
export function* markdownFiles(root: string, below = ''): Iterable<string> {
  const entries = list(join(root, below)).sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory()) yield* markdownFiles(root, path);
    else if (entry.isFile() && /\.(?:md|markdown)$/i.test(entry.name)) yield path;
  }
}

function list(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
