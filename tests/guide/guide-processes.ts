// Runs commands in a shop's folder: to their end, or for as long as the shop is open.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { expect, vi } from 'vitest'

const DONE_WITHIN_MS = 600_000

/** Like a script: the first command that fails ends it, and no file of a login changes what it means. */
const SHELL = ['--norc', '-e', '-c']

export interface Printed {
  readonly out: string
  readonly err: string
}

export interface Processes {
  /** Runs commands of a shell; throws with all that they printed when one fails. */
  run(commands: string): Promise<Printed>
  /** Starts what stays: a command with settings beside the environment. */
  start(command: readonly [string, ...string[]], settings?: Readonly<Record<string, string>>): ChildProcess
  /** Starts commands of a shell that stay. */
  startShell(commands: string, settings?: Readonly<Record<string, string>>): ChildProcess
  /** Stops a process with all that it started, and waits until they have ended. */
  stop(child: ChildProcess): Promise<void>
  stopAll(): Promise<void>
  /** The end of what the processes printed that stay. */
  log(): string
}

/** Sends a signal to a process with all that it started, like a supervisor; returns false when all of them have ended. */
function signalGroup({ pid = 0 }: ChildProcess, signal: 'SIGTERM' | 0): boolean {
  try {
    return process.kill(-pid, signal)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false
    throw error
  }
}

/** Stops a process; npm and the script may end before the site, which finishes its requests. */
async function stop(child: ChildProcess): Promise<void> {
  signalGroup(child, 'SIGTERM')
  await vi.waitFor(() => expect(signalGroup(child, 0)).toBe(false), { timeout: 60_000, interval: 50 })
}

/** Makes what runs commands in a folder, with an environment and nothing else of the machine's own. */
export function createProcesses(cwd: string, environment: Readonly<Record<string, string>>): Processes {
  const children: ChildProcess[] = []
  let log = ''
  const end = (): string => log.slice(-4000)

  const start: Processes['start'] = ([command, ...args], settings = {}) => {
    const env = { ...environment, ...settings }
    const child = spawn(command, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (text: Buffer) => {
        log += text.toString()
      })
    }
    children.push(child)
    return child
  }

  return {
    start,
    startShell: (commands, settings) => start(['bash', ...SHELL, `exec env ${commands}`], settings),
    stop,
    log: end,
    run: (commands) =>
      new Promise((resolve, reject) => {
        const options = { cwd, env: environment, timeout: DONE_WITHIN_MS, maxBuffer: 64_000_000 }
        const child = execFile('bash', [...SHELL, commands], options, (error, out, err) => {
          if (error === null) resolve({ out, err })
          else reject(new Error(`The guide's commands failed:\n${commands}\n${out}${err}\n${end()}`))
        })
        child.stdin?.end()
      }),
    stopAll: async () => {
      for (const child of children.reverse()) await stop(child)
    },
  }
}
