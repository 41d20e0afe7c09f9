// The start of a process: a live site needs the operator's own details. Its end: by one signal or several. A terminal sends Ctrl-C to its whole group, and `npm start` forwards
// it in addition.
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { expect, it, onTestFinished, vi } from 'vitest'
import operator from '../../../src/content/operator.json' with { type: 'json' }
import { readProcessConfig } from '../../../src/server/site/startup.ts'
import { LIVE_ENVIRONMENT } from '../../support/site.ts'

const STARTUP = new URL('../../../src/server/site/startup.ts', import.meta.url).href

/** A process that shuts down when its input says so, and reports it. */
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
  /** Resolves when the process has printed the text. */
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
] as const)('a process that receives %s and then %s shuts down once, completely', async (first, second) => {
  const { child, said, lines } = startProcess()
  const gone = once(child, 'exit')
  await said('running')
  child.kill(first)
  await said(`${first}: finishing requests under way.`)
  child.kill(second)
  child.stdin.write('now\n')
  expect(await gone).toEqual([0, null])
  expect(lines.filter((line) => line === 'closed')).toHaveLength(1)
})

it('a live site does not start with the details that the project ships, and names each of them', () => {
  onTestFinished(() => void vi.unstubAllEnvs())
  for (const [name, value] of Object.entries({ ...LIVE_ENVIRONMENT, SECRET: 's'.repeat(32) })) vi.stubEnv(name, value)
  const names = Object.keys(operator).map((name) => `"${name}"`)
  expect(names).toEqual(expect.arrayContaining(['"licence"', '"countries"']))
  expect(readProcessConfig).toThrow(`src/content/operator.json: placeholders in ${names.join(', ')}`)
  vi.stubEnv('MODE', 'sandbox')
  expect(readProcessConfig().mode).toBe('sandbox')
})
