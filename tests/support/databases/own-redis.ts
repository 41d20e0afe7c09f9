// A Redis for one test, to be stopped and started again. It stores nothing on disk, so it comes back empty.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { freePort } from '../runner/free-port.ts'

/** Whether the machine has the Redis server installed. */
export const HAS_REDIS_SERVER = spawnSync('redis-server', ['--version']).status === 0

export interface OwnRedis {
  readonly url: string
  start(): Promise<void>
  stop(): Promise<void>
}

/** Creates one on a free port without starting it. */
export async function ownRedis(): Promise<OwnRedis> {
  const port = await freePort()
  let child: ChildProcess | undefined

  return {
    url: `redis://127.0.0.1:${port}`,
    start: async () => {
      const made = spawn('redis-server', [
        '--port',
        String(port),
        '--bind',
        '127.0.0.1',
        '--save',
        '',
        '--appendonly',
        'no',
      ])
      child = made
      for await (const line of createInterface(made.stdout)) if (line.includes('Ready to accept connections')) break
      made.stdout.resume()
    },
    stop: async () => {
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    },
  }
}
