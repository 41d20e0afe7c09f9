// How a process ends: by one signal or several. A terminal tells its whole group of Ctrl-C, and `npm start` hands it on beside that.
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { expect, it } from 'vitest'

const STARTUP = new URL('../../src/server/startup.ts', import.meta.url).href

/** A process that closes when its input says so, and tells that it did. */
const PROCESS = `
import { stopOnSignal } from '${STARTUP}'
stopOnSignal(async () => {
  await new Promise((resolve) => process.stdin.once('data', resolve))
  console.log('closed')
})
process.stdin.resume()
console.log('running')`

interface Ending {
  readonly child: ChildProcessByStdio<Writable, Readable, null>
  /** Resolves when the process has said it. */
  said(words: string): Promise<void>
  readonly lines: readonly string[]
}

function startProcess(): Ending {
  const args = ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', PROCESS]
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  const lines: string[] = []
  createInterface(child.stdout).on('line', (line) => lines.push(line))
  return { child, lines, said: (words) => expect.poll(() => lines.join('\n')).toContain(words) }
}

it.each([
  ['SIGINT', 'SIGINT'],
  ['SIGTERM', 'SIGINT'],
  ['SIGTERM', 'SIGTERM'],
] as const)('a process told of %s and then of %s closes once, to its end', async (first, second) => {
  const { child, said, lines } = startProcess()
  const gone = once(child, 'exit')
  await said('running')
  child.kill(first)
  await said(`${first}: finishing what is under way.`)
  child.kill(second)
  child.stdin.write('now\n')
  expect(await gone).toEqual([0, null])
  expect(lines.filter((line) => line === 'closed')).toHaveLength(1)
})
