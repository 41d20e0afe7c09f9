// A player with two items at the upgrade, and a fake server, for tests of the store.
import { afterEach, beforeEach, vi } from 'vitest'
import type { Refusal } from '../../../src/protocol/common.ts'
import type { OwnedItem, Target } from '../../../src/protocol/inventory.ts'
import type { UpgradeReply } from '../../../src/protocol/upgrade.ts'
import { $upgrade, clearStake, keep, setSide, setTarget, skip } from '../../../src/stores/games/upgrade.ts'
import { $inventory } from '../../../src/stores/inventory/inventory.ts'
import { $quick } from '../../../src/stores/kernel/preferences.ts'
import { $user } from '../../../src/stores/kernel/user.ts'
import { redline } from '../sample-item.ts'
import { openServerFixture } from '../server-fixture.ts'
import { PLAYER, type ServerStub } from '../server-stub.ts'

export const ROLL = '0199a2f0-0000-7000-8000-00000000000f'

export const id = (number: number): string => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`

export const owned = (number: number, price = 100): OwnedItem => ({
  id: id(number),
  item: redline,
  price,
  won_price: price,
  source: 'case',
  won_at: number,
})

export const target: Target = { item: { ...redline, id: 'ak-47-redline.fn' }, price: 1000, edge: 800 }

export const PLAY = '/api/upgrade'
const NEWEST = '/api/user/items?sort=new'

export const refusal = (code: Refusal['code']): Refusal => ({ success: false, code, message: `No: ${code}` })

export function rolled(won: boolean, balance = 500): UpgradeReply {
  const drop = won ? { id: ROLL, price: target.price, item: target.item, roll: 42 } : null
  return {
    success: true,
    won,
    id: ROLL,
    roll: won ? 42 : 999_999,
    from: 1,
    to: 460_000,
    stake: 500,
    target,
    drop,
    balance,
  }
}

export function balance(): number | null {
  const state = $user.get()
  return state.status === 'authorised' ? state.user.balance : null
}

export const known = (balanceCents: number): unknown => ({ success: true, user: { ...PLAYER, balance: balanceCents } })

/** Sets the player up before each test of a file; the server is new each time. */
export function openUpgradeFixture(): { readonly wire: ServerStub } {
  const { wire } = openServerFixture({ toFake: ['setTimeout', 'clearTimeout'] })
  beforeEach(() => {
    wire.on('/api/settings', () => ({}))
    wire.on(NEWEST, () => ({ success: true, items: [], cursor: null, total: { count: 0, sum: 0 } }))
    vi.stubGlobal('matchMedia', () => ({ matches: false }))
    $quick.set('off')
    $user.set({ status: 'authorised', user: PLAYER })
    $upgrade.set({ phase: 'idle' })
    $inventory.set({
      ...$inventory.get(),
      status: 'ready',
      items: [owned(2), owned(1)],
      total: { count: 2, sum: 200 },
      cursor: null,
    })
    clearStake()
    setSide('under')
    setTarget(target)
  })

  afterEach(() => {
    skip()
    keep()
  })
  return {
    wire,
  }
}
