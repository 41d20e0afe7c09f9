// The missions between browser and server: progress that follows games, a claim that is made once, a period that ends.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { MissionsReply, MissionView } from '../../../src/protocol/missions.ts'
import { sampleName } from '../../support/players/sample-name.ts'
import { redline } from '../sample-item.ts'
import { openServerFixture } from '../server-fixture.ts'
import { fault, later, lost, PLAYER } from '../server-stub.ts'

const NOW = Date.UTC(2026, 10, 21, 12)
const LIST = '/api/missions'
const CLAIM = '/api/missions/open-10/claim'

const DONE = { progress: 10, claimed: false, claimable: true }

function missions(progress: number, day = '2026-11-21', endsAt = NOW + 60_000): MissionsReply {
  const standing = { progress, claimed: false, claimable: progress === 10 }
  const mission: MissionView = {
    id: 'open-10',
    period: 'daily',
    goal: 'cases',
    count: 10,
    reward: { kind: 'balance', amount: 20 },
    standing,
  }
  const periods = { daily: { day, endsAt }, weekly: { day: '2026-11-16', endsAt: NOW + 86_400_000 } }
  const leastStake = { case: 50, upgrade: 100, contract: 300, wheel: 100, battle: 50 }
  return { success: true, now: Date.now(), periods, missions: [mission], leastStake, giftRefusal: null }
}

const WON = {
  success: true,
  message: '$0.20 is on your balance',
  prize: { kind: 'balance', amount: 20 },
  balance: 1020,
  drop: null,
  rollId: null,
}

/** Resets everything, as on a fresh page. */
async function freshPage() {
  vi.resetModules()
  const [page, rewardCase, user, toasts, changed, opening, preferences, events] = await Promise.all([
    import('../../../src/stores/rewards/missions.ts'),
    import('../../../src/stores/rewards/reward-case.ts'),
    import('../../../src/stores/kernel/user.ts'),
    import('../../../src/stores/kernel/toasts.ts'),
    import('../../../src/stores/kernel/claims-changed.ts'),
    import('../../../src/stores/games/opening.ts'),
    import('../../../src/stores/kernel/preferences.ts'),
    import('../../../src/stores/kernel/realtime-events.ts'),
  ])
  return { ...page, ...rewardCase, ...user, ...toasts, ...changed, ...opening, ...preferences, ...events }
}

const { wire } = openServerFixture({ now: NOW })
let page: Awaited<ReturnType<typeof freshPage>>
let stop: (() => void) | undefined

beforeEach(async () => {
  wire.on(LIST, () => missions(3))
  page = await freshPage()
})

afterEach(() => {
  stop?.()
  stop = undefined
})

const standing = () => {
  const shown = page.$missions.get()
  return shown.status === 'ready' ? shown.missions[0]?.standing : undefined
}

const settle = () => vi.advanceTimersByTimeAsync(0)

async function signIn(): Promise<void> {
  stop = page.watchMissions()
  page.$user.set({ status: 'authorised', user: PLAYER })
  await settle()
}

const mission = { id: 'open-10', period: 'daily', reward: { kind: 'balance', amount: 20 } } as const

describe('the list', () => {
  it('is loaded once the user is known, and again for the next one', async () => {
    stop = page.watchMissions()
    await settle()
    expect(wire.to(LIST)).toHaveLength(0)
    page.$user.set({ status: 'guest' })
    await settle()
    expect(wire.to(LIST)).toHaveLength(1)
    page.$user.set({ status: 'authorised', user: PLAYER })
    await settle()
    expect(wire.to(LIST)).toHaveLength(2)
  })

  it('is read again after a gap in the connection, not when the page first connects', async () => {
    await signIn()
    page.$connectionCount.set(1)
    await settle()
    expect(wire.to(LIST)).toHaveLength(1)
    page.$connectionCount.set(2)
    await settle()
    expect(wire.to(LIST)).toHaveLength(2)
  })

  it('has failed when it was never loaded, and does not change when it cannot be reloaded', async () => {
    wire.on(LIST, lost)
    await page.loadMissions()
    expect(page.$missions.get().status).toBe('failed')
    wire.on(LIST, () => missions(3))
    await page.loadMissions()
    wire.on(LIST, () => fault(500))
    await page.loadMissions()
    expect(standing()).toMatchObject({ progress: 3 })
  })

  it('follows games, loaded once for several fast games', async () => {
    await signIn()
    wire.on(LIST, () => missions(8))
    for (let balance = 1000; balance > 500; balance -= 50) page.setBalance(balance)
    await settle()
    expect(wire.to(LIST)).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(wire.to(LIST)).toHaveLength(2)
    expect(standing()).toMatchObject({ progress: 8 })
  })

  it('requested while it is loading, is loaded once more', async () => {
    const slow = later()
    wire.on(LIST, slow.answer)
    const reads = [page.loadMissions(), page.loadMissions(), page.loadMissions()]
    await settle()
    wire.on(LIST, () => missions(9))
    slow.go(missions(1))
    await Promise.all(reads)
    expect(wire.to(LIST)).toHaveLength(2)
    expect(standing()).toMatchObject({ progress: 9 })
  })
})

describe('a claim', () => {
  beforeEach(async () => {
    wire.on(LIST, () => missions(10))
    await signIn()
    expect(standing()).toEqual(DONE)
    page.takeToasts()
  })

  const balance = () => {
    const state = page.$user.get()
    return state.status === 'authorised' ? state.user.balance : null
  }

  it('names the displayed period; the balance follows, and badges are updated', async () => {
    wire.on(CLAIM, () => WON)
    const before = page.$claimsChanged.get()
    await page.claimMission(mission)
    expect(wire.to(CLAIM)).toMatchObject([{ body: { period: '2026-11-21' } }])
    expect(page.$claiming.get()).toMatchObject({ phase: 'claimed', mission: 'open-10', reward: { prize: WON.prize } })
    expect(standing()).toEqual({ progress: 10, claimed: true, claimable: false })
    expect(balance()).toBe(1020)
    expect(page.$claimsChanged.get()).toBe(before + 1)
  })

  it('is sent once however often it is pressed', async () => {
    const slow = later()
    wire.on(CLAIM, slow.answer)
    const presses = [page.claimMission(mission), page.claimMission(mission), page.claimMission(mission)]
    await settle()
    slow.go(WON)
    await Promise.all(presses)
    expect(wire.to(CLAIM)).toHaveLength(1)
  })

  it('that is refused says why, and the list is reloaded', async () => {
    wire.on(CLAIM, () => ({ success: false, code: 'mission-claimed', message: 'You have claimed it' }))
    wire.on('/api/user/get', () => ({ success: true, user: PLAYER }))
    const asked = wire.to(LIST).length
    await page.claimMission(mission)
    expect(page.$claiming.get()).toMatchObject({ phase: 'refused', message: 'You have claimed it' })
    expect(page.takeToasts()).toEqual([{ type: 'error', message: 'You have claimed it' }])
    expect(wire.to(LIST).length).toBeGreaterThan(asked)
    page.closeClaim()
    expect(page.$claiming.get()).toEqual({ phase: 'idle' })
  })

  it('without a response is retried with the same key, and the balance reloaded', async () => {
    wire.on(CLAIM, lost)
    const first = page.claimMission(mission)
    await vi.advanceTimersByTimeAsync(10_000)
    await first
    expect(page.$claiming.get()).toEqual({ phase: 'offline', mission: 'open-10' })
    wire.on(CLAIM, () => WON)
    wire.on('/api/user/get', () => ({ success: true, user: { ...PLAYER, balance: 900 } }))
    await page.claimMission(mission)
    expect(new Set(wire.to(CLAIM).map(({ key }) => key)).size).toBe(1)
    expect(balance()).toBe(900)
  })

  describe('of a case', () => {
    const box = { url: 'orion', image: 'orion.svg', name: sampleName('Orion') }
    const opened = { ...mission, reward: { kind: 'case', case: box, price: 100 } } as const
    const ROLL = '0199a2f0-0000-7000-8000-000000000001'
    const drop = { id: ROLL, price: 100, item: redline, roll: 5 }
    const won = { ...WON, prize: opened.reward, drop, rollId: ROLL }
    const contents = [{ item: redline, price: 100, tickets: 1_000_000, from: 1, to: 1_000_000 }]

    beforeEach(() => {
      vi.stubGlobal('matchMedia', () => ({ matches: false }))
      wire.on(CLAIM, () => won)
      wire.on('/api/case/orion', () => ({ success: true, case: { name: box.name, contents } }))
    })

    it('runs on the reel, and is announced when that has stopped', async () => {
      const claimed = page.claimMission(opened)
      await expect.poll(() => page.$opening.get().phase).toBe('playing')
      expect(page.$claiming.get()).toEqual({ phase: 'opening', mission: 'open-10' })
      expect(page.$rewardCase.get()).toEqual({ name: box.name, contents })
      page.skip()
      await claimed
      expect(page.$claiming.get()).toMatchObject({ phase: 'claimed', reward: { rollId: ROLL } })
      expect(page.$opening.get()).toMatchObject({
        phase: 'result',
        played: { drops: [{ id: ROLL, rollId: ROLL, state: 'mine' }] },
      })
    })

    it('is sent once, even if it is pressed again while the reel runs', async () => {
      const claimed = page.claimMission(opened)
      await expect.poll(() => page.$opening.get().phase).toBe('playing')
      await page.claimMission(opened)
      page.skip()
      await claimed
      expect(wire.to(CLAIM)).toHaveLength(1)
    })

    it.each(['quick', 'calm'] as const)('shows its result at once in quick mode: %s', async (wish) => {
      if (wish === 'quick') page.$quick.set('on')
      else page.$calm.set('on')
      await page.claimMission(opened)
      expect(page.$claiming.get()).toMatchObject({ phase: 'claimed', reward: { rollId: ROLL } })
      expect(page.$opening.get().phase).toBe('idle')
      expect(wire.to('/api/case/orion')).toEqual([])
    })

    it('shows its result at once when the contents are unknown', async () => {
      wire.on('/api/case/orion', () => fault(500))
      await page.claimMission(opened)
      expect(page.$claiming.get()).toMatchObject({ phase: 'claimed' })
      expect(page.$opening.get().phase).toBe('idle')
    })
  })

  it('of a guest asks to sign in, and sends nothing', async () => {
    page.$user.set({ status: 'guest' })
    await settle()
    await page.claimMission(mission)
    expect(wire.to(CLAIM)).toHaveLength(0)
  })
})
