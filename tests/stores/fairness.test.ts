// Seeds, files of rolls and tables of odds between browser and server.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Wire } from './wire.ts'

const SEEDS = { commit: 'a', clientSeed: 'c', nonce: 2, nextCommit: 'b' }

const past = (commit: string) => ({ commit, serverSeed: 's', clientSeed: 'c', rolls: 1, revealed_at: 0 })

const reply = { success: true, seeds: SEEDS, past: [past('1')], cursor: '9' }

let wire: Wire

beforeEach(() => {
  vi.resetModules()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  wire = new Wire()
  wire.open()
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const fresh = () => import('../../src/stores/fairness.ts')

describe('past seeds', () => {
  it('come page by page behind those that are known', async () => {
    const { $seeds, loadSeeds, loadMoreSeeds } = await fresh()
    wire.on('/api/fairness', () => reply)
    wire.on('/api/fairness/seeds?cursor=9', () => ({ success: true, past: [past('0')], cursor: null }))
    await loadSeeds()
    await Promise.all([loadMoreSeeds(), loadMoreSeeds()])
    expect($seeds.get()).toMatchObject({ past: [{ commit: '1' }, { commit: '0' }], cursor: null, more: 'idle' })
    await loadMoreSeeds()
    expect(wire.to('/api/fairness/seeds?cursor=9')).toHaveLength(1)
  })

  it('stay on show when the next page does not come, and can be asked for again', async () => {
    const { $seeds, loadSeeds, loadMoreSeeds } = await fresh()
    wire.on('/api/fairness', () => reply)
    await loadSeeds()
    await loadMoreSeeds()
    expect($seeds.get()).toMatchObject({ past: [{ commit: '1' }], cursor: '9', more: 'failed' })
    wire.on('/api/fairness/seeds?cursor=9', () => ({ success: true, past: [past('0')], cursor: null }))
    await loadMoreSeeds()
    expect($seeds.get()).toMatchObject({ past: [{ commit: '1' }, { commit: '0' }] })
  })

  it('begin anew with a rotation, whatever page was on its way', async () => {
    const { $seeds, loadSeeds, loadMoreSeeds, rotate } = await fresh()
    wire.on('/api/fairness', () => reply)
    await loadSeeds()
    const late = Promise.withResolvers<unknown>()
    wire.on('/api/fairness/seeds?cursor=9', () => late.promise)
    const more = loadMoreSeeds()
    wire.on('/api/fairness/rotate', () => ({ ...reply, past: [past('2')], cursor: null }))
    expect(await rotate('mine')).toEqual({ kind: 'rotated' })
    late.resolve({ success: true, past: [past('0')], cursor: null })
    await more
    expect($seeds.get()).toMatchObject({ past: [{ commit: '2' }], cursor: null, more: 'idle' })
  })
})

describe('a file of rolls', () => {
  it('arrives byte by byte, and one at a time', async () => {
    const { $exporting, readRollsFile } = await fresh()
    const sent = '{"rolls": [\n]}'
    wire.on('/api/fairness/seeds/1/rolls', () => new Response(sent))
    const first = readRollsFile('1')
    expect($exporting.get()).toBe('1')
    expect(await readRollsFile('2')).toBeNull()
    expect(await (await first)?.text()).toBe(sent)
    expect($exporting.get()).toBeNull()
    expect(wire.calls).toHaveLength(1)
  })

  it('that does not arrive, or breaks off, is none', async () => {
    const { readRollsFile } = await fresh()
    expect(await readRollsFile('1')).toBeNull()
    const broken = new ReadableStream({ pull: (controller) => controller.error(new TypeError('network')) })
    wire.on('/api/fairness/seeds/1/rolls', () => new Response(broken))
    expect(await readRollsFile('1')).toBeNull()
  })
})

describe('a table of odds', () => {
  const hash = 'a'.repeat(64)
  const path = `/api/fairness/odds/${hash}`

  it('is read once, and again after it did not come', async () => {
    const { $oddsTables, loadOddsTable } = await import('../../src/stores/odds-tables.ts')
    wire.on(path, () => new Response('{}', { status: 500 }))
    await loadOddsTable(hash)
    expect($oddsTables.get()[hash]).toEqual({ status: 'offline' })
    wire.on(path, () => ({ success: true, table: { hash } }))
    await Promise.all([loadOddsTable(hash), loadOddsTable(hash)])
    await loadOddsTable(hash)
    expect($oddsTables.get()[hash]).toEqual({ status: 'ready', table: { hash } })
    expect(wire.to(path)).toHaveLength(2)
  })

  it('of no hash is unknown without a call', async () => {
    const { $oddsTables, loadOddsTable } = await import('../../src/stores/odds-tables.ts')
    await loadOddsTable('../../user/get')
    expect($oddsTables.get()['../../user/get']).toEqual({ status: 'unknown' })
    expect(wire.calls).toEqual([])
  })
})
