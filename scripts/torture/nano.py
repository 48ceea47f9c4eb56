"""Somebody at the keyboard of nano: nano.py FILE SAVE puts the number of the save into every message's line."""
import fcntl, os, pty, re, select, struct, sys, termios, time

file, save = sys.argv[1], sys.argv[2]
pid, fd = pty.fork()
if pid == 0:
    # before nano looks: a change of size while it runs loses keys
    fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack('HHHH', 24, 200, 0, 0))
    os.environ['TERM'] = 'xterm'
    os.execvp('nano', ['nano', '--ignorercfiles', '-L', file])


def shown(pattern, seconds=15):
    """What the screen said up to one of the words that were waited for."""
    text, end = b'', time.monotonic() + seconds
    while time.monotonic() < end:
        if select.select([fd], [], [], 0.05)[0]:
            try:
                text += os.read(fd, 65536)
            except OSError:
                break
        found = re.search(pattern, text)
        if found:
            return found.group()
    os.kill(pid, 9)
    sys.exit(f'nano did not show {pattern}: {text[-300:]}')


def keys(text):
    os.write(fd, text)


# what is typed before the cursor stands is thrown away
shown(rb'(?s)Read \d+.*\x1b\[\?25h')
keys(b'\x1c')
shown(rb'to replace')
keys(b'\x1br')
shown(rb'Regexp')
keys(b'^m([0-9]+) v[0-9]+ \r')
shown(rb'Replace with')
keys(b'm\\1 v' + save.encode() + b' \r')
shown(rb'this instance')
keys(b'a')
shown(rb'Replaced \d+')
keys(b'\x0f')
shown(rb'Name to Write|Write to File')
keys(b'\r')
# the file is another one than it opened when ours came between
if shown(rb'Wrote \d+|modified since').startswith(b'modified'):
    keys(b'y')
    shown(rb'Wrote \d+')
keys(b'\x18')
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
