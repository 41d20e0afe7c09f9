// Seeds, files of rolls and odds tables between browser and server.
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { openServerFixture } from '../server-fixture.ts'

const SEEDS = { commit: 'a', clientSeed: 'c', clientSeedSource: 'player', nonce: 2, nextCommit: 'b', unseeded: null }

const past = (commit: string) => ({ commit, serverSeed: 's', clientSeed: 'c', rolls: 1, revealed_at: 0 })

const reply = { success: true, seeds: SEEDS, past: [past('1')], cursor: '9' }

const { wire } = openServerFixture()

beforeEach(() => {
  vi.resetModules()
})

const fresh = () => import('../../../src/stores/fairness/fairness.ts')

describe('past seeds', () => {
  it('are loaded page by page after the known ones', async () => {
    const { $pastSeeds, loadSeeds, loadMoreSeeds } = await fresh()
    wire.on('/api/fairness', () => reply)
    wire.on('/api/fairness/seeds?cursor=9', () => ({ success: true, past: [past('0')], cursor: null }))
    await loadSeeds()
    await Promise.all([loadMoreSeeds(), loadMoreSeeds()])
    expect($pastSeeds.get()).toMatchObject({ entries: [{ commit: '1' }, { commit: '0' }], cursor: null, more: 'idle' })
    await loadMoreSeeds()
    expect(wire.to('/api/fairness/seeds?cursor=9')).toHaveLength(1)
  })

  it('stay visible when the next page fails, and can be retried', async () => {
    const { $pastSeeds, loadSeeds, loadMoreSeeds } = await fresh()
    wire.on('/api/fairness', () => reply)
    await loadSeeds()
    await loadMoreSeeds()
    expect($pastSeeds.get()).toMatchObject({ entries: [{ commit: '1' }], cursor: '9', more: 'failed' })
    wire.on('/api/fairness/seeds?cursor=9', () => ({ success: true, past: [past('0')], cursor: null }))
    await loadMoreSeeds()
    expect($pastSeeds.get()).toMatchObject({ entries: [{ commit: '1' }, { commit: '0' }] })
  })

  it('start again with a rotation, even while a page is loading', async () => {
    const { $pastSeeds, loadSeeds, loadMoreSeeds, rotate } = await fresh()
    wire.on('/api/fairness', () => reply)
    await loadSeeds()
    const late = Promise.withResolvers<unknown>()
    wire.on('/api/fairness/seeds?cursor=9', () => late.promise)
    const more = loadMoreSeeds()
    wire.on('/api/fairness/rotate', () => ({ ...reply, past: [past('2')], cursor: null }))
    expect(await rotate('mine')).toEqual({ kind: 'rotated' })
    late.resolve({ success: true, past: [past('0')], cursor: null })
    await more
    expect($pastSeeds.get()).toMatchObject({ entries: [{ commit: '2' }], cursor: null, more: 'idle' })
  })
})

describe('the seeds in use', () => {
  const waiting = { ...reply, seeds: { ...SEEDS, clientSeed: null, unseeded: 'a' } }

  it('get a client seed before they are shown', async () => {
    const { $seeds, loadSeeds } = await fresh()
    let isSupplied = false
    wire.on('/api/fairness', () => (isSupplied ? reply : waiting))
    wire.on('/api/fairness/client-seed', () => {
      isSupplied = true
      return reply
    })
    await loadSeeds()
    expect($seeds.get()).toEqual({ status: 'ready', seeds: SEEDS })
    expect(wire.to('/api/fairness/client-seed')).toMatchObject([{ body: { commit: 'a' } }])
  })

  it('are shown without one where the server takes none', async () => {
    const { $seeds, loadSeeds } = await fresh()
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    wire.on('/api/fairness', () => waiting)
    await loadSeeds()
    expect($seeds.get()).toMatchObject({ status: 'ready', seeds: { clientSeed: null } })
  })

  it('are rotated to the commitment that was shown, or read first', async () => {
    const { loadSeeds, rotate } = await fresh()
    wire.on('/api/fairness', () => reply)
    wire.on('/api/fairness/rotate', () => ({ ...reply, seeds: { ...SEEDS, commit: 'b', nextCommit: 'c' } }))
    await rotate('one')
    expect(wire.calls.map(({ path }) => path)).toEqual(['/api/fairness', '/api/fairness/rotate'])
    await rotate('two')
    expect(wire.to('/api/fairness/rotate').map(({ body }) => body)).toEqual([
      { clientSeed: 'one', nextCommit: 'b' },
      { clientSeed: 'two', nextCommit: 'c' },
    ])
    await loadSeeds()
    await rotate('three')
    expect(wire.to('/api/fairness/rotate').at(-1)?.body).toEqual({ clientSeed: 'three', nextCommit: 'b' })
  })

  it('are read again when the commitment has changed meanwhile', async () => {
    const { $seeds, loadSeeds, rotate } = await fresh()
    wire.on('/api/fairness', () => reply)
    await loadSeeds()
    wire.on('/api/fairness', () => ({ ...reply, seeds: { ...SEEDS, commit: 'b', nextCommit: 'c' } }))
    wire.on('/api/fairness/rotate', () => ({ success: false, code: 'commitment-changed', message: 'Changed' }))
    expect(await rotate('mine')).toEqual({ kind: 'refused', message: 'Changed' })
    expect($seeds.get()).toMatchObject({ seeds: { commit: 'b', nextCommit: 'c' } })
  })
})

describe('a file of rolls', () => {
  it('is downloaded byte for byte, one at a time', async () => {
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

  it('that fails, or is truncated, is discarded', async () => {
    const { readRollsFile } = await fresh()
    expect(await readRollsFile('1')).toBeNull()
    const broken = new ReadableStream({ pull: (controller) => controller.error(new TypeError('network')) })
    wire.on('/api/fairness/seeds/1/rolls', () => new Response(broken))
    expect(await readRollsFile('1')).toBeNull()
  })
})

describe('an odds table', () => {
  const hash = 'a'.repeat(64)
  const path = `/api/fairness/odds/${hash}`

  it('is loaded once, and again after a failure', async () => {
    const { $oddsTables, loadOddsTable } = await import('../../../src/stores/fairness/odds-tables.ts')
    wire.on(path, () => new Response('{}', { status: 500 }))
    await loadOddsTable(hash)
    expect($oddsTables.get()[hash]).toEqual({ status: 'offline' })
    wire.on(path, () => ({ success: true, table: { hash } }))
    await Promise.all([loadOddsTable(hash), loadOddsTable(hash)])
    await loadOddsTable(hash)
    expect($oddsTables.get()[hash]).toEqual({ status: 'ready', table: { hash } })
    expect(wire.to(path)).toHaveLength(2)
  })

  it('without a hash is unknown without a request', async () => {
    const { $oddsTables, loadOddsTable } = await import('../../../src/stores/fairness/odds-tables.ts')
    await loadOddsTable('../../user/get')
    expect($oddsTables.get()['../../user/get']).toEqual({ status: 'unknown' })
    expect(wire.calls).toEqual([])
  })
})
