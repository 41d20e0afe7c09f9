// The processes of benchmarks: a site, or another server, and thousands of sockets.
import { type ChildProcess, fork, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { Ask, Report } from './realtime/realtime-clients.ts'

/** The settings of a site that is measured: nothing runs beside, and nothing is limited. */
export const QUIET_SITE: Readonly<Record<string, string>> = {
  METRICS_PORT: 'off',
  OFFICE_PORT: 'off',
  HOUSE_PLAYERS: 'off',
  ICONS: 'off',
  CALLS_PER_MINUTE: '100000000',
  SOCKETS: '100000000',
  SOCKETS_PER_ADDRESS: '100000000',
  ACTIONS_PER_MINUTE: '100000000',
}

const QUIET = ['--disable-warning=ExperimentalWarning']

/** Socket clients in a separate process, one request at a time. */
export class Clients {
  readonly #child: ChildProcess = fork('tests/load/realtime/realtime-clients.ts', { execArgv: QUIET })

  #ask(ask: Ask): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const ended = (code: number | null): void => reject(new Error(`The clients ended with ${code}`))
      this.#child.once('exit', ended)
      this.#child.once('message', (said) => {
        this.#child.off('exit', ended)
        resolve(said)
      })
      this.#child.send(ask)
    })
  }

  async tell(ask: Exclude<Ask, { do: 'report' }>): Promise<void> {
    await this.#ask(ask)
  }

  async report(): Promise<Report> {
    return (await this.#ask({ do: 'report' })) as Report
  }

  stop(): void {
    this.#child.removeAllListeners()
    this.#child.kill()
  }
}

/** A process, and what its first line says. */
export interface Started<Said> {
  readonly said: Said
  readonly child: ChildProcess
}

/** Starts a program, and reads the line of JSON that it prints once it listens. */
export function start<Said>(
  file: string,
  args: readonly string[],
  environment: Record<string, string>,
): Promise<Started<Said>> {
  const child = spawn(process.execPath, [...QUIET, file, ...args], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return new Promise((resolve, reject) => {
    let text = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      const line = text.split('\n').find((candidate) => candidate.startsWith('{"port"') && candidate.endsWith('}'))
      if (line !== undefined) resolve({ said: JSON.parse(line) as Said, child })
    })
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code}`)))
  })
}

/** Ends a process, and waits for its end. */
export async function stop(child: ChildProcess): Promise<void> {
  child.removeAllListeners('exit')
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
}

/** Memory of a process in bytes, and the processor seconds that it has used. */
export function costOf({ pid }: ChildProcess): { bytes: number; seconds: number } {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  const ticks = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return { bytes: Number(kilobytes) * 1024, seconds: (Number(ticks[11]) + Number(ticks[12])) / 100 }
}
