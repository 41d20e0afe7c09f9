// Starts the site as a separate process, kills it like a power cut, and starts it again.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { NODE_FLAGS } from '../runner/node-flags.ts'

const ENTRY = new URL('./fault-server.ts', import.meta.url).pathname

export interface SignInCode {
  readonly playerId: number
  readonly code: string
  readonly browser: string
}

interface Started {
  readonly address: string
  readonly realtimePort: number
  readonly players: readonly SignInCode[]
}

export interface ServerProcess {
  /** The address of the site; during a restart, the future one. */
  address(): Promise<string>
  /** The address of its sockets. */
  realtimeAddress(): Promise<string>
  /** Creates players with a million dollars each. */
  start(players: number): Promise<readonly SignInCode[]>
  /**
   * SIGKILL, and a new process after the end of the old one.
   *
   * @param between runs while there is none
   * @returns milliseconds from the start of the new process until it listened
   */
  killAndRestart(between?: () => Promise<unknown>): Promise<number>
  kill(): Promise<void>
  /** True when its process has ended for any reason. */
  ended(): boolean
  /** The log of all the processes. */
  readonly log: readonly string[]
}

type Environment = Readonly<Record<string, string>>

/** A site with the database that the environment names (`DATA_DIR`, or `DATABASE_URL`); a function is asked at each start. */
export function serverProcess(environment: Environment | (() => Environment)): ServerProcess {
  const log: string[] = []
  let child: ChildProcess | undefined
  let started: Promise<Started> | undefined

  async function spawnServer(players: number): Promise<Started> {
    const made = spawn(process.execPath, [...NODE_FLAGS, '--disable-warning=ExperimentalWarning', ENTRY], {
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        PORT: '0',
        REALTIME_PORT: '0',
        METRICS_PORT: 'off',
        OFFICE_PORT: 'off',
        HOST: '127.0.0.1',
        ICONS: 'off',
        PLAYERS: String(players),
        ...(typeof environment === 'function' ? environment() : environment),
      },
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    child = made
    createInterface(made.stderr).on('line', (line) => log.push(line))
    const line = once(createInterface(made.stdout), 'line') as Promise<[string]>
    const gone = once(made, 'exit').then(([code, signal]) => {
      throw new Error(`The server ended (${code ?? signal}) before it listened:\n${log.slice(-20).join('\n')}`)
    })
    const [text] = await Promise.race([line, gone])
    gone.catch(() => undefined)
    return JSON.parse(text) as Started
  }

  async function running(): Promise<Started> {
    if (started === undefined) throw new Error('The server was not started')
    return started
  }

  const ended = (): boolean => child !== undefined && (child.exitCode !== null || child.signalCode !== null)

  async function kill(): Promise<void> {
    if (child === undefined || ended()) return
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  }

  return {
    log,
    kill,
    ended,
    address: async () => (await running()).address,
    realtimeAddress: async () => `http://127.0.0.1:${(await running()).realtimePort}`,
    start: async (players) => {
      started = spawnServer(players)
      return (await started).players
    },
    killAndRestart: async (between) => {
      let spawnedMs = 0
      started = kill()
        .then(between)
        .then(() => {
          spawnedMs = performance.now()
          return spawnServer(0)
        })
      await started
      return performance.now() - spawnedMs
    },
  }
}
