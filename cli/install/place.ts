import { sha256 } from '../../core/index.ts';

/** What a service file is made from. */
export interface Place {
  /** The vault's root, absolute. */
  readonly root: string;
  /** The node that runs now, absolute: the path a service manager knows is another one. */
  readonly node: string;
  /** The command's own file, absolute. */
  readonly program: string;
  readonly home: string;
  readonly env: NodeJS.ProcessEnv;
  /** The user's number; undefined where users have none. */
  readonly uid: number | undefined;
}

/** How one system runs a program in the background for one user: at most a file, and commands before and behind it. */
export interface Service {
  readonly name: string;
  readonly file?: { readonly path: string; readonly text: string };
  readonly start: readonly (readonly string[])[];
  readonly stop: readonly (readonly string[])[];
  /** What else the person may want to know, one sentence each. */
  readonly hints: readonly string[];
}

/** A name for the service of this vault: the same for the same folder, different for others. */
export function nameFor(root: string): string {
  return `chatvault-${sha256(root).slice(0, 10)}`;
}
