// Pictures of items in a sandbox: imported once in the background, kept in DATA_DIR, and one line where that could not be done.
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ImportedIcons, openIcons } from '../../../src/server/catalogue/icons/icons.ts'
import { type IconListServer, iconListServer, LIST_FAULTS, wholeList } from '../../support/outside/icon-list.ts'
import { freePort } from '../../support/runner/free-port.ts'

const TOLD = { 'AK-47 | Redline': 'redline-1_A', Karambit: 'karambit-2_B', 'AWP | Nobody': 'nobody-3_C' }

let folder: string
let list: IconListServer
let said: string[]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spacedrop-icons-'))
  list = await iconListServer()
  said = []
})

afterEach(async () => {
  await list[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

/** A log whose lines land in `said`, e.g. `warn: what happened`. */
const log = pino(
  { base: null, timestamp: false, formatters: { level: (level) => ({ level }) } },
  {
    write: (line) => {
      const { level, msg, reason, next } = JSON.parse(line)
      said.push(`${level}: ${msg}${reason === undefined ? '' : ` | ${reason} | ${next}`}`)
    },
  },
)

const open = (from: string | undefined = list.address, timeMs = 20_000): Promise<ImportedIcons> =>
  openIcons({ folder, from, timeMs, log })

const keptText = (): Promise<string> => readFile(join(folder, 'icons.json'), 'utf8')

/** Waits for an import to its end; answers how often it was shown. */
async function imported(icons: ImportedIcons): Promise<number> {
  let shown = 0
  icons.importOnce(async () => void shown++)
  await expect.poll(() => said.length).toBeGreaterThan(0)
  return shown
}

describe('the import', () => {
  it('keeps what the list tells, shows it, and says so in one line', async () => {
    const icons = await open()
    expect(icons.current().size).toBe(0)
    expect(await imported(icons)).toBe(1)
    expect(Object.fromEntries(icons.current())).toEqual(TOLD)
    expect(JSON.parse(await keptText())).toEqual({ from: list.address, icons: TOLD })
    expect(said).toEqual([
      `info: pictures of 3 skins were imported from ${list.address} and kept in ${join(folder, 'icons.json')}`,
    ])
    expect(await readdir(folder)).toEqual(['icons.json'])
  })

  it('asks nobody at later starts, and shows what was kept', async () => {
    await imported(await open())
    const again = await open()
    expect(Object.fromEntries(again.current())).toEqual(TOLD)
    await again.importOnce(() => Promise.reject(new Error('shown again')))()
    expect(list.asked()).toBe(1)
  })

  it('neither asks nor shows what was kept when it is switched off', async () => {
    await imported(await open())
    const off = await openIcons({ folder, from: undefined, log })
    expect(off.current().size).toBe(0)
    await off.importOnce(() => Promise.reject(new Error('shown')))()
    expect(list.asked()).toBe(1)
  })

  it.each(Object.entries(LIST_FAULTS))(
    'says in one line why, where the list %s, and is not tried again',
    async (_, fault) => {
      list.answer = fault.answer
      const icons = await open()
      expect(await imported(icons)).toBe(0)
      expect(icons.current().size).toBe(0)
      expect(said).toHaveLength(1)
      expect(said[0]).toMatch(/^warn: pictures of items were not imported: the site draws its own \| http:\S+ [^\n]+$/)
      expect(said[0]).toMatch(fault.says)
      expect(said[0]).toContain(`| it asks again if ${folder}/icons.json is deleted, or: npm run catalogue`)
      expect(said[0]).toMatch(/npm run catalogue -- import http:\S+\/en\/skins\.json$/)
      expect(JSON.parse(await keptText())).toEqual({ from: list.address, failed: expect.any(String) })
      list.answer = wholeList
      await (await open()).importOnce(() => Promise.reject(new Error('shown')))()
      expect(list.asked()).toBe(1)
    },
  )

  it.each([
    ['never answers', () => undefined],
    ['drips', (response: { write(text: string): boolean }) => void response.write('[')],
  ])('ends by itself where the list %s', async (_, answer) => {
    list.answer = answer
    expect(await imported(await open(list.address, 500))).toBe(0)
    expect(said).toEqual([expect.stringContaining('could not be read: no answer in time.')])
  })

  it('says so in one line where nobody listens', async () => {
    const from = `http://127.0.0.1:${await freePort()}/skins.json`
    await imported(await open(from))
    expect(said).toEqual([expect.stringContaining(`draws its own | ${from} could not be read: no answer: TypeError (`)])
  })
})

describe('what can happen meanwhile', () => {
  it('ends at once with the site, says nothing, and is tried again at the next start', async () => {
    const asked = Promise.withResolvers<void>()
    list.answer = () => asked.resolve()
    const end = (await open()).importOnce(() => Promise.reject(new Error('shown')))
    await asked.promise
    await end()
    expect(said).toEqual([])
    expect(await readdir(folder)).toEqual([])
    list.answer = wholeList
    expect(await imported(await open())).toBe(1)
  })

  it.each([
    ['half of it', (text: string) => text.slice(0, 60)],
    ['nothing', () => ''],
    ['another shape', () => '{"icons":{"AK-47 | Redline":"redline"}}'],
    ['an address of its own', (text: string) => text.replace('redline-1_A', 'https://evil.example/a.png')],
  ])('takes a file that holds %s for none, and imports anew', async (_, broken) => {
    await imported(await open())
    await writeFile(join(folder, 'icons.json'), broken(await keptText()))
    said = []
    const icons = await open()
    expect(icons.current().size).toBe(0)
    expect(await imported(icons)).toBe(1)
    expect(JSON.parse(await keptText())).toMatchObject({ icons: TOLD })
  })

  it('shows them all the same where they cannot be kept, and says that it asks again', async () => {
    await writeFile(join(folder, 'file'), '')
    const within = join(folder, 'file', 'data')
    const shown = Promise.withResolvers<void>()
    const icons = await openIcons({ folder: within, from: list.address, log })
    icons.importOnce(async () => shown.resolve())
    await shown.promise
    expect(icons.current().size).toBe(3)
    await expect.poll(() => said).toEqual([expect.stringMatching(/not kept in .* \(\w+\): the next start asks/)])
  })

  it('keeps them for the next start where they cannot be shown', async () => {
    const icons = await open()
    icons.importOnce(() => Promise.reject(new Error('no database')))
    await expect.poll(() => said).toEqual([expect.stringContaining('cannot be shown until the next start')])
    expect((await open()).current().size).toBe(3)
  })
})

const SNAPSHOT = new URL('../../../../shared/data/csgo-api-collections.json', import.meta.url).pathname

// The real file is not ours to hand on: it lies beside the repository where somebody has put it.
it.skipIf(!existsSync(SNAPSHOT))('takes pictures from the real list of collections', async () => {
  const real = await readFile(SNAPSHOT)
  list.answer = (response) => void response.end(real)
  const icons = await open()
  expect(await imported(icons)).toBe(1)
  expect(icons.current().size).toBeGreaterThan(1_000)
  expect(icons.current().get('AK-47 | Vulcan')).toMatch(/^[\w-]{100,}$/)
})
