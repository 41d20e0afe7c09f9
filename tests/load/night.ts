// What the night takes on a site that has grown, and how long a call may have to wait meanwhile: on PGlite everything waits for one.
import { setInterval as every } from 'node:timers/promises'
import { createNightlyJob } from '../../src/server/jobs/nightly.ts'
import { createTurns } from '../../src/server/jobs/turns.ts'
import { createMetrics } from '../../src/server/metrics/metrics.ts'
import { DATABASE_KINDS, type DatabaseKind } from '../support/databases.ts'
import { openTestSite } from '../support/site.ts'
import { fillWithDrops } from './grown-site.ts'

const DROPS = Number(process.env.DROPS ?? 200_000)

/** The longest that a player's call takes until it is told to stop, in milliseconds. */
async function longestCall(call: () => Promise<unknown>, stop: AbortSignal): Promise<number> {
  let longest = 0
  try {
    for await (const _ of every(10, undefined, { signal: stop })) {
      const began = performance.now()
      await call()
      longest = Math.max(longest, performance.now() - began)
    }
  } catch (error) {
    if (!stop.aborted) throw error
  }
  return longest
}

async function measure(kind: DatabaseKind): Promise<void> {
  const site = await openTestSite(kind)
  try {
    const player = await site.newPlayer()
    await fillWithDrops(site, player.playerId, { drops: DROPS, everyNth: 100 })
    await site.db.asOwner(
      `insert into idempotency_keys (player_id, key, request_hash, answer, at)
        select 1, gen_random_uuid(), repeat('x', 64), json_build_object('filling', repeat('x', 600)), now() - interval '4 days'
        from generate_series(1, ${DROPS / 4})`,
    )
    for (const checksLedger of [false, true]) {
      const done = new AbortController()
      const waiting = longestCall(() => player.get('/api/user/items'), done.signal)
      const said: string[] = []
      const began = performance.now()
      const log = {
        info: (fields: object, message: string) => void said.push(`${message} ${JSON.stringify(fields)}`),
        error: (_: object, message: string) => void said.push(message),
      }
      const { db } = site
      // The turns of the first round are taken: of the second only the check is due.
      const turns = createTurns({ db, now: Date.now })
      const metrics = createMetrics({ process: false })
      await createNightlyJob({ db, turns, metrics, now: Date.now, timeZone: 'UTC', checksLedger, log }).round()
      const took = performance.now() - began
      done.abort()
      console.log(
        `${kind}, ${checksLedger ? 'the check of the ledger' : 'removing and vacuum'}: ${(took / 1000).toFixed(1)} s, a call waited ${(await waiting).toFixed(0)} ms at most`,
      )
      for (const line of said) console.log(`  ${line}`)
    }
  } finally {
    await site.close()
  }
}

/** Prints how long the night takes on each database; there is no goal but to know it. */
export async function run(): Promise<boolean> {
  console.log(`${DROPS} drops and ${DROPS / 4} keys whose time is over\n`)
  for (const kind of DATABASE_KINDS) await measure(kind)
  return true
}
