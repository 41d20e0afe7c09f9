// The site of an image as compose starts it: its files read-only, its own folders in memory, a user without rights who can get none.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

/** Mounts in a namespace of its own, which ends with the process; the arguments are the folder of the files and the command. */
const SCRIPT = `set -e
root=$1; shift
mount --make-rprivate /
mount --bind "$root" "$root"
mount -o remount,bind,ro "$root"
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
mount -t tmpfs -o uid=1000,gid=1000 tmpfs "$root/site/.data"
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
exec chroot --userspec=1000:1000 "$root" setpriv --no-new-privs sh -c 'cd /site && exec "$@"' sh "$@"`

export interface ReadOnlyContainer {
  /** Resolves once a line of its output contains the words; rejects with its output when it ends before. */
  says(words: string): Promise<void>
  stop(): Promise<void>
}

/** Starts a command on the files of a container, with these settings. */
export function startReadOnly(
  folder: string,
  command: readonly string[],
  settings: Readonly<Record<string, string>>,
): ReadOnlyContainer {
  const environment = { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', HOME: '/home/node', ...settings }
  const child: ChildProcess = spawn('unshare', ['--mount', 'sh', '-c', SCRIPT, 'sh', folder, ...command], {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const lines: string[] = []
  const heard = new Set<() => void>()
  for (const stream of [child.stdout, child.stderr]) {
    if (stream === null) continue
    createInterface(stream).on('line', (line) => {
      lines.push(line)
      for (const listen of heard) listen()
    })
  }
  const ended = once(child, 'exit')
  return {
    says: (words) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (lines.some((line) => line.includes(words))) resolve()
        }
        heard.add(look)
        look()
        void ended.then(() => reject(new Error(`It ended without “${words}”:\n${lines.join('\n')}`)))
      }),
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}
