// The duration of nightly jobs on a site with many drops, and how long a call waits meanwhile: PGlite has one
// connection.
import { setInterval as every } from 'node:timers/promises'
import { createJobLease } from '../../../src/server/db/job-lease.ts'
import { createNightlyJob } from '../../../src/server/jobs/nightly.ts'
import { createMetrics } from '../../../src/server/metrics/metrics.ts'
import { DATABASE_KINDS, type DatabaseKind } from '../../support/databases/databases.ts'
import { openTestSite } from '../../support/sites/site.ts'
import { fillWithDrops } from './grown-site.ts'

/** The longest call of a player until it is stopped, in milliseconds. */
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

async function measure(kind: DatabaseKind, drops: number): Promise<void> {
  const site = await openTestSite(kind)
  try {
    const player = await site.newPlayer()
    await fillWithDrops(site, player.playerId, { drops, everyNth: 100 })
    await site.db.asOwner(
      `insert into idempotency_keys (player_id, key, request_hash, answer, at)
        select 1, gen_random_uuid(), repeat('x', 64), json_build_object('filling', repeat('x', 600)), now() - interval '4 days'
        from generate_series(1, ${drops / 4})`,
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
      // The first run has taken its leases: in the second only the check is due.
      const turns = createJobLease({ db, now: Date.now })
      const metrics = createMetrics({ process: false })
      const { publishing } = site.services
      const parts = { db, publishing, lease: turns, metrics, now: Date.now, timeZone: 'UTC', checksLedger, log }
      await createNightlyJob(parts).runOnce()
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

/** Prints the duration of nightly jobs on each database. It has no goal. */
export async function run(drops: number): Promise<boolean> {
  console.log(`${drops} drops and ${drops / 4} keys whose time is over\n`)
  for (const kind of DATABASE_KINDS) await measure(kind, drops)
  return true
}
