// Builds in folders of their own: which one is current, and which are removed.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { buildName, finishBuild, hasBuild, startBuild, switchTo } from '../../../scripts/builds.mjs'
import { BuildMissing, currentBuild, findBuild, markUsed } from '../../../src/server/site/current-build.ts'

let dist: string

beforeEach(async () => {
  dist = await mkdtemp(join(tmpdir(), 'spacedrop-dist-'))
})

afterEach(() => rm(dist, { recursive: true }))

const digestOf = (digit: string): string => digit.repeat(64)

/** Makes a build as `npm run build` does, and returns its name. */
async function make(digit: string): Promise<string> {
  const folder = startBuild(dist)
  await mkdir(join(folder, 'server'))
  await writeFile(join(folder, 'server', 'entry.mjs'), '')
  finishBuild(dist, folder, digestOf(digit))
  const name = buildName(digestOf(digit))
  switchTo(dist, name)
  return name
}

it('names the last build, and what to do where there is none', async () => {
  expect(findBuild(dist)).toBeNull()
  expect(() => currentBuild(dist)).toThrow(BuildMissing)
  expect(() => currentBuild(dist)).toThrow(/npm run build/)
  await make('a')
  const last = await make('b')
  expect(currentBuild(dist)).toBe(join(dist, last))
})

it('keeps a build until two more are made', async () => {
  const first = await make('a')
  const second = await make('b')
  expect(existsSync(join(dist, first))).toBe(true)
  const third = await make('c')
  expect((await readdir(dist)).sort()).toEqual([second, third, 'current'])
})

it('knows which of two builds was made first, within one millisecond and where the clock is set back', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    const first = await make('a')
    const second = await make('b')
    const third = await make('c')
    expect((await readdir(dist)).sort()).toEqual([second, third, 'current'])
    vi.setSystemTime(Date.now() - 3_600_000)
    switchTo(dist, second)
    expect(await make('a')).toBe(first)
    expect((await readdir(dist)).sort()).toEqual([first, second, 'current'])
  } finally {
    vi.useRealTimers()
  }
})

it('returns to an earlier build without making it again, and keeps it longer then', async () => {
  const first = await make('a')
  const second = await make('b')
  expect(hasBuild(dist, first)).toBe(true)
  switchTo(dist, first)
  expect(currentBuild(dist)).toBe(join(dist, first))
  const third = await make('c')
  expect(existsSync(join(dist, second))).toBe(false)
  expect((await readdir(dist)).sort()).toEqual([first, third, 'current'])
})

it('keeps a build that a running process has marked, and removes it after its end', async () => {
  const first = await make('a')
  const process = spawn('sleep', ['60'])
  try {
    await mkdir(join(dist, first, 'used'))
    await writeFile(join(dist, first, 'used', String(process.pid)), '')
    await make('b')
    await make('c')
    expect(existsSync(join(dist, first))).toBe(true)
  } finally {
    process.kill('SIGKILL')
    await once(process, 'exit')
  }
  await make('d')
  expect(existsSync(join(dist, first))).toBe(false)
})

it('marks the build of this process until it stops', async () => {
  const folder = join(dist, await make('a'))
  const unmark = await markUsed(folder)
  expect(await readdir(join(folder, 'used'))).toEqual([String(process.pid)])
  await unmark()
  expect(await readdir(join(folder, 'used'))).toEqual([])
})

it('removes what builds that were interrupted have left', async () => {
  const ended = spawn('true')
  await once(ended, 'exit')
  await mkdir(join(dist, `building-${ended.pid}`))
  await mkdir(join(dist, buildName(digestOf('b'))))
  const name = await make('a')
  await make('b')
  expect((await readdir(dist)).sort()).toEqual([name, buildName(digestOf('b')), 'current'])
})
