// A site with a fake clock, and deposits that arrive by it.
import type { PaymentState } from '../../../src/server/payments/provider.ts'
import type { DatabaseKind } from '../databases/databases.ts'
import { PAID, TestProvider } from '../outside/payment-provider.ts'
import { depositPaid } from '../players/gifts.ts'
import { type Browser, openTestSite, type TestSite } from './site.ts'

export interface ClockedSite extends TestSite {
  /** Sets the clock, e.g. to '2027-03-28T00:59:59Z'. */
  setClock(iso: string): void
  /** Orders an amount in dollars and moves the order to a state, paid by default; returns the order's id. */
  deposit(player: Browser, sum: number, ...states: PaymentState[]): Promise<string>
}

/** Opens a site at a time in a zone. */
export async function openClockedSite(kind: DatabaseKind, iso: string, timeZone = 'UTC'): Promise<ClockedSite> {
  let clock = Date.parse(iso)
  const now = () => clock
  const site = await openTestSite(kind, {
    now,
    idClock: now,
    environment: { TIME_ZONE: timeZone },
    payments: { providers: [new TestProvider()], standIn: undefined },
  })
  return Object.assign(site, {
    setClock: (to: string) => {
      clock = Date.parse(to)
    },
    deposit: (player: Browser, sum: number, ...states: PaymentState[]) =>
      depositPaid(site, player, sum, states.length === 0 ? [PAID] : states),
  })
}
