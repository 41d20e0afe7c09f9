// A container of the image: the whole site in the sandbox, on ports of this machine.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { freePort } from '../runner/free-port.ts'
import type { Image } from './image.ts'

interface Ended {
  readonly code: number
  readonly output: string
}

export interface Container {
  /** The root of its files, on this machine. */
  readonly folder: string
  readonly address: string
  readonly realtimeAddress: string
  /** Resolves once its site listens. */
  ready(): Promise<void>
  /** Runs another command in it to its end. */
  run(...command: readonly string[]): Promise<Ended>
  /** Sends SIGTERM to the site; returns the code that it ends with, and after how many milliseconds. */
  stop(): Promise<{ readonly code: number | null; readonly ms: number }>
  /** Kills the site where it still runs. */
  kill(): Promise<void>
  /** Returns what the site wrote. */
  log(): string
}

/** Starts a container with the image's own command and user. */
export async function startContainer(image: Image): Promise<Container> {
  const [port, realtimePort] = [await freePort(), await freePort()]
  const address = `http://127.0.0.1:${port}`
  const settings: Readonly<Record<string, string>> = {
    MODE: 'sandbox',
    SITE_URL: address,
    HOST: '127.0.0.1',
    PORT: String(port),
    REALTIME_PORT: String(realtimePort),
    METRICS_PORT: 'off',
    OFFICE_PORT: 'off',
    ICONS: 'off',
  }
  const name = await image.buildah('from', '--pull-never', image.name)
  const folder = await image.buildah('mount', name)
  const environment = Object.entries(settings).flatMap(([key, value]) => ['--env', `${key}=${value}`])
  const inside = [...image.storage, 'run', '--isolation', 'chroot', '--network', 'host', ...environment, name, '--']

  // buildah hands no signals on. A container shares this machine's process ids, so the shell prints its own and becomes the site.
  const announced = ['sh', '-c', 'echo $$; exec "$@"', 'sh', ...image.command]
  const child = spawn('buildah', [...inside, ...announced], { stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = once(child, 'exit') as Promise<[number | null]>
  let log = ''
  child.stderr.on('data', (text: Buffer) => {
    log += text.toString()
  })
  const lines = createInterface(child.stdout)
  const listening = new Promise<void>((resolve) => {
    lines.on('line', (line) => {
      log += `${line}\n`
      if (line.includes(`is at ${address}`)) resolve()
    })
  })
  const failed = ended.then(([code]) => {
    throw new Error(`The container ended with ${code}: ${log}`)
  })
  failed.catch(() => undefined)
  const [line] = await Promise.race([once(lines, 'line') as Promise<[string]>, failed])
  const pid = Number(line)

  return {
    folder,
    address,
    realtimeAddress: `http://127.0.0.1:${realtimePort}`,
    ready: () => Promise.race([listening, failed]),
    run: (...command) =>
      new Promise((resolve) => {
        execFile('buildah', [...inside, ...command], (error, out, err) => {
          resolve({ code: error === null ? 0 : Number(error.code), output: out + err })
        })
      }),
    stop: async () => {
      const asked = performance.now()
      process.kill(pid, 'SIGTERM')
      const [code] = await ended
      return { code, ms: performance.now() - asked }
    },
    kill: async () => {
      if (child.exitCode !== null) return
      process.kill(pid, 'SIGKILL')
      await ended
    },
    log: () => log,
  }
}
