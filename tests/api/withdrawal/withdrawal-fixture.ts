// A site with a clock for the tests of a file about withdrawals, and a new player with a trade URL for each.
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import type { Withdrawal } from '../../../src/protocol/withdrawal.ts'
import { checkLedger } from '../../../src/server/ledger/check.ts'
import type { DatabaseKind } from '../../support/databases/databases.ts'
import { newTrader } from '../../support/players/withdrawals.ts'
import { type Browser, openTestSite, type TestSite } from '../../support/sites/site.ts'

/** Opens a site before the tests of a file; the ledger is right after every test. */
export function openWithdrawalFixture(kind: DatabaseKind) {
  const fixture = {
    site: undefined as unknown as TestSite,
    player: undefined as unknown as Browser,
    nowMs: Date.now(),

    /** Returns the player's newest withdrawal after the job has processed everything that is due. */
    later: async (ms: number): Promise<Withdrawal> => {
      fixture.nowMs += ms
      await fixture.site.jobs.withdrawals.runOnce()
      // A banned player cannot ask.
      const { withdrawals } = await fixture.site.services.withdrawal.list(fixture.player.playerId, undefined)
      const [withdrawal] = withdrawals
      if (withdrawal === undefined) throw new Error('There is no withdrawal')
      return withdrawal
    },
  }

  beforeAll(async () => {
    fixture.site = await openTestSite(kind, { now: () => fixture.nowMs })
  })

  beforeEach(async () => {
    fixture.nowMs = Date.now()
    fixture.player = await newTrader(fixture.site)
  })

  afterEach(async () => {
    expect((await checkLedger(fixture.site.db)).difference).toBeUndefined()
  })

  afterAll(() => fixture.site.close())

  return fixture
}
