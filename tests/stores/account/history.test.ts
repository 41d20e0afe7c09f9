// The history and the rolls as the dashboard requests them: filtered, page by page, and the whole history as a file.
import { describe, expect, it, vi } from 'vitest'
import type { HistoryEntry } from '../../../src/protocol/account.ts'
import {
  $history,
  $historyFilter,
  $savingHistory,
  filterHistory,
  loadHistory,
  loadOlderHistory,
  readHistoryFile,
} from '../../../src/stores/account/history.ts'
import { $rolls, $rollsGame, filterRolls, loadOlderRolls, loadRolls } from '../../../src/stores/account/rolls.ts'
import { openServerFixture } from '../server-fixture.ts'
import { fault, lost } from '../server-stub.ts'

const entry = (number: number): HistoryEntry => ({
  id: `00000000-0000-7000-8000-00000000000${number}`,
  at: number,
  kind: 'sell',
  text: 'Sold 1 item',
  amount: number,
  link: null,
})

const roll = (number: number) => ({ id: `00000000-0000-7000-8000-00000000000${number}`, at: number })

const { wire } = openServerFixture()

describe('the history', () => {
  it('is loaded newest first, filtered by a group, and unfiltered again', async () => {
    wire.on('/api/user/history?', () => ({ success: true, entries: [entry(3)], cursor: 'c3' }))
    wire.on('/api/user/history?cursor=c3', () => ({ success: true, entries: [entry(2)], cursor: null }))
    wire.on('/api/user/history?only=sales', () => ({ success: true, entries: [entry(1)], cursor: 'c1' }))
    wire.on('/api/user/history?only=sales&cursor=c1', () => ({ success: true, entries: [], cursor: null }))
    await loadHistory()
    await loadOlderHistory()
    expect($history.get().entries.map(({ at }) => at)).toEqual([3, 2])
    filterHistory('sales')
    expect($history.get()).toMatchObject({ status: 'loading', entries: [] })
    await vi.waitFor(() => expect($history.get().entries.map(({ at }) => at)).toEqual([1]))
    await loadOlderHistory()
    filterHistory('sales')
    expect(wire.calls).toHaveLength(4)
    filterHistory(null)
    expect($historyFilter.get()).toBeNull()
    await vi.waitFor(() => expect($history.get().entries.map(({ at }) => at)).toEqual([3]))
  })

  it('is saved as a file with the token', async () => {
    const fetched = vi.spyOn(globalThis, 'fetch')
    wire.on('/api/user/history.csv', () => new Response('time,kind\n'))
    const saving = readHistoryFile()
    expect($savingHistory.get()).toBe(true)
    expect(await readHistoryFile()).toBeNull()
    expect(await (await saving)?.text()).toBe('time,kind\n')
    expect($savingHistory.get()).toBe(false)
    expect(wire.calls).toHaveLength(1)
    expect(new Headers(fetched.mock.calls[0]?.[1]?.headers).get('authorization')).toBe('Bearer t')
  })

  it.each([
    ['a lost connection', lost],
    ['a fault', () => fault(500)],
  ])('is not saved after %s', async (_, answer) => {
    wire.on('/api/user/history.csv', answer)
    expect(await readHistoryFile()).toBeNull()
    expect($savingHistory.get()).toBe(false)
  })
})

describe('the rolls', () => {
  it('are loaded newest first, and by game', async () => {
    wire.on('/api/user/rolls?', () => ({ success: true, rolls: [roll(3)], cursor: 'c3' }))
    wire.on('/api/user/rolls?cursor=c3', () => ({ success: true, rolls: [roll(2)], cursor: null }))
    wire.on('/api/user/rolls?game=upgrade', () => ({ success: true, rolls: [roll(1)], cursor: null }))
    await loadRolls()
    await loadOlderRolls()
    expect($rolls.get().entries.map(({ at }) => at)).toEqual([3, 2])
    filterRolls('upgrade')
    await vi.waitFor(() => expect($rolls.get().entries.map(({ at }) => at)).toEqual([1]))
    filterRolls('upgrade')
    expect(wire.calls).toHaveLength(3)
    filterRolls(null)
    expect($rollsGame.get()).toBeNull()
  })
})
