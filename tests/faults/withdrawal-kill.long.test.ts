// The server is killed repeatedly during withdrawals. Each item gets one offer, none is forgotten, and the ledger is
// correct.

import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pass } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { partnerOf } from '../../src/game/withdrawal/trade-link.ts'
import { createEvents } from '../../src/server/base/events.ts'
import { withdrawals } from '../../src/server/db/schema-withdrawals.ts'
import { createWithdrawalJob } from '../../src/server/jobs/withdrawals.ts'
import { checkLedger } from '../../src/server/ledger/check.ts'
import { createSandboxTrade } from '../../src/server/trade/sandbox/sandbox.ts'
import { SUITE_KINDS } from '../support/databases/databases.ts'
import { loadCatalogue } from '../support/shop/shop.ts'
import { KILLABLE_SECRET, type KillableServer, openKillableServer } from '../support/sites/killable-server.ts'
import { RetryingPlayer } from '../support/sites/retrying-player.ts'

const PLAYERS = 4
const KILLS = 4
/** From a start to the next kill: in the middle of players' requests. */
const CALM_MS = [150, 600, 300, 900] as const
/** Longer than any lease, and than the delay after a failure. */
const LATER_MS = 3_600_000

/** Opens ten cases and withdraws the items until stopped; returns the items. */
async function withdrawAll(player: RetryingPlayer, steamid: string, isOver: () => boolean): Promise<string[]> {
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

describe.each(SUITE_KINDS)('a server on %s that is killed during withdrawals', (kind) => {
  let site: KillableServer

  beforeAll(async () => {
    site = await openKillableServer(kind)
  })

  afterAll(async () => {
    await site.close()
  })

  it('makes one offer for each and forgets none', async () => {
    const { server } = site
    const codes = await server.start(PLAYERS)
    let isOver = false
    // A code is valid for one sign-in: one that a crash interrupted could not be repeated.
    const players = await Promise.all(codes.map((code) => RetryingPlayer.signIn(server, code)))
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
        secret: KILLABLE_SECRET,
        siteUrl: 'http://shop.test',
        folder: join(site.folder, 'sandbox-trades'),
      }
      let laterMs = LATER_MS
      const now = (): number => Date.now() + laterMs
      const { provider } = createSandboxTrade({ ...options, now })
      const current = await loadCatalogue()
      const checking = {
        checks: false,
        catalogue: () => current,
        steamAccountOf: () => Promise.reject(new Error('off')),
      }
      const log = pino({ level: 'silent' })
      const job = createWithdrawalJob({ db, provider, events: createEvents(), now, log, ...checking })
      // A run must not take longer than this; there are several.
      for (let waiting = 1; waiting > 0; ) {
        await job.runOnce()
        // An offer that is missing is believed at the next look.
        laterMs += 60_000
        const rows = await db.queries.select({ state: withdrawals.state }).from(withdrawals)
        waiting = rows.filter(({ state }) => state === 'requested' || state === 'buying').length
      }
      const rows = await db.queries.select().from(withdrawals)
      expect(rows.map(({ itemId }) => itemId).sort()).toEqual(asked.toSorted())
      expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(['sent']))
      // Drafts that a crash left behind are ignored.
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
