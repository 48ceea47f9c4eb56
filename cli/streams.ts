import { fstatSync, writeSync } from 'node:fs';

/** Standard output and standard error. */
export type Outlet = 1 | 2;

/**
 * Prints a text, in order and whole. Into files and pipes it is written at once: the streams of Node take a tenth of a
 * short command's time to load. What cannot be written goes to the listener of `whenBroken`.
 */
export function print(outlet: Outlet, text: string): void {
  if (opened.has(outlet) || isDevice(outlet)) {
    stream(outlet).write(text);
    return;
  }
  const bytes = Buffer.from(text);
  let done = 0;
  try {
    while (done < bytes.length) done += writeSync(outlet, bytes, done);
  } catch (error) {
    // a pipe that another process set not to wait: the stream keeps the rest until there is room
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') stream(outlet).write(bytes.subarray(done));
    else broken(error as NodeJS.ErrnoException);
  }
}

/** The stream where it is a terminal; undefined for files and pipes. */
export function screen(outlet: Outlet): NodeJS.WriteStream | undefined {
  if (!isDevice(outlet)) return undefined;
  const found = stream(outlet);
  return found.isTTY ? found : undefined;
}

/** Says what is to be done when an outlet cannot be written to; without a listener the error is thrown. */
export function whenBroken(listener: (error: NodeJS.ErrnoException) => void): void {
  broken = listener;
}

let broken = (error: NodeJS.ErrnoException): void => {
  throw error;
};

const opened = new Set<Outlet>();

function stream(outlet: Outlet): NodeJS.WriteStream {
  const found = outlet === 1 ? process.stdout : process.stderr;
  if (!opened.has(outlet)) found.on('error', (error) => broken(error));
  opened.add(outlet);
  return found;
}

function isDevice(outlet: Outlet): boolean {
  return fstatSync(outlet).isCharacterDevice();
}
