// V8 reads every regular expression of a file when it compiles it, also those that nothing runs, and the classes of
// Unicode (`\p{L}`) take it up to a millisecond each: together more than the rest of a command's start. So in the
// programs such an expression is made when it is used first.
import { parseAst } from 'rolldown/parseAst';

/** Puts an expression that is made at its first use in the place of each costly one, as far as nothing else changes. */
export const latePatterns = {
  name: 'late-patterns',
  transform: {
    order: 'pre',
    handler(code, id) {
      if (!id.endsWith('.ts') || !/\/[a-z]*u[a-z]*\b/.test(code)) return;
      const changes = changesOf(parseAst(code, { lang: 'ts' }));
      if (changes.length === 0) return;
      let out = '';
      let from = 0;
      for (const { start, end, text } of changes.sort((a, b) => a.start - b.start)) {
        out += code.slice(from, start) + text;
        from = end;
      }
      return { code: out + code.slice(from), map: null };
    },
  },
};

function changesOf(program) {
  const nodes = [...walk(program, [])];
  const end = program.end;
  const changes = [];
  for (const { node, above } of nodes) {
    if (!isCostly(node)) continue;
    const made = `new RegExp(${JSON.stringify(node.regex.pattern)}, '${node.regex.flags}')`;
    const held = `$late${changes.length}`;
    const name = ownNameOf(above);
    if (name !== undefined) {
      const uses = usesOf(name, nodes);
      if (uses === undefined) continue;
      const declaration = above.at(-2);
      changes.push({ start: declaration.start, end: declaration.end, text: '' });
      for (const use of uses) changes.push({ start: use.start, end: use.end, text: `${held}()` });
      changes.push({
        start: end,
        end,
        text: `\nfunction ${held}() { return ${held}_ ??= ${made}; }\nvar ${held}_;\n`,
      });
    } else if (isInFunction(above) && keepsNoPlace(node, above.at(-1))) {
      changes.push({ start: node.start, end: node.end, text: `(${held} ??= ${made})` });
      changes.push({ start: end, end, text: `\nvar ${held};\n` });
    }
  }
  return changes;
}

function* walk(node, above) {
  if (Array.isArray(node)) for (const each of node) yield* walk(each, above);
  else if (typeof node?.type === 'string') {
    yield { node, above };
    const inside = [...above, node];
    for (const value of Object.values(node)) if (typeof value === 'object') yield* walk(value, inside);
  }
}

function isCostly({ type, regex }) {
  if (type !== 'Literal' || regex === undefined) return false;
  return regex.flags.includes('u') && (regex.pattern.includes('\\p{') || regex.flags.includes('i'));
}

/** The name of the constant of the file that is this expression and nothing more. */
function ownNameOf(above) {
  const [program, declaration, declarator, ...more] = above;
  const isOwn =
    more.length === 0 &&
    program.type === 'Program' &&
    declaration.type === 'VariableDeclaration' &&
    declaration.kind === 'const' &&
    declaration.declarations.length === 1 &&
    declarator?.id.type === 'Identifier';
  return isOwn && !declarator.id.typeAnnotation ? declarator.id.name : undefined;
}

/** Where a constant is read; undefined when the name means something else too, or is more than read. */
function usesOf(name, nodes) {
  const uses = [];
  let bound = 0;
  for (const { node, above } of nodes) {
    if (node.type !== 'Identifier' || node.name !== name) continue;
    const parent = above.at(-1);
    if (parent.type === 'MemberExpression' && parent.property === node && !parent.computed) continue;
    if (parent.type === 'Property' && parent.key === node && !parent.computed && !parent.shorthand) continue;
    if (parent.type.startsWith('TSPropertySignature')) continue;
    if (parent.type === 'VariableDeclarator' && parent.id === node) bound++;
    else if (readers.has(parent.type)) uses.push(node);
    else return undefined;
  }
  return bound === 1 ? uses : undefined;
}

/** What only reads a name that stands directly in it. */
const readers = new Set([
  'MemberExpression',
  'CallExpression',
  'ConditionalExpression',
  'VariableDeclarator',
  'ReturnStatement',
  'LogicalExpression',
  'ArrayExpression',
]);

function isInFunction(above) {
  return above.some(({ type }) => /Function/.test(type));
}

/** Whether one object may serve all calls: it remembers no place in a text, or what is called with it begins anew. */
function keepsNoPlace({ regex: { flags } }, parent) {
  if (!/[gy]/.test(flags)) return true;
  const called = parent.type === 'CallExpression' && parent.callee.type === 'MemberExpression';
  const method = called ? parent.callee.property.name : undefined;
  return !flags.includes('y') && parent.callee?.object?.regex === undefined && anew.has(method);
}

const anew = new Set(['replace', 'replaceAll', 'match', 'matchAll', 'split', 'search']);
