import type { Form, Window } from './window.ts';

/** How a form is drawn (PRODUCT, table of forms). */
export const signs: Readonly<Record<Form, string>> = {
  left: '-',
  outline: ':',
  shortened: '~',
  short: '+',
  waiting: '=',
  verbatim: '=',
};

const order: readonly Form[] = ['left', 'outline', 'shortened', 'short', 'waiting', 'verbatim'];

/** The window on one line, oldest part first: `-412 :90 ~180 +40 =20`. A number counts messages; what is none is not drawn. */
export function draw({ slots }: Pick<Window, 'slots'>): string {
  const counts = new Map<Form, number>();
  for (const { form } of slots) counts.set(form, (counts.get(form) ?? 0) + 1);
  return order
    .filter((form) => counts.has(form))
    .map((form) => `${signs[form]}${counts.get(form)}`)
    .join(' ');
}
