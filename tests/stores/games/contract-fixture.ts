// A player with items at the contract's table, and a fake server, for tests of the store.
import { afterEach, beforeEach, vi } from 'vitest'
import type { Refusal } from '../../../src/protocol/common.ts'
import type { ContractPreviewReply, ContractReply, ContractTableView } from '../../../src/protocol/contract.ts'
import type { ItemsReply, OwnedItem } from '../../../src/protocol/inventory.ts'
import { $contract, $preview, $slots, keep, skip, toggleItem } from '../../../src/stores/games/contract.ts'
import { EMPTY_SLOTS, itemsIn, sumOf } from '../../../src/stores/games/contract-slots.ts'
import { loadInventory } from '../../../src/stores/inventory/inventory.ts'
import { $quick } from '../../../src/stores/kernel/preferences.ts'
import { $user } from '../../../src/stores/kernel/user.ts'
import { redline } from '../sample-item.ts'
import { openServerFixture, type ServerFixture } from '../server-fixture.ts'
import type { Call } from '../server-stub.ts'

const idOf = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
export const WON = idOf(900)

/** Items 1 to 14, of 101 to 114 cents. */
export const OWNED: readonly OwnedItem[] = Array.from({ length: 14 }, (_, place) => ({
  id: idOf(place + 1),
  item: redline,
  price: 101 + place,
  won_price: 101 + place,
  source: 'case',
  won_at: place,
}))
export const [FIRST, SECOND, THIRD, FOURTH] = OWNED as readonly [OwnedItem, OwnedItem, OwnedItem, OwnedItem]

export const tableOf = (sum: number, hash = 'a'): ContractTableView => ({
  sum,
  from: Math.ceil(sum / 4),
  to: sum * 4,
  widened: false,
  returnToPlayer: 0.9,
  oddsHash: hash.repeat(64),
  entries: [{ item: redline, price: 700, tickets: 1_000_000, from: 1, to: 1_000_000 }],
})

export const refusal = (code: Refusal['code']): Refusal => ({ success: false, code, message: `No: ${code}` })

export const signed = (sum: number): ContractReply => ({
  success: true,
  drop: { id: WON, price: 700, item: redline, roll: 42 },
  sum,
  balance: 10_000,
})

export const list = (items: readonly OwnedItem[]): ItemsReply => ({
  success: true,
  items: [...items],
  cursor: null,
  total: { count: items.length, sum: sumOf(items) },
})

/** Returns the body of a preview or a contract. */
export const bodyOf = ({ body }: Call) => body as { readonly ids?: readonly string[]; readonly oddsHash?: string }

function player(): void {
  $user.set({
    status: 'authorised',
    user: {
      id: 7,
      username: 'Ada',
      steamid: '7656',
      avatar: '',
      balance: 9000,
      tradeLink: null,
      lvl: 0,
      exp: 0,
      realityMinutes: null,
      unseeded: null,
      termsAsked: null,
    },
  })
}

export function balance(): number | null {
  const state = $user.get()
  return state.status === 'authorised' ? state.user.balance : null
}

/** Returns a table for the items in the slots, as the server makes it. */
export const preview = (call: Call): ContractPreviewReply => {
  const put = OWNED.filter(({ id }) => bodyOf(call).ids?.includes(id))
  return { success: true, table: tableOf(sumOf(put)) }
}

/** Waits for a condition, on a busy machine too. */
export const until = (what: () => boolean): Promise<unknown> => vi.waitUntil(what, { timeout: 20_000, interval: 5 })

export async function put(...items: readonly OwnedItem[]): Promise<void> {
  for (const item of items) toggleItem(item)
  await until(() => $preview.get().status !== 'loading')
}

export const ids = (): string[] => itemsIn($slots.get()).map(({ id }) => id)

export interface ContractFixture extends Pick<ServerFixture, 'wire'> {
  /** Returns the calls to a path, with any query. */
  asked(path: string): Call[]
  signings(): Call[]
}

/** Sets a player at an empty table before each test of a file; loading the inventory is no call. */
export function openContractFixture(): ContractFixture {
  const { wire } = openServerFixture()
  const asked = (path: string): Call[] => wire.calls.filter((call) => call.path.replace(/\?.*/, '') === path)

  beforeEach(async () => {
    wire.on('/api/settings', () => ({}))
    wire.on('/api/contract/preview', preview)
    wire.on('/api/user/items', () => list(OWNED))
    wire.on('/api/user/get', () => {
      const state = $user.get()
      return state.status === 'authorised' ? { success: true, user: state.user } : undefined
    })
    vi.stubGlobal('matchMedia', () => ({ matches: false }))
    $quick.set('off')
    $contract.set({ phase: 'idle' })
    $slots.set(EMPTY_SLOTS)
    $preview.set({ status: 'none' })
    player()
    await loadInventory()
    wire.calls.length = 0
  })

  afterEach(() => {
    vi.useRealTimers()
    skip()
    keep()
  })

  return { wire, asked, signings: () => asked('/api/contract') }
}
