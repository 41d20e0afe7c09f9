// Runs a service of a compose file without a container runtime, by unshare, mount and setpriv: as process 1 of its own namespace, on the
// read-only files of its image, with the mounts, the user and the capabilities of the compose file.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdir, open, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Service } from './compose-file.ts'
import type { Networks } from './networks.ts'
import type { ImageSettings } from './stand-ins.ts'

export interface Mounted {
  readonly source: string
  readonly target: string
  readonly isReadOnly: boolean
  /** An empty volume is filled from the image's folder at its target, and gets the owner of that folder. */
  readonly isVolume: boolean
}

export interface Role {
  readonly name: string
  readonly service: Service
  readonly image: ImageSettings
  /** Files, volumes and secrets. */
  readonly mounts: readonly Mounted[]
  readonly networks: Networks
  /** A folder of its own. */
  readonly folder: string
}

export interface Ended {
  readonly code: number | null
  readonly output: string
}

export interface ComposeContainer {
  readonly name: string
  /** Resolves when its first process has ended. */
  readonly ended: Promise<Ended>
  readonly isRunning: () => boolean
  /** The id of its first process, on this machine. */
  pid(): Promise<number>
  /** Runs a command in it as its user, as a health check does. */
  exec(command: readonly string[], timeoutMs?: number): Promise<Ended>
  /** Sends a signal to its first process. */
  signal(signal: NodeJS.Signals): Promise<void>
  kill(): Promise<void>
  log(): string
}

/** The limit of open files that recent versions of Docker set by default. */
const DEFAULT_FILES = 1024

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** Returns a command that makes a mount point in the image's files, and follows the image's own links. */
const placeAt = (target: string, make: string): string =>
  `at="$root$(chroot "$root" realpath -m ${quote(target)})"; mkdir -p "$(dirname "$at")"; [ -e "$at" ] || ${make} "$at"`

function mountCommands({ source, target, isReadOnly, isVolume }: Mounted): string[] {
  const from = quote(source)
  const begun = `if [ -z "$(ls -A ${from})" ] && [ -d "$at" ]; then cp -a "$at/." ${from}; chown --reference "$at" ${from}; chmod --reference "$at" ${from}; fi`
  return [
    `if [ -d ${from} ]; then ${placeAt(target, 'mkdir')}; else ${placeAt(target, 'touch')}; fi`,
    ...(isVolume ? [begun] : []),
    `mount --bind ${from} "$at"`,
    ...(isReadOnly ? ['mount -o remount,bind,ro "$at"'] : []),
  ]
}

function deviceCommands(shmSize: string): string[] {
  const nodes = ['null', 'zero', 'full', 'random', 'urandom', 'tty']
  return [
    'mount -t tmpfs -o nosuid,mode=755 tmpfs "$root/dev"',
    ...nodes.map((node) => `touch "$root/dev/${node}"; mount --bind "/dev/${node}" "$root/dev/${node}"`),
    'ln -s /proc/self/fd "$root/dev/fd"',
    ...['stdin', 'stdout', 'stderr'].map((name, at) => `ln -s /proc/self/fd/${at} "$root/dev/${name}"`),
    `mkdir "$root/dev/shm"; mount -t tmpfs -o nosuid,nodev,noexec,mode=1777,size=${shmSize} tmpfs "$root/dev/shm"`,
    'mount -t proc -o nosuid,nodev,noexec proc "$root/proc"',
    'mount -t sysfs -o ro,nosuid,nodev,noexec sysfs "$root/sys"',
  ]
}

/** Returns the options of setpriv for the user and the capabilities of the service. */
function rights({ service, image }: Role): string {
  const user = service.user ?? image.user
  const kept = service.cap_add.map((right) => `+${right.toLowerCase()}`)
  const options = ['--no-new-privs', `--bounding-set=${['-all', ...kept].join(',')}`, '--inh-caps=-all']
  if (user !== 'root') options.push(`--reuid=${user}`, `--regid="$(chroot "$root" id -g ${user})"`, '--init-groups')
  return options.join(' ')
}

/** Returns the shell script that mounts everything and then becomes the service. It runs in its own mount and PID namespaces. */
function startScript(role: Role): string {
  const { service, image, mounts, folder } = role
  const temporary = service.tmpfs.map(
    (target) =>
      `${placeAt(target, 'mkdir')}; mount -t tmpfs -o nosuid,nodev,noexec,mode=1777 tmpfs "$root$(chroot "$root" realpath -m ${quote(target)})"`,
  )
  const command = [...(service.entrypoint ?? image.entrypoint), ...(service.command ?? image.command)]
  const own = join(folder, 'layer')
  return [
    'set -eu',
    'mount --make-rprivate /',
    `root=${quote(own)}/root`,
    `mount -t tmpfs -o mode=755 tmpfs ${quote(own)}`,
    `mkdir ${quote(own)}/upper ${quote(own)}/work "$root"`,
    `mount -t overlay -o lowerdir=${quote(image.folder)},upperdir=${quote(own)}/upper,workdir=${quote(own)}/work overlay "$root"`,
    image.prepare,
    ...temporary,
    ...mounts.flatMap(mountCommands),
    'mount -o remount,ro "$root"',
    ...deviceCommands(service.shm_size),
    `exec chroot "$root" setpriv ${rights(role)} sh -c 'cd "$1"; shift; exec "$@"' sh ${[image.workdir, ...command].map(quote).join(' ')}`,
  ].join('\n')
}

/** Waits for the first child of a process, and returns its id. */
async function childOf(parent: number, isRunning: () => boolean): Promise<number> {
  while (isRunning()) {
    const [child] = (await readFile(`/proc/${parent}/task/${parent}/children`, 'utf8')).trim().split(' ')
    if (child !== undefined && child !== '') return Number(child)
    await new Promise((resolve) => setImmediate(resolve))
  }
  throw new Error('It has ended')
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null

async function writeEtc(folder: string, file: string, text: string): Promise<Mounted> {
  const source = join(folder, file)
  await writeFile(source, text)
  return { source, target: `/etc/${file}`, isReadOnly: false, isVolume: false }
}

/** Returns the soft and the hard limit of open files, at most the hard limit of this process. */
async function filesLimit({ ulimits }: Service): Promise<string> {
  const [, own = ''] = /^Max open files +\d+ +(\d+)/m.exec(await readFile('/proc/self/limits', 'utf8')) ?? []
  const asked = ulimits?.nofile
  const hard = Math.min(asked ?? Number.POSITIVE_INFINITY, Number(own))
  return `${asked === undefined ? DEFAULT_FILES : hard}:${hard}`
}

/** Starts the service. */
export async function startRole(role: Role): Promise<ComposeContainer> {
  const { name, service, image, networks, folder } = role
  await mkdir(join(folder, 'layer'), { recursive: true })
  const names = await Promise.all([
    writeEtc(folder, 'hosts', networks.hosts(name)),
    // Resolves no other names.
    writeEtc(folder, 'resolv.conf', '\n'),
  ])
  const script = startScript({ ...role, mounts: [...role.mounts, ...names] })
  const environment = { HOME: '/', ...image.environment, ...service.environment }
  const isolated = ['unshare', '--mount', '--pid', '--fork', 'sh', '-c', script]
  const [program = '', ...words] = networks.enter(name, [
    'prlimit',
    `--nofile=${await filesLimit(service)}`,
    ...isolated,
  ])
  // The output is a file, because programs open /dev/stdout by its path.
  const written = join(folder, 'log')
  const output = await open(written, 'a')
  const child = spawn(program, words, { env: environment, stdio: ['ignore', output.fd, output.fd] })
  const isRunning = (): boolean => !hasEnded(child)
  const log = (): string => readFileSync(written, 'utf8')
  const ended = once(child, 'exit').then(([code]) => ({ code: code as number | null, output: log() }))
  await output.close()
  // The child enters the namespaces of the networks, its child unshares, and the child of that one is the service.
  const pid = async (): Promise<number> => childOf(await childOf(Number(child.pid), isRunning), isRunning)

  return {
    name,
    ended,
    isRunning,
    pid,
    log,
    exec: async (command, timeoutMs = 60_000) => {
      const inside = ['--target', String(await pid()), '--mount', '--net', '--pid', '--root', '--wd']
      const shell = `root=/; exec setpriv ${rights(role)} sh -c 'cd "$1"; shift; exec "$@"' sh "$@"`
      const all = [...inside, 'sh', '-c', shell, 'sh', image.workdir, ...command]
      return new Promise((resolve) => {
        execFile('nsenter', all, { env: environment, timeout: timeoutMs }, (error, out, err) => {
          resolve({ code: error === null ? 0 : Number(error.code ?? 1), output: out + err })
        })
      })
    },
    signal: async (signal) => void process.kill(await pid(), signal),
    kill: async () => {
      // Its other processes end with the first one.
      await pid().then(
        (id) => process.kill(id, 'SIGKILL'),
        () => undefined,
      )
      await ended
    },
  }
}
