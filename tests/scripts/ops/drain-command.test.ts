// npm run ops -- drain reaches the instances of its DATA_DIR by their sockets.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openControl } from '../../../src/server/site/control.ts'
import { runOps } from '../../support/runner/command.ts'

let folder: string
let drained: number[]
let opened: (() => Promise<void>)[]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spacedrop-control-'))
  drained = []
  opened = []
})

afterEach(async () => {
  for (const close of opened) await close()
  await rm(folder, { recursive: true })
})

/** Opens the control of an instance that ends at once when it is told to. */
async function startInstance(port: number): Promise<void> {
  const close = await openControl({
    dataDir: folder,
    port,
    drain: async () => {
      drained.push(port)
      await close()
    },
    log: { warn: (fields) => expect.fail(JSON.stringify(fields)) },
  })
  opened.push(close)
}

const drain = (...args: readonly string[]) => runOps(['drain', ...args], { DATA_DIR: folder })

it('stops the only instance, and ends when it has ended', async () => {
  await startInstance(4321)
  expect(await drain()).toEqual({ code: 0, out: 'The instance on port 4321 has stopped.\n', err: '' })
  expect(drained).toEqual([4321])
})

it('asks which one where there are several, and stops that one', async () => {
  await startInstance(4321)
  await startInstance(4322)
  const { code, err } = await drain()
  expect(code).toBe(1)
  expect(err).toContain('Name the port of one: 4321, 4322')
  expect((await drain('4322')).code).toBe(0)
  expect(drained).toEqual([4322])
  expect((await drain()).out).toContain('port 4321')
})

it('says where it looked when there is none, even if one was killed there', async () => {
  const { code, err } = await drain()
  expect(code).toBe(1)
  expect(err).toContain(`No instance runs on ${folder}`)
  await startInstance(4321)
  await opened.pop()?.()
  await writeFile(join(folder, 'control', '4321.sock'), '')
  expect((await drain()).err).toContain(`No instance runs on ${folder}`)
  expect((await drain('4321')).err).toContain(`No instance runs on port 4321 with DATA_DIR ${folder}`)
  // The next instance takes the place of a socket that was left.
  await startInstance(4321)
  expect((await drain()).code).toBe(0)
})

it('refuses what is no port', async () => {
  expect((await drain('app1')).code).toBe(2)
})
