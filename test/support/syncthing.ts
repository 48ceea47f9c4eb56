import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';

/** One device: a folder that Syncthing keeps equal to the other's while both run. */
export interface Device {
  readonly root: string;
  start(): void;
  /** Ends Syncthing and waits until it has. */
  stop(): Promise<void>;
}

/**
 * Two devices on this machine that know only each other: loopback addresses, nothing announced, no relay, no report.
 * The folders are below `base`, and neither runs yet.
 */
export async function twoDevices(base: string): Promise<readonly [Device, Device]> {
  const homes = ['one', 'two'].map((name) => join(base, `${name}-syncthing`));
  const env = { ...process.env, HOME: base, STNOUPGRADE: '1' };
  const ids = homes.map((home) => {
    const options = [`--home=${home}`, '--no-default-folder', '--skip-port-probing'];
    execFileSync('syncthing', ['generate', ...options], { env, stdio: 'ignore' });
    return execFileSync('syncthing', ['--device-id', `--home=${home}`], { env, encoding: 'utf8' }).trim();
  });
  const ports = [await freePort(), await freePort()];
  const devices = homes.map((home, at) => {
    const root = join(base, at === 0 ? 'one' : 'two');
    mkdirSync(join(root, '.stfolder'), { recursive: true });
    writeFileSync(join(root, '.stignore'), '.chatvault\n');
    writeFileSync(join(home, 'config.xml'), config(root, ids, ports, ports[at]!));
    return device(root, home, env);
  });
  return devices as unknown as readonly [Device, Device];
}

function device(root: string, home: string, env: NodeJS.ProcessEnv): Device {
  let running: ChildProcess | undefined;
  return {
    root,
    start() {
      const options = [
        `--home=${home}`,
        '--no-browser',
        '--no-restart',
        '--no-upgrade',
        '--no-default-folder',
      ];
      running = spawn('syncthing', ['serve', ...options], { env, stdio: 'ignore' });
    },
    async stop() {
      if (running === undefined || running.exitCode !== null) return;
      const ended = once(running, 'exit');
      running.kill('SIGTERM');
      await ended;
      running = undefined;
    },
  };
}

function config(root: string, ids: readonly string[], ports: readonly number[], own: number): string {
  const devices = ids.map(
    (id, at) =>
      `<device id="${id}" name="${at}" compression="never"><address>tcp://127.0.0.1:${ports[at]}</address></device>`,
  );
  const members = ids.map((id) => `<device id="${id}"></device>`).join('');
  const off = ['globalAnnounce', 'localAnnounce', 'relays', 'nat', 'crashReporting']
    .map((name) => `<${name}Enabled>false</${name}Enabled>`)
    .join('');
  return `<configuration version="36">
<folder id="chats" path="${root}" type="sendreceive" rescanIntervalS="2" fsWatcherEnabled="true" fsWatcherDelayS="1">
${members}<maxConflicts>10</maxConflicts></folder>
${devices.join('\n')}
<gui enabled="false"></gui>
<options><listenAddress>tcp://127.0.0.1:${own}</listenAddress>${off}<reconnectionIntervalS>1</reconnectionIntervalS>
<urAccepted>-1</urAccepted><autoUpgradeIntervalH>0</autoUpgradeIntervalH><startBrowser>false</startBrowser></options>
</configuration>
`;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  await new Promise((done) => server.close(done));
  return port;
}
