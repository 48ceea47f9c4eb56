import { join } from 'node:path';
import { nameFor, type Place, type Service } from './place.ts';

/**
 * A user unit of systemd. Keys come from a file of the person, never from the unit, which others may read. A wrong
 * setting (exit code 2) is not tried again and again.
 */
export function systemd({ root, node, program, home, env }: Place): Service {
  const name = `${nameFor(root)}.service`;
  const config = env.XDG_CONFIG_HOME || join(home, '.config');
  const command = [node, program, 'watch', '--vault', root].map(quoted).join(' ');
  const text = `[Unit]
Description=chatvault keeps ${specified(root)} compacted
StartLimitIntervalSec=300
StartLimitBurst=5

[Service]
Type=exec
ExecStart=${command}
WorkingDirectory=${specified(root)}
EnvironmentFile=-%E/chatvault/env
Restart=on-failure
RestartSec=10
RestartPreventExitStatus=2
TimeoutStopSec=30
KillMode=mixed
Nice=10
IOSchedulingClass=idle
MemoryMax=2G
UMask=0077
NoNewPrivileges=yes
LockPersonality=yes
RestrictSUIDSGID=yes

[Install]
WantedBy=default.target
`;
  const systemctl = (...args: string[]): string[] => ['systemctl', '--user', ...args];
  return {
    name,
    file: { path: join(config, 'systemd', 'user', name), text },
    start: [systemctl('daemon-reload'), systemctl('enable', '--now', name)],
    stop: [systemctl('disable', '--now', name)],
    hints: [
      `What it does: journalctl --user -u ${name}`,
      `A key for a model goes into ${join(config, 'chatvault', 'env')}, as NAME=value.`,
      'To have it work while you are not logged in: loginctl enable-linger',
    ],
  };
}

/** One word of a command line of systemd: in quotes, with what it would replace doubled. */
function quoted(word: string): string {
  return `"${specified(word).replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('$', '$$$$')}"`;
}

/** A path in a unit: a percent sign begins a specifier. */
function specified(path: string): string {
  return path.replaceAll('%', '%%');
}
