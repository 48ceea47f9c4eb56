// A worker that misbehaves where the words of a message say so, and is the real one everywhere else.
import shorten from '../../dist/worker.js';

export default async function badly(call) {
  const words = call.task.message.parts[0]?.text ?? '';
  if (words.includes('crash the worker')) process.exit(3);
  if (words.includes('throw late'))
    setTimeout(() => {
      throw new Error('late');
    });
  if (words.includes('loop for ever')) for (;;);
  if (words.includes('eat all memory')) {
    const all = [];
    for (;;) all.push(new Array(1e6).fill({}));
  }
  if (words.includes('never answer')) await new Promise((resolve) => call.port.on('message', resolve));
  return shorten(call);
}
