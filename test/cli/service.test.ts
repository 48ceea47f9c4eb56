import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Place } from '../../cli/install/place.ts';
import { serviceFor } from '../../cli/install/service.ts';

const place: Place = {
  root: '/home/p/my "50 %" $vault',
  node: '/opt/node 20/bin/node',
  program: '/opt/chatvault/dist/main.js',
  home: '/home/p',
  env: {},
  uid: 1000,
};

const hasVerify = spawnSync('systemd-analyze', ['--version']).status === 0;

describe('the service of a vault', () => {
  it('is a user unit on Linux, with every path as it is', () => {
    const { file, start, stop } = serviceFor('linux', place);
    expect(file?.path).toMatch(/^\/home\/p\/\.config\/systemd\/user\/chatvault-[0-9a-f]{10}\.service$/);
    expect(file?.text).toContain(
      String.raw`ExecStart="/opt/node 20/bin/node" "/opt/chatvault/dist/main.js" "watch" "--vault" "/home/p/my \"50 %%\" $$vault"`,
    );
    expect(file?.text).toContain('WorkingDirectory=/home/p/my "50 %%" $vault');
    expect(start.at(-1)?.slice(0, 4)).toEqual(['systemctl', '--user', 'enable', '--now']);
    expect(stop[0]?.slice(0, 4)).toEqual(['systemctl', '--user', 'disable', '--now']);
  });

  it('has a name of its own for each vault', () => {
    const names = ['/a', '/b', '/a'].map((root) => serviceFor('linux', { ...place, root }).name);
    expect(names[0]).toBe(names[2]);
    expect(names[0]).not.toBe(names[1]);
  });

  it.skipIf(!hasVerify)('is a unit that systemd takes (needs systemd-analyze)', () => {
    const folder = mkdtempSync(join(tmpdir(), 'chatvault-'));
    const { name, file } = serviceFor('linux', { ...place, root: folder, node: process.execPath });
    writeFileSync(join(folder, name), file?.text ?? '');
    const said = execFileSync('systemd-analyze', ['--user', 'verify', join(folder, name)], {
      env: { ...process.env, XDG_RUNTIME_DIR: folder },
      stdio: ['ignore', 'pipe', 'pipe'],
      encoding: 'utf8',
    });
    expect(said).toBe('');
  });

  it('is a launch agent on macOS, with what XML needs escaped', () => {
    const { file, start } = serviceFor('darwin', { ...place, root: '/Users/p/a & <b>' });
    expect(file?.path).toMatch(
      /^\/home\/p\/Library\/LaunchAgents\/io\.github\.chatvault-[0-9a-f]{10}\.plist$/,
    );
    expect(file?.text).toContain('<string>/Users/p/a &amp; &lt;b&gt;</string>');
    expect(start[0]?.slice(0, 3)).toEqual(['launchctl', 'bootstrap', 'gui/1000']);
  });

  it('is a task at log-on on Windows', () => {
    const { file, start } = serviceFor('win32', { ...place, root: 'C:\\my vault\\', node: 'C:\\node.exe' });
    expect(file).toBeUndefined();
    expect(start[0]).toContain(
      '"C:\\node.exe" "/opt/chatvault/dist/main.js" "watch" "--vault" "C:\\my vault\\\\"',
    );
  });

  it('is refused in words where no way is known', () => {
    expect(() => serviceFor('aix', place)).toThrow('no way is known to run a service on aix');
  });
});
