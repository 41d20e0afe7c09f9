// Starts an executable that is expected to end by itself, and returns what it printed.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { onTestFinished } from 'vitest'

export interface FailedStart {
  readonly code: number
  readonly out: string
  readonly err: string
}

const root = new URL('../../..', import.meta.url).pathname

/** Starts an executable of the project with settings, in a folder of its own if one is given, and waits for its end. */
export async function startFailing(
  environment: Readonly<Record<string, string>>,
  args: readonly string[] = ['src/server/main.ts'],
  cwd: string = root,
): Promise<FailedStart> {
  const [entry = '', ...others] = args
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', `${root}${entry}`, ...others], {
    cwd,
    env: {
      PATH: process.env.PATH,
      METRICS_PORT: 'off',
      OFFICE_PORT: 'off',
      PORT: '0',
      REALTIME_PORT: '0',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let [out, err] = ['', '']
  child.stdout.on('data', (chunk) => (out += chunk))
  child.stderr.on('data', (chunk) => (err += chunk))
  const [code] = await once(child, 'close')
  return { code, out, err }
}
