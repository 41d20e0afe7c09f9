// The measured return of the wheel, as the fairness page shows it.
import { describe, expect, it } from 'vitest'
import { returnsReplySchema } from '../../../src/protocol/fairness.ts'
import { spinReplySchema, wheelReplySchema } from '../../../src/protocol/wheel.ts'
import { countReturns } from '../../../src/server/services/fairness/returns.ts'
import { DEFAULT_KIND } from '../../support/databases/databases.ts'
import { spinWheel } from '../../support/players/games.ts'
import { openTestSite } from '../../support/sites/site.ts'

const PRICE = 100
const DAY_MS = 86_400_000

describe('the measured return of the wheel', () => {
  it('counts paid spins and their winnings, and excludes free ones', async () => {
    const site = await openTestSite(DEFAULT_KIND, { now: () => Date.now() + 2 * DAY_MS })
    try {
      const player = await site.newPlayer()
      const before = returnsReplySchema.parse((await player.get('/api/fairness/returns')).body)
      const { returnToPlayer } = wheelReplySchema.parse((await player.get('/api/wheel')).body)
      const promised = before.games.find(({ game }) => game === 'wheel')
      expect(promised).toMatchObject({ rolls: 0, staked: 0, measured: null })
      expect(promised?.promised).toBeCloseTo(returnToPlayer, 12)
      spinReplySchema.parse((await spinWheel(player, true)).body)
      let won = 0
      for (let spin = 0; spin < 30; spin++) {
        const { prize } = (await spinWheel(player)).body
        won += prize.kind === 'balance' ? prize.amount : prize.kind === 'item' ? prize.price : 0
      }
      await countReturns(site.db, Date.now() + 2 * DAY_MS)
      const other = await openTestSite(DEFAULT_KIND, { beside: site, now: () => Date.now() + 2 * DAY_MS })
      const { games } = returnsReplySchema.parse((await other.guest().get('/api/fairness/returns')).body)
      await other.close()
      const wheel = games.find(({ game }) => game === 'wheel')
      expect(wheel).toMatchObject({ rolls: 30, staked: 30 * PRICE, won, measured: won / (30 * PRICE) })
      expect(wheel?.promised).toBeCloseTo(returnToPlayer, 12)
      expect(wheel?.error).toBeGreaterThan(0)
    } finally {
      await site.close()
    }
  })
})
