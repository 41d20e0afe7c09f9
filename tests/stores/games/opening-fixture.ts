// A signed-in player at a case, and a fake server, for tests of openings.
import { afterEach, beforeEach, vi } from 'vitest'
import type { OpenReply } from '../../../src/protocol/case.ts'
import type { Refusal } from '../../../src/protocol/common.ts'
import { $opening, enterCase, skip, unsoldOf } from '../../../src/stores/games/opening.ts'
import { $quick } from '../../../src/stores/kernel/preferences.ts'
import { $user } from '../../../src/stores/kernel/user.ts'
import { redline } from '../sample-item.ts'
import { openServerFixture } from '../server-fixture.ts'
import { type Call, PLAYER, type ServerStub } from '../server-stub.ts'

export const FIRST = '00000000-0000-4000-8000-000000000001'
export const SECOND = '00000000-0000-4000-8000-000000000002'

/** The answer to an opening; drops without an id are those of a demo. */
export function opened(balance: number | null, ids: readonly (string | null)[]): OpenReply {
  return {
    success: true,
    balance,
    drops: ids.map((id) => ({ id, price: 700, item: redline, roll: 42 })),
    rolls: ids.flatMap((id, nonce) => (id === null ? [] : [{ id, nonce, roll: 42 }])),
  }
}

export const refusal = (code: Refusal['code']): Refusal => ({ success: false, code, message: `No: ${code}` })

/** Signs a player in. */
export function player(balance: number): void {
  $user.set({ status: 'authorised', user: { ...PLAYER, balance } })
}

/** The response of a server for the same player with this balance. */
export function reload(balanceCents: number): unknown {
  const state = $user.get()
  return { success: true, user: { ...(state.status === 'authorised' ? state.user : {}), balance: balanceCents } }
}

/** The displayed balance; null for a guest. */
export function balance(): number | null {
  const state = $user.get()
  return state.status === 'authorised' ? state.user.balance : null
}

/** What the prizes of the result that can still be sold are worth, in cents. */
export function unsold(): number {
  const opening = $opening.get()
  return opening.phase === 'result' ? unsoldOf(opening.played.drops) : 0
}

/** A player with $100 at a case for $2.50 before each test of a file; the server is new each time. */
export function openOpeningFixture(): { readonly server: ServerStub; readonly opens: () => Call[] } {
  const { wire: server } = openServerFixture({ toFake: ['setTimeout'] })
  beforeEach(() => {
    server.on('/api/settings', () => ({}))
    vi.stubGlobal('matchMedia', () => ({ matches: false }))
    $quick.set('off')
    player(10_000)
    enterCase({ url: 'orion', price: 250, enabled: true })
  })
  afterEach(() => {
    skip()
  })
  return {
    server,
    opens: () => server.calls.filter(({ path }) => path.endsWith('/open')),
  }
}
