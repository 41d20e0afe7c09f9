// Making a battle: the draft that outlives its page, the battle that an address names, and one call for one draft.
import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  $cost,
  $draft,
  $isOverfunded,
  $missing,
  $source,
  changeDraft,
  clearCases,
  countCase,
  createBattle,
  openDraft,
  removeCase,
} from '../../../src/stores/battles/battle-create.ts'
import { EMPTY_DRAFT, urlsOf } from '../../../src/stores/battles/battle-draft.ts'
import { receiptOf } from '../../../src/stores/battles/battle-receipts.ts'
import { $user } from '../../../src/stores/kernel/user.ts'
import { openServerFixture } from '../server-fixture.ts'
import { fault, PLAYER } from '../server-stub.ts'
import { battleId, COMET, card, ORION, seat, view } from './battle-fixture.ts'

const CREATE = '/api/battles'
const CASES = [ORION, COMET]

const { wire } = openServerFixture({ toFake: ['setTimeout', 'clearTimeout'] })

function storage(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  const stored = new Map<string, string>()
  return {
    getItem: (key) => stored.get(key) ?? null,
    setItem: (key, text) => void stored.set(key, text),
    removeItem: (key) => void stored.delete(key),
  }
}

beforeEach(() => {
  wire.on('/api/settings', () => ({}))
  wire.on('/api/user/get', () => ({ success: true, user: PLAYER }))
  vi.stubGlobal('sessionStorage', storage())
  vi.stubGlobal('localStorage', storage())
  $user.set({ status: 'authorised', user: PLAYER })
  $draft.set(EMPTY_DRAFT)
})

const created = (balance: number): unknown => ({
  success: true,
  battle: view(card(1, { seats: [seat(1, { own: true })] })),
  receipt: battleId(900),
  balance,
})

describe('the draft', () => {
  it('has its price as its cases are counted, and what the balance lacks', async () => {
    await openDraft(CASES, '')
    countCase('orion', 1)
    countCase('orion', 1)
    countCase('comet', 1)
    expect($cost.get()).toMatchObject({ seat: 1500, total: 1500 })
    expect($missing.get()).toBe(500)
    changeDraft({ percent: 50 })
    expect($missing.get()).toBe(0)
    countCase('orion', -1)
    removeCase('comet')
    expect(urlsOf($draft.get())).toEqual(['orion'])
    clearCases()
    expect($cost.get().total).toBe(0)
  })

  it('asks guests for no deposit', async () => {
    await openDraft(CASES, '')
    $user.set({ status: 'guest' })
    countCase('comet', 1)
    expect($missing.get()).toBe(0)
  })

  it('may fund others up to a day’s limit', async () => {
    await openDraft(CASES, '')
    for (let count = 0; count < 5; count++) countCase('comet', 1)
    changeDraft({ isPrivate: true, fund: 100 })
    expect($isOverfunded.get()).toBe(false)
    countCase('orion', 1)
    expect($isOverfunded.get()).toBe(true)
    changeDraft({ isPrivate: false })
    expect($isOverfunded.get()).toBe(false)
  })

  it('stays in this tab, without cases that are no longer offered', async () => {
    await openDraft(CASES, '')
    countCase('orion', 1)
    countCase('comet', 1)
    changeDraft({ format: '2v2', fast: true })
    $draft.set(EMPTY_DRAFT)
    await openDraft([COMET], '')
    expect($draft.get()).toEqual({ ...EMPTY_DRAFT, cases: [{ url: 'comet', count: 1 }], format: '2v2', fast: true })
    clearCases()
    expect(sessionStorage.getItem('spacedrop:battle-draft')).toBeNull()
  })
})

describe('an address that names a battle', () => {
  const PATH = `/api/battles/${battleId(3)}`
  const before = card(3, { state: 'settled', mode: 'rush', rounds: [ORION, COMET], seats: [seat(1, { own: true })] })

  it('shows its rounds and terms; other rounds or terms are no rematch any more', async () => {
    wire.on(PATH, () => ({ success: true, now: 1, battle: view(before) }))
    await openDraft(CASES, `?from=${battleId(3)}`)
    expect($draft.get()).toMatchObject({ mode: 'rush', rematchOf: battleId(3) })
    expect(urlsOf($draft.get())).toEqual(['orion', 'comet'])
    changeDraft({ isPrivate: true, percent: 10 })
    expect($draft.get().rematchOf).toBe(battleId(3))
    changeDraft({ mode: 'normal' })
    expect($draft.get().rematchOf).toBeNull()
  })

  it('is a rematch of its battle', async () => {
    wire.on(PATH, () => ({ success: true, now: 1, battle: view(before) }))
    wire.on(CREATE, () => created(0))
    await openDraft(CASES, `?from=${battleId(3)}`)
    await createBattle()
    expect(wire.to(CREATE)[0]?.body).toMatchObject({ rematchOf: battleId(3), rounds: ['orion', 'comet'] })
  })

  it('that cannot be read says so, and leaves the draft', async () => {
    await openDraft(CASES, '')
    countCase('comet', 1)
    await openDraft(CASES, '?from=nowhere')
    expect($source.get()).toBe('failed')
    expect(urlsOf($draft.get())).toEqual(['comet'])
  })
})

describe('creating', () => {
  beforeEach(async () => {
    await openDraft(CASES, '')
    countCase('orion', 1)
    countCase('orion', 1)
    changeDraft({ mode: 'share', crazy: true, fund: 30 })
  })

  it('sends rounds, the terms that apply and the price, and keeps the receipt', async () => {
    wire.on(CREATE, () => created(500))
    expect(await createBattle()).toMatchObject({ kind: 'done', reply: { battle: { id: battleId(1) } } })
    expect(wire.to(CREATE)[0]?.body).toEqual({
      ...{ format: '1v1', mode: 'share', crazy: false, fast: false, isPrivate: false, percent: 100, fund: 0 },
      rounds: ['orion', 'orion'],
      price: 500,
      seed: expect.any(String),
    })
    expect(receiptOf(battleId(1))?.seat).toBe(battleId(900))
    expect(sessionStorage.getItem('spacedrop:battle-draft')).toBeNull()
  })

  it('without an answer sends the same again, and another draft as another battle', async () => {
    wire.on(CREATE, () => fault(503))
    const unanswered = createBattle()
    await vi.runAllTimersAsync()
    expect(await unanswered).toEqual({ kind: 'failed' })
    wire.on(CREATE, () => created(500))
    await createBattle()
    expect(new Set(wire.to(CREATE).map(({ key }) => key)).size).toBe(1)
    countCase('orion', 1)
    await createBattle()
    const bodies = wire.to(CREATE).map(({ body }) => body as { seed: string; rounds: string[] })
    expect(bodies.at(-1)?.rounds).toHaveLength(3)
    expect(new Set(bodies.map(({ seed }) => seed)).size).toBe(2)
  })

  it('that is refused keeps the draft', async () => {
    wire.on(CREATE, () => ({ success: false, code: 'balance', message: 'Too little' }))
    expect(await createBattle()).toEqual({ kind: 'refused', code: 'balance', message: 'Too little' })
    expect(sessionStorage.getItem('spacedrop:battle-draft')).not.toBeNull()
  })
})
