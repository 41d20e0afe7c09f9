// A player with items at the contract's table, and the server at the other end of the wire, for tests of the store.
import { afterEach, beforeEach, vi } from 'vitest'
import type { Refusal } from '../../src/contract/common.ts'
import type { ContractPreviewReply, ContractReply, ContractTableView } from '../../src/contract/contract.ts'
import type { ItemsReply, OwnedItem } from '../../src/contract/inventory.ts'
import { $docks, $results, $signing, itemsIn, keep, NO_DOCKS, skip, sumOf, toggle } from '../../src/stores/contract.ts'
import { loadInventory } from '../../src/stores/inventory.ts'
import { $quick } from '../../src/stores/preferences.ts'
import { $user } from '../../src/stores/user.ts'
import { redline } from './redline.ts'

const idOf = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
export const WON = idOf(900)

/** Items 1 to 14, of 101 to 114 cents. */
export const OWNED: readonly OwnedItem[] = Array.from({ length: 14 }, (_, place) => ({
  id: idOf(place + 1),
  item: redline,
  price: 101 + place,
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

interface Call {
  readonly path: string
  readonly body: { readonly ids?: readonly string[]; readonly oddsHash?: string }
  readonly key: string | null
}

type Answer = (call: Call) => unknown

/** The server at the other end of the wire: a table of answers; a function may fail as a lost network does. */
export const desk: { answers: Record<string, Answer>; calls: Call[] } = { answers: {}, calls: [] }

async function serve(path: string, init?: RequestInit): Promise<Response> {
  init?.signal?.throwIfAborted()
  const call: Call = {
    path: path.replace(/\?.*/, ''),
    body: typeof init?.body === 'string' ? JSON.parse(init.body) : {},
    key: new Headers(init?.headers).get('idempotency-key'),
  }
  desk.calls.push(call)
  const said = await desk.answers[call.path]?.(call)
  init?.signal?.throwIfAborted()
  if (said === undefined) return new Response('{}', { status: 404 })
  return said instanceof Response ? said.clone() : Response.json(said)
}

export const lost = (): never => {
  throw new TypeError('Failed to fetch')
}

export const asked = (path: string): Call[] => desk.calls.filter((call) => call.path === path)
export const signings = (): Call[] => asked('/api/contract')

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
    },
  })
}

export function balance(): number | null {
  const state = $user.get()
  return state.status === 'authorised' ? state.user.balance : null
}

/** A table over what lies in the docks, as the server makes it. */
export const preview: Answer = ({ body }): ContractPreviewReply => {
  const put = OWNED.filter(({ id }) => body.ids?.includes(id))
  return { success: true, table: tableOf(sumOf(put)) }
}

/** Waits for what must happen, on a busy machine too. */
export const until = (what: () => boolean): Promise<unknown> => vi.waitUntil(what, { timeout: 20_000, interval: 5 })

export async function put(...items: readonly OwnedItem[]): Promise<void> {
  for (const item of items) toggle(item)
  await until(() => $results.get().status !== 'loading')
}

export const ids = (): string[] => itemsIn($docks.get()).map(({ id }) => id)

/** A player at an empty table before each test of a file. */
export function openDesk(): void {
  beforeEach(async () => {
    desk.calls = []
    desk.answers = {
      '/api/settings': () => ({}),
      '/api/contract/preview': preview,
      '/api/user/items': () => list(OWNED),
      '/api/user/get': () => {
        const state = $user.get()
        return state.status === 'authorised' ? { success: true, user: state.user } : undefined
      },
    }
    vi.stubGlobal('document', { cookie: 'token=t; XSRF-TOKEN=x' })
    vi.stubGlobal('window', new EventTarget())
    vi.stubGlobal('fetch', serve)
    vi.stubGlobal('matchMedia', () => ({ matches: false }))
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    $quick.set('off')
    $signing.set({ phase: 'idle' })
    $docks.set(NO_DOCKS)
    $results.set({ status: 'none' })
    player()
    await loadInventory()
    desk.calls = []
  })

  afterEach(() => {
    vi.useRealTimers()
    skip()
    // What a result leaves for the next frames is done here, not in the test after it.
    keep()
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })
}
