// Withdrawals: consistent pages, late and early events, requests made once, and replacements selected for an item.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { WithdrawalState } from '../../../src/game/withdrawal/withdrawal.ts'
import type { Withdrawal } from '../../../src/protocol/withdrawal.ts'
import { $connectionCount } from '../../../src/stores/kernel/realtime-events.ts'
import { $user } from '../../../src/stores/kernel/user.ts'
import { createHandlers, dispatchEvent } from '../../../src/stores/live/socket.ts'
import {
  $candidates,
  $isFull,
  $leftCents,
  $replaced,
  $replacements,
  addReplacement,
  beginReplacing,
  confirmReplacements,
  loadCandidates,
  removeReplacement,
} from '../../../src/stores/withdrawal/replacements.ts'
import {
  $hold,
  $withdrawals,
  applyWithdrawal,
  loadDifference,
  loadHold,
  loadMoreWithdrawals,
  loadWithdrawals,
  POLL_MS,
  payDifference,
  takeBackItem,
  watchWithdrawals,
  withdrawItems,
} from '../../../src/stores/withdrawal/withdrawals.ts'
import { redline } from '../sample-item.ts'
import { openServerFixture } from '../server-fixture.ts'
import { fault, later, lost, PLAYER } from '../server-stub.ts'

const LIST = '/api/user/withdrawals'
const ASK = '/api/user/items/withdraw'
const TARGETS = '/api/upgrade/targets?max=1000&sort=dear'

const idOf = (number: number): string => `00000000-0000-4000-8000-0000000000${String(number).padStart(2, '0')}`

const withdrawal = (number: number, state: WithdrawalState, changed_at = number): Withdrawal => ({
  id: idOf(number),
  item_id: idOf(50 + number),
  item: redline,
  price: 1000,
  state,
  reason: null,
  refusal: null,
  requested_at: number,
  changed_at,
  offered_until: null,
  protected_until: null,
  offer_url: null,
  wait: null,
})

const page = (withdrawals: readonly Withdrawal[], cursor: string | null = null) => ({
  success: true,
  withdrawals,
  cursor,
})
const shown = (): string[] => $withdrawals.get().entries.map(({ id, state }) => `${Number(id.slice(-2))} ${state}`)

const { wire, logged } = openServerFixture()
/** Each test has its own ids, because events are remembered until the page closes. */
let first = 0

beforeEach(() => {
  Object.assign(document, new EventTarget(), {
    visibilityState: 'visible',
    addEventListener: vi.fn(),
    removeEventListener: vi.fn(),
  })
  $user.set({ status: 'authorised', user: PLAYER })
  wire.on('/api/user/get', () => ({ success: true, user: PLAYER }))
  wire.on('/api/user/items?sort=new', () => ({ success: true, items: [], cursor: null, total: { count: 0, sum: 0 } }))
  first += 10
})

afterEach(() => {
  beginReplacing(null)
})

describe('the hold', () => {
  it('is read for the dialog, and left out when it cannot be read', async () => {
    const wait = { subject: 'account', reason: 'deposit-hold', since: 1, decided: { by: 'time', at: 5 } }
    wire.on(`${LIST}/hold`, () => ({ success: true, wait, turnover: null }))
    await loadHold()
    expect($hold.get()).toEqual({ wait, turnover: null })
    wire.on(`${LIST}/hold`, () => fault(500))
    await loadHold()
    expect($hold.get()).toEqual({ wait, turnover: null })
    expect(logged).toHaveLength(1)
  })
})

describe('the list', () => {
  it('is loaded page by page, and events update or add entries', async () => {
    wire.on(LIST, () => page([withdrawal(first + 3, 'sent'), withdrawal(first + 2, 'done')], 'older'))
    wire.on(`${LIST}?cursor=older`, () => page([withdrawal(first + 1, 'declined')]))
    await loadWithdrawals()
    await loadMoreWithdrawals()
    const three = [`${first + 3} sent`, `${first + 2} done`, `${first + 1} declined`]
    expect(shown()).toEqual(three)
    applyWithdrawal(withdrawal(first + 3, 'protected', first + 5))
    applyWithdrawal(withdrawal(first + 4, 'requested'))
    expect(shown()).toEqual([`${first + 4} requested`, `${first + 3} protected`, ...three.slice(1)])
    applyWithdrawal(withdrawal(first + 3, 'sent', first + 3))
    expect(shown()[1]).toBe(`${first + 3} protected`)
  })

  it('ignores invalid events', async () => {
    wire.on(LIST, () => page([withdrawal(first, 'sent')]))
    await loadWithdrawals()
    for (const told of [
      null,
      {},
      { ...withdrawal(first, 'sent'), state: 'lost' },
      { ...withdrawal(first, 'sent'), item: 1 },
    ])
      applyWithdrawal(told)
    expect(shown()).toEqual([`${first} sent`])
    expect(logged).toHaveLength(4)
  })

  it('receives its player’s events, polls after a gap and while something changes, until it is closed', async () => {
    vi.useFakeTimers()
    wire.on(LIST, () => page([withdrawal(first, 'sent')]))
    const leave = watchWithdrawals()
    await vi.advanceTimersByTimeAsync(0)
    const handlers = createHandlers(() => undefined)
    dispatchEvent(handlers, 'withdrawal', { id: 8, withdrawal: withdrawal(first, 'declined', first + 1) })
    expect(shown()).toEqual([`${first} sent`])
    await vi.advanceTimersByTimeAsync(POLL_MS)
    expect(wire.to(LIST)).toHaveLength(2)
    dispatchEvent(handlers, 'withdrawal', { id: 7, withdrawal: withdrawal(first, 'declined', first + 1) })
    expect(shown()).toEqual([`${first} declined`])
    await vi.advanceTimersByTimeAsync(POLL_MS)
    expect(wire.to(LIST)).toHaveLength(2)
    $connectionCount.set($connectionCount.get() + 1)
    await vi.advanceTimersByTimeAsync(0)
    expect(wire.to(LIST)).toHaveLength(3)
    leave()
    $connectionCount.set($connectionCount.get() + 1)
    await vi.advanceTimersByTimeAsync(POLL_MS)
    expect(wire.to(LIST)).toHaveLength(3)
    dispatchEvent(handlers, 'withdrawal', 'nonsense')
    expect(logged).toHaveLength(1)
  })
})

describe('a request', () => {
  it('is sent twenty at a time, and the items appear in the list at once', async () => {
    wire.on(LIST, () => page([]))
    await loadWithdrawals()
    wire.on(ASK, () => ({ success: true, message: 'On their way', withdrawals: [withdrawal(first, 'requested')] }))
    const ids = Array.from({ length: 41 }, (_, place) => idOf(place))
    expect(await withdrawItems(ids)).toEqual({ kind: 'done', message: 'On their way' })
    expect(wire.to(ASK).map(({ body }) => (body as { ids: string[] }).ids.length)).toEqual([20, 20, 1])
    expect(new Set(wire.to(ASK).map(({ key }) => key)).size).toBe(3)
    expect(shown()).toContain(`${first} requested`)
  })

  it('stops at a refusal and reports it', async () => {
    wire.on(ASK, () => ({ success: false, code: 'trade-link-missing', message: 'Set it first' }))
    const asked = await withdrawItems([idOf(1), idOf(2)])
    expect(asked).toEqual({ kind: 'refused', code: 'trade-link-missing', message: 'Set it first' })
  })

  it('is sent again with its key after no response, so that it happens once', async () => {
    vi.useFakeTimers()
    wire.on(ASK, lost)
    const asked = withdrawItems([idOf(first)])
    await vi.runAllTimersAsync()
    expect(await asked).toEqual({ kind: 'failed' })
    wire.on(ASK, () => ({ success: true, message: 'On its way', withdrawals: [] }))
    expect(await withdrawItems([idOf(first)])).toMatchObject({ kind: 'done' })
    expect(new Set(wire.to(ASK).map(({ key }) => key)).size).toBe(1)
    expect(await withdrawItems([idOf(first)])).toMatchObject({ kind: 'done' })
    expect(new Set(wire.to(ASK).map(({ key }) => key)).size).toBe(2)
  })

  it('cancels the withdrawal of an item', async () => {
    const back = withdrawal(first, 'returned', first + 1)
    wire.on('/api/user/items/take-back', () => ({ success: true, message: 'Yours', withdrawal: back }))
    expect(await takeBackItem(back.item_id)).toEqual({ kind: 'done', message: 'Yours' })
    wire.on('/api/user/items/take-back', () => fault(500))
    vi.useFakeTimers()
    const failed = takeBackItem(back.item_id)
    await vi.runAllTimersAsync()
    expect(await failed).toEqual({ kind: 'failed' })
  })
})

describe('the difference of an item whose price rose', () => {
  const waiting = withdrawal(first, 'unavailable')
  const quote = `${LIST}/quote?id=${waiting.item_id}`
  const PAY = '/api/user/items/pay-difference'

  it('is read, and unknown when it cannot be', async () => {
    wire.on(quote, () => ({ success: true, value: 1000, difference: 120 }))
    expect(await loadDifference(waiting.item_id)).toBe(120)
    wire.on(quote, () => ({ success: false, code: 'item-gone', message: 'Gone' }))
    expect(await loadDifference(waiting.item_id)).toBeNull()
  })

  it('is paid, with the withdrawal and the balance of the answer', async () => {
    const requested = withdrawal(first, 'requested', first + 1)
    wire.on(PAY, () => ({ success: true, message: 'Paid', paid: 120, balance: 380, withdrawal: requested }))
    expect(await payDifference(waiting.item_id, 120)).toEqual({ kind: 'done', message: 'Paid' })
    expect(wire.to(PAY)).toHaveLength(1)
    wire.on(PAY, () => ({ success: false, code: 'difference-changed', message: 'It is $1.30 now' }))
    const refused = { kind: 'refused', code: 'difference-changed', message: 'It is $1.30 now' }
    expect(await payDifference(waiting.item_id, 120)).toEqual(refused)
  })
})

describe('replacements for an item', () => {
  const target = (price: number) => ({ item: { ...redline, id: `of-${price}` }, price, edge: 800 })

  beforeEach(() => {
    wire.on(TARGETS, () => ({ success: true, items: [target(900), target(400)], cursor: null, total: 2 }))
    wire.on(`${LIST}/quote?id=${idOf(50 + first)}`, () => ({ success: true, value: 1000 }))
  })

  /** Begins a replacement, and waits until its value is known. */
  async function begin(asked = withdrawal(first, 'unavailable')): Promise<void> {
    beginReplacing({ ...asked, price: 5000 })
    await expect.poll(() => $leftCents.get()).toBe(1000)
  }

  it('are selected up to the price, the same one twice too, and deselected', async () => {
    await begin()
    await expect.poll(() => $candidates.get().status).toBe('ready')
    for (let turn = 0; turn < 3; turn++) addReplacement(target(400))
    expect($replacements.get()).toHaveLength(2)
    expect($leftCents.get()).toBe(200)
    removeReplacement(0)
    expect($leftCents.get()).toBe(600)
    // The remaining price decides what is offered.
    for (const max of [1000, 600, 200]) expect(wire.to(`/api/upgrade/targets?max=${max}&sort=dear`)).not.toEqual([])
    for (let turn = 0; turn < 12; turn++) addReplacement(target(10))
    expect($replacements.get()).toHaveLength(10)
    expect($isFull.get()).toBe(true)
  })

  it('are counted by the newest search, even when an older one is answered later', async () => {
    const older = later()
    wire.on(TARGETS, older.answer)
    wire.on('/api/upgrade/targets?max=600&sort=dear', () => ({
      success: true,
      items: [target(400)],
      cursor: null,
      total: 1,
    }))
    await begin()
    addReplacement(target(400))
    await expect.poll(() => $candidates.get().status).toBe('ready')
    expect($candidates.get().total).toBe(1)
    const totals = new Set<number>()
    const stop = $candidates.listen(({ total }) => totals.add(total))
    older.go({ success: true, items: [target(900), target(400)], cursor: null, total: 2 })
    // The next answer arrives after the outdated one has been handled.
    await loadCandidates()
    stop()
    expect([...totals]).toEqual([1])
    expect($candidates.get().entries.map(({ price }) => price)).toEqual([400])
  })

  it('are requested with the displayed remainder', async () => {
    const asked = withdrawal(first, 'unavailable')
    const replaced = { ...asked, state: 'replaced', changed_at: first + 1 }
    const reply = { success: true, message: 'Yours', balance: 1100, rest: 100, items: [], withdrawal: replaced }
    wire.on('/api/user/items/replace', () => reply)
    await begin(asked)
    addReplacement(target(900))
    expect(await confirmReplacements()).toEqual({ kind: 'done', message: 'Yours' })
    expect(wire.to('/api/user/items/replace')[0]?.body).toEqual({ id: asked.item_id, with: ['of-900'], rest: 100 })
  })

  it('are selected again when prices have changed, and not without a request', async () => {
    const refusal = { success: false, code: 'target-price', message: 'Another price' }
    wire.on('/api/user/items/replace', () => refusal)
    await begin()
    addReplacement(target(900))
    expect(await confirmReplacements()).toMatchObject({ kind: 'refused', code: 'target-price' })
    expect($replacements.get()).toEqual([])
    // What the item counts for is asked again too.
    await expect.poll(() => wire.to(`${LIST}/quote?id=${idOf(50 + first)}`)).toHaveLength(2)
    beginReplacing(null)
    expect($replaced.get()).toBe(null)
    expect(await confirmReplacements()).toEqual({ kind: 'failed' })
  })
})
