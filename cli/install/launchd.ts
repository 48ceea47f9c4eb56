import { join } from 'node:path';
import { nameFor, type Place, type Service } from './place.ts';

/** A launch agent of macOS. Written after Apple's manual pages; it was never loaded on a Mac. */
export function launchd(place: Place): Service {
  const { root, home, uid } = place;
  const label = `io.github.${nameFor(root)}`;
  const file = join(home, 'Library', 'LaunchAgents', `${label}.plist`);
  const log = join(home, 'Library', 'Logs', `${label}.log`);
  const text = plist(place, label, log);
  return {
    name: label,
    file: { path: file, text },
    start: [['launchctl', 'bootstrap', `gui/${uid ?? ''}`, file]],
    stop: [['launchctl', 'bootout', `gui/${uid ?? ''}/${label}`]],
    hints: [
      `What it does: ${log}`,
      'For a vault in Documents, Desktop or iCloud, macOS asks whether node may read it; say yes.',
    ],
  };
}

function plist({ root, node, program }: Place, label: string, log: string): string {
  const args = [node, program, 'watch', '--vault', root].map(
    (word) => `    <string>${escaped(word)}</string>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key>
  <string>${label}</string>
  <key>ProgramArguments</key>
  <array>
${args.join('\n')}
  </array>
  <key>WorkingDirectory</key>
  <string>${escaped(root)}</string>
  <key>RunAtLoad</key>
  <true/>
  <key>KeepAlive</key>
  <dict>
    <key>SuccessfulExit</key>
    <false/>
  </dict>
  <key>ThrottleInterval</key>
  <integer>30</integer>
  <key>ProcessType</key>
  <string>Background</string>
  <key>LowPriorityIO</key>
  <true/>
  <key>Umask</key>
  <integer>63</integer>
  <key>StandardOutPath</key>
  <string>${escaped(log)}</string>
  <key>StandardErrorPath</key>
  <string>${escaped(log)}</string>
</dict>
</plist>
`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
