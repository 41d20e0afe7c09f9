// Free cases between browser and server: which one is selected, when they are reloaded, and an opening that is made
// once.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { FREE_TIERS } from '../../../src/game/rewards/rewards.ts'
import type { FreeCaseReply, FreeCaseView } from '../../../src/protocol/free-case.ts'
import { sampleName } from '../../support/players/sample-name.ts'
import { openServerFixture } from '../server-fixture.ts'
import { lost, PLAYER } from '../server-stub.ts'

const READ = '/api/free_case'
const OPEN = '/api/free_case/comet/open'
const ASKS = { spark: 500, comet: 2500, nova: 10_000 } as const

function reply(deposited: number | null, opened: readonly string[] = []): FreeCaseReply {
  const cases = FREE_TIERS.map(
    (tier): FreeCaseView => ({
      tier,
      name: sampleName(tier),
      image: `free-${tier}.svg`,
      asks: ASKS[tier],
      missing: deposited === null ? null : Math.max(0, ASKS[tier] - deposited),
      opened: opened.includes(tier),
      oddsHash: '',
      contents: [],
    }),
  )
  return { success: true, now: Date.now(), from: 0, to: Date.now() + 1000, timeZone: 'UTC', deposited, cases }
}

const WON = {
  success: true,
  drops: [{ id: 'a', price: 10, item: {}, roll: 5 }],
  balance: 1000,
  rolls: [{ id: 'a', nonce: 1, roll: 5 }],
}

async function freshPage() {
  vi.resetModules()
  const [free, opening, user, modals, claims, socket, preferences] = await Promise.all([
    import('../../../src/stores/games/free-case.ts'),
    import('../../../src/stores/games/opening.ts'),
    import('../../../src/stores/kernel/user.ts'),
    import('../../../src/stores/kernel/modals.ts'),
    import('../../../src/stores/kernel/claims-changed.ts'),
    import('../../../src/stores/kernel/realtime-events.ts'),
    import('../../../src/stores/kernel/preferences.ts'),
  ])
  return { ...opening, ...free, ...user, ...modals, ...claims, ...socket, ...preferences }
}

const { wire } = openServerFixture({ toFake: ['setTimeout', 'clearTimeout'] })
let page: Awaited<ReturnType<typeof freshPage>>
let leave: () => void

beforeEach(async () => {
  wire.on(READ, () => reply(0))
  wire.on(OPEN, () => WON)
  wire.on('/api/user/get', () => ({ success: true, user: PLAYER }))
  page = await freshPage()
  page.$quick.set('on')
  leave = page.watchFreeCases()
})

afterEach(() => {
  leave()
})

async function signedIn(deposited: number, opened: readonly string[] = []): Promise<void> {
  wire.on(READ, () => reply(deposited, opened))
  page.$user.set({ status: 'authorised', user: PLAYER })
  await vi.waitFor(() => expect(page.$freeCases.get().status).toBe('ready'))
}

it('free cases select an open tier, otherwise the next one, until the player selects one', async () => {
  expect(page.$freeCase.get()).toBeNull()
  await signedIn(3000)
  expect(page.$freeCase.get()?.tier).toBe('spark')
  wire.on(READ, () => reply(3000, ['spark']))
  await page.loadFreeCases()
  expect(page.$freeCase.get()?.tier).toBe('comet')
  wire.on(READ, () => reply(3000, ['spark', 'comet']))
  await page.loadFreeCases()
  expect(page.$freeCase.get()?.tier).toBe('nova')
  page.chooseFreeCase('spark')
  expect(page.$freeCase.get()?.tier).toBe('spark')
})

it('free cases reload when an order changed, and after a gap in the connection', async () => {
  await signedIn(0)
  const before = wire.to(READ).length
  page.$orderEvent.set({ id: 1 })
  await vi.waitFor(() => expect(wire.to(READ)).toHaveLength(before + 1))
  page.$connectionCount.set(2)
  await vi.waitFor(() => expect(wire.to(READ)).toHaveLength(before + 2))
})

it('free cases send no request for a locked tier', async () => {
  await signedIn(0)
  await page.openChosen()
  await signedIn(2500, ['spark', 'comet'])
  page.chooseFreeCase('comet')
  await page.openChosen()
  expect(wire.calls.filter(({ method }) => method === 'POST')).toEqual([])
})

it('free cases open the selected tier: it stays selected, the night is reloaded, and badges are updated', async () => {
  await signedIn(2500)
  page.chooseFreeCase('comet')
  wire.on(READ, () => reply(2500, ['comet']))
  await page.openChosen()
  expect(wire.to(OPEN)).toMatchObject([{ body: {} }])
  expect(page.$opening.get()).toMatchObject({ phase: 'result', played: { drops: [{ state: 'mine', rollId: 'a' }] } })
  await vi.waitFor(() => expect(page.$freeCase.get()).toMatchObject({ tier: 'comet', opened: true }))
  expect(page.$claimsChanged.get()).toBe(1)
  page.chooseFreeCase('spark')
  expect(page.$opening.get().phase).toBe('idle')
})

it('free cases tell what an opening changed with its result, not while it is played', async () => {
  await signedIn(2500)
  page.chooseFreeCase('comet')
  const [reads, before] = [wire.to(READ).length, page.$opening.get()]
  const played = { drops: [] } as never
  page.$opening.set({ phase: 'asking', isSent: true })
  page.$opening.set({ phase: 'playing', played })
  await vi.runAllTimersAsync()
  expect(wire.to(READ)).toHaveLength(reads)
  expect(page.$claimsChanged.get()).toBe(0)
  page.$opening.set({ phase: 'result', played })
  await vi.waitFor(() => expect(wire.to(READ)).toHaveLength(reads + 1))
  expect(page.$claimsChanged.get()).toBe(1)
  page.$opening.set(before)
})

it('free cases report a missing response, and retry with the same key', async () => {
  await signedIn(2500)
  page.chooseFreeCase('comet')
  wire.on(OPEN, lost)
  const opening = page.openChosen()
  await vi.runAllTimersAsync()
  await opening
  expect(page.$opening.get().phase).toBe('offline')
  page.chooseFreeCase('spark')
  expect(page.$freeCase.get()?.tier).toBe('comet')
  wire.on(OPEN, () => WON)
  await page.retry()
  expect(page.$opening.get().phase).toBe('result')
  expect(new Set(wire.to(OPEN).map(({ key }) => key)).size).toBe(1)
})

it('free cases ask a guest to sign in', async () => {
  wire.on(READ, () => reply(null))
  page.$user.set({ status: 'guest' })
  await vi.waitFor(() => expect(page.$freeCases.get().status).toBe('ready'))
  const login = vi.fn()
  page.onOpenLogin(login)
  await page.openChosen()
  expect(login).toHaveBeenCalled()
})
