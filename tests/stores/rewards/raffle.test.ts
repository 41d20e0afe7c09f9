// The raffles between browser and server: polled while the page is visible, more often around a draw; joined once; late
// proofs.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ClosedRaffle, OpenRaffle, RafflesReply } from '../../../src/protocol/raffle.ts'
import { sampleName } from '../../support/players/sample-name.ts'
import { openServerFixture } from '../server-fixture.ts'
import { lost, PLAYER } from '../server-stub.ts'

const READ = '/api/raffle'
const ID = '0199a5a0-0000-7000-8000-000000000001'
const NEXT = '0199a5a0-0000-7000-8000-000000000002'
const JOIN = `/api/raffle/${ID}/join`
const LOOK_MS = 15_000
const AWAIT_MS = 2_000

const prize: OpenRaffle['prize'] = {
  kind: 'item',
  price: 100,
  item: {
    id: 'aug-triqua.fn',
    skin: 'aug-triqua',
    model: 'aug',
    weaponClass: 'rifle',
    rarity: 'mil-spec',
    star: false,
    stattrak: false,
    wear: 'FN',
    icon_url: null,
    market_hash_name: 'AUG | Triqua (Factory New)',
    name: sampleName('AUG | Triqua'),
  },
}

const open = (id: string, standing: OpenRaffle['standing']): OpenRaffle => ({
  id,
  number: 1,
  kind: 'hourly',
  prize,
  players: 2,
  closesAt: 0,
  commit: 'c',
  round: null,
  standing,
  draw: null,
})

const closed = (state: ClosedRaffle['state']): ClosedRaffle => ({
  id: ID,
  number: 1,
  kind: 'hourly',
  prize,
  players: 2,
  closesAt: 0,
  state,
  drawnAt: state === 'drawn' ? 1 : null,
  winner: null,
  joined: true,
  draw: null,
  rolledOver: false,
})

const reply = (hourly: { open: OpenRaffle | null; last: ClosedRaffle | null }): RafflesReply => ({
  success: true,
  raffles: [{ kind: 'hourly', ...hourly }],
  winners: [],
})

async function freshPage() {
  vi.resetModules()
  const [raffle, user, claims, socket, toasts] = await Promise.all([
    import('../../../src/stores/rewards/raffle.ts'),
    import('../../../src/stores/kernel/user.ts'),
    import('../../../src/stores/kernel/claims-changed.ts'),
    import('../../../src/stores/kernel/realtime-events.ts'),
    import('../../../src/stores/kernel/toasts.ts'),
  ])
  return { ...raffle, ...user, ...claims, ...socket, ...toasts }
}

const { wire } = openServerFixture({ toFake: ['setTimeout', 'clearTimeout'] })
let page: Awaited<ReturnType<typeof freshPage>>
let tab: EventTarget & { visibilityState: string }

beforeEach(async () => {
  tab = Object.assign(new EventTarget(), { cookie: 'token=t; XSRF-TOKEN=x', visibilityState: 'visible' })
  vi.stubGlobal('document', tab)
  wire.on(READ, () => reply({ open: open(ID, 'free'), last: null }))
  wire.on(JOIN, () => ({ success: true, message: 'You are in', players: 3 }))
  page = await freshPage()
})

afterEach(() => {
  // A request in progress ends on a hidden page.
  tab.visibilityState = 'hidden'
})

const reads = (count: number): Promise<void> => vi.waitUntil(() => wire.to(READ).length >= count).then(() => undefined)

async function ready(): Promise<void> {
  page.startRaffles()
  page.$user.set({ status: 'authorised', user: PLAYER })
  await vi.waitUntil(() => page.$raffles.get().status === 'ready')
  // The timer of the next poll is set.
  await vi.waitUntil(() => vi.getTimerCount() === 1)
}

const hourly = () => {
  const state = page.$raffles.get()
  return state.status === 'ready' ? state.raffles[0] : undefined
}

describe('polling', () => {
  it('starts once the user is known, and continues while the page is visible', async () => {
    page.startRaffles()
    page.startRaffles()
    expect(wire.to(READ)).toHaveLength(0)
    await ready()
    expect(wire.to(READ)).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(LOOK_MS)
    await reads(2)
  })

  it('pauses while the page is hidden, and runs at once when it is visible again', async () => {
    await ready()
    tab.visibilityState = 'hidden'
    tab.dispatchEvent(new Event('visibilitychange'))
    await reads(2)
    await vi.waitUntil(() => vi.getTimerCount() === 0)
    await vi.advanceTimersByTimeAsync(10 * LOOK_MS)
    expect(wire.to(READ)).toHaveLength(2)
    tab.visibilityState = 'visible'
    tab.dispatchEvent(new Event('visibilitychange'))
    await reads(3)
  })

  it('is more frequent while a draw is due', async () => {
    wire.on(READ, () => reply({ open: open(NEXT, 'free'), last: closed('frozen') }))
    await ready()
    await vi.advanceTimersByTimeAsync(AWAIT_MS)
    await reads(2)
  })

  it('runs again when a deposit has arrived', async () => {
    await ready()
    page.$orderEvent.set({ id: 'an order' })
    await reads(2)
  })

  it('runs again after a gap in the connection, not when the page first connects', async () => {
    await ready()
    const before = wire.to(READ).length
    page.$connectionCount.set(1)
    await vi.advanceTimersByTimeAsync(0)
    expect(wire.to(READ)).toHaveLength(before)
    page.$connectionCount.set(2)
    await vi.advanceTimersByTimeAsync(0)
    expect(wire.to(READ)).toHaveLength(before + 1)
  })

  it('that fails keeps the data, and reports a failure where there is none', async () => {
    await ready()
    wire.on(READ, lost)
    await page.loadRaffles()
    expect(page.$raffles.get().status).toBe('ready')
    page = await freshPage()
    await page.loadRaffles()
    expect(page.$raffles.get().status).toBe('failed')
  })
})

describe('a raffle that closes', () => {
  it('is watched where the page learns of it before its own countdown ends', async () => {
    await ready()
    wire.on(READ, () => reply({ open: open(NEXT, 'free'), last: closed('frozen') }))
    await page.loadRaffles()
    expect(page.$watched.get()).toEqual({ hourly: ID })
  })

  it('is not watched where it was closed when the page was opened', async () => {
    wire.on(READ, () => reply({ open: open(NEXT, 'free'), last: closed('frozen') }))
    await ready()
    await page.loadRaffles()
    expect(page.$watched.get()).toEqual({})
  })
})

describe('joining', () => {
  it('counts the player in, and updates the badges', async () => {
    await ready()
    const before = page.$claimsChanged.get()
    expect(await page.joinRaffle({ id: ID })).toBe('joined')
    expect(hourly()?.open).toMatchObject({ standing: 'joined', players: 3 })
    expect(page.$claimsChanged.get()).toBe(before + 1)
    expect(page.takeToasts()).toEqual([{ type: 'success', message: 'You are in' }])
  })

  it('that is refused is shown, and the raffles are reloaded', async () => {
    await ready()
    wire.on(JOIN, () => ({ success: false, code: 'raffle-joined', message: 'Already' }))
    wire.on(READ, () => reply({ open: open(ID, 'joined'), last: null }))
    expect(await page.joinRaffle({ id: ID })).toBe('refused')
    expect(hourly()?.open?.standing).toBe('joined')
    expect(page.takeToasts()).toEqual([{ type: 'error', message: 'Already' }])
  })

  it('without a response is sent again with the same key', async () => {
    await ready()
    wire.on(JOIN, lost)
    const asked = page.joinRaffle({ id: ID })
    await vi.advanceTimersByTimeAsync(5_000)
    expect(await asked).toBe('failed')
    wire.on(JOIN, () => ({ success: true, message: 'You are in', players: 3 }))
    expect(await page.joinRaffle({ id: ID })).toBe('joined')
    expect(new Set(wire.to(JOIN).map(({ key }) => key)).size).toBe(1)
  })
})

describe('a draw', () => {
  it('that was watched stays on its card until the player continues', async () => {
    await ready()
    wire.on(READ, () => reply({ open: open(NEXT, 'free'), last: closed('drawn') }))
    page.watchDraw({ kind: 'hourly', id: ID })
    await vi.waitUntil(() => hourly()?.last?.state === 'drawn')
    expect(page.$watched.get().hourly).toBe(ID)
    page.closeDraw('hourly')
    expect(page.$watched.get().hourly).toBeUndefined()
  })
})

describe('a proof', () => {
  it('is loaded, unknown, or unavailable; a closed one stays closed', async () => {
    const path = `/api/raffle/${ID}`
    await page.loadRaffleProof(ID)
    expect(page.$raffleProof.get()).toEqual({ status: 'unknown', id: ID })
    wire.on(path, lost)
    await page.loadRaffleProof(ID)
    expect(page.$raffleProof.get().status).toBe('offline')
    wire.on(path, () => ({ success: true, raffle: { id: ID }, ownNumber: 7 }))
    await page.loadRaffleProof(ID)
    expect(page.$raffleProof.get()).toMatchObject({ status: 'ready', ownNumber: 7 })
    const late = page.loadRaffleProof(ID)
    page.closeRaffleProof()
    await late
    expect(page.$raffleProof.get()).toEqual({ status: 'none' })
  })
})
