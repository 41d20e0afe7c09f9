// The server is killed again and again while items are on their way. Each item gets one offer, none is forgotten, and the books are
// right.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pass } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withdrawals } from '../../src/server/db/schema-withdrawals.ts'
import { createEvents } from '../../src/server/events.ts'
import { createWithdrawalJob } from '../../src/server/jobs/withdrawals.ts'
import { checkLedger } from '../../src/server/ledger/check.ts'
import { createSandboxTrade } from '../../src/server/trade/sandbox/sandbox.ts'
import { DATABASE_KINDS } from '../support/databases.ts'
import { LastingPlayer } from '../support/lasting-player.ts'
import { MORTAL_SECRET, type MortalSite, openMortalSite } from '../support/mortal-site.ts'
import { partnerOf } from '../support/withdrawals.ts'

const PLAYERS = 4
const KILLS = 4
/** From a start to the next kill: in the middle of what players ask for. */
const CALM_MS = [150, 600, 300, 900] as const
/** Longer than any lease, and than the pause after a failure. */
const LATER_MS = 3_600_000

/** Opens ten cases and sends what was in them on its way, until told to stop; answers the items. */
async function withdrawAll(player: LastingPlayer, steamid: string, isOver: () => boolean): Promise<string[]> {
  const tradeLink = `https://steamcommunity.com/tradeoffer/new/?partner=${partnerOf(steamid)}&token=abcdEFGH`
  const set = await player.post('/api/user/trade-link', JSON.stringify({ tradeLink }))
  expect(JSON.parse(set.text)).toMatchObject({ success: true })
  const sent: string[] = []
  while (!isOver()) {
    const opened = await player.post('/api/case/first-step/open', JSON.stringify({ count: 10 }))
    const ids: string[] = JSON.parse(opened.text).drops.map(({ id }: { id: string }) => id)
    const asked = await player.post('/api/user/items/withdraw', JSON.stringify({ ids }))
    expect(JSON.parse(asked.text)).toMatchObject({ success: true })
    sent.push(...ids)
  }
  return sent
}

describe.each(DATABASE_KINDS)('a server on %s that is killed while items are on their way', (kind) => {
  let site: MortalSite

  beforeAll(async () => {
    site = await openMortalSite(kind)
  })

  afterAll(async () => {
    await site.close()
  })

  it('makes one offer for each and forgets none', async () => {
    const { server } = site
    const codes = await server.start(PLAYERS)
    let isOver = false
    // A code is good for one sign-in: one that a crash cut short could not be made again.
    const players = await Promise.all(codes.map((code) => LastingPlayer.signIn(server, code)))
    const playing = Promise.all(
      players.map((player, place) =>
        withdrawAll(player, `7656119800000${String(place).padStart(4, '0')}`, () => isOver),
      ),
    )
    const killing = (async () => {
      for (let kill = 0; kill < KILLS; kill++) {
        await pass(CALM_MS[kill % CALM_MS.length])
        await server.killAndRestart()
      }
    })()
    try {
      await Promise.race([killing, playing])
    } finally {
      isOver = true
    }
    await killing
    const asked = (await playing).flat()
    await server.kill()

    const db = await site.openDatabase()
    try {
      const left = await db.queries.select({ state: withdrawals.state }).from(withdrawals)
      const options = {
        secret: MORTAL_SECRET,
        siteUrl: 'http://shop.test',
        folder: join(site.folder, 'sandbox-trades'),
      }
      const now = (): number => Date.now() + LATER_MS
      const { provider } = createSandboxTrade({ ...options, now })
      const job = createWithdrawalJob({ db, provider, events: createEvents(), now, log: pino({ level: 'silent' }) })
      // A round takes no more than it should; there is more than one of it.
      for (let waiting = 1; waiting > 0; ) {
        await job.round()
        const rows = await db.queries.select({ state: withdrawals.state }).from(withdrawals)
        waiting = rows.filter(({ state }) => state === 'requested' || state === 'buying').length
      }
      const rows = await db.queries.select().from(withdrawals)
      expect(rows.map(({ itemId }) => itemId).sort()).toEqual(asked.toSorted())
      expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(['sent']))
      // Beside them lie drafts that a crash left behind, which nobody reads.
      const trades = (await readdir(join(site.folder, 'sandbox-trades'))).filter((name) => name.endsWith('.json'))
      expect(trades.toSorted()).toEqual(rows.map(({ reference }) => `${reference}.json`).sort())
      expect((await checkLedger(db)).difference).toBeUndefined()
      const open = left.filter(({ state }) => state !== 'sent').length
      console.info(`${kind}: ${KILLS} kills, ${rows.length} withdrawals, ${open} of them left open by the last one`)
    } finally {
      await db.close()
    }
  })
})
