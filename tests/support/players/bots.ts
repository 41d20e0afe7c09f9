// The bots of a sandbox in simulated time: their turns, the lobby and the jobs of battles, by the site's clock.
import { seededRandom } from '../../../src/art/random.ts'
import { type BotParts, type Bots, openBots } from '../../../src/server/sandbox/bots.ts'
import { LOBBY_TICK_MS } from '../../../src/server/sandbox/lobby-plan.ts'
import { drawPause } from '../../../src/server/sandbox/rhythm.ts'
import { openTestSite, type TestSite, type TestSiteOptions } from '../sites/site.ts'

const HOUR_MS = 3_600_000
/** The lobby is looked at half as often as on a site, to save time. */
const STEP_MS = 2 * LOBBY_TICK_MS
/** Battles are drawn and settled a little later than when they are due. */
const JOBS_EVERY = 2

/** A site whose clock stands still until it is moved. */
export interface BotSite extends TestSite {
  readonly bots: Bots
  /** What the bots logged as errors. */
  readonly errors: readonly Record<string, unknown>[]
  /** Lets the bots play for a time. */
  play(minutes: number): Promise<void>
  /** Opens raffles, and draws those that are over. */
  readonly drawRaffles: () => Promise<unknown>
}

/** Opens a site with bots of a seed, that are not started. */
export async function openBotSite(
  seed: string,
  { parts = {}, ...options }: TestSiteOptions & { readonly parts?: Partial<BotParts> } = {},
): Promise<BotSite> {
  // Five past: no raffle of the hour closes within the first minutes.
  let nowMs = Math.ceil(Date.now() / HOUR_MS) * HOUR_MS + 300_000
  const now = (): number => nowMs
  const site = await openTestSite('pglite', { now, idClock: now, listen: true, ...options })
  const errors: Record<string, unknown>[] = []
  const bots = await openBots({
    services: site.services,
    lease: site.components.lease,
    now,
    seed,
    isWatched: () => true,
    log: { error: (fields) => void errors.push(fields as Record<string, unknown>), debug: () => undefined },
    ...parts,
  })
  const random = seededRandom(seed)
  const next = bots.playerIds.map(() => nowMs + drawPause(random))
  return {
    ...site,
    bots,
    errors,
    drawRaffles: site.jobs.raffles.runOnce,
    play: async (minutes) => {
      const endMs = nowMs + minutes * 60_000
      for (let tick = 0; nowMs < endMs; tick++) {
        nowMs += STEP_MS
        for (const [place, atMs] of next.entries()) {
          if (atMs > nowMs) continue
          await bots.turn(place)
          next[place] = nowMs + drawPause(random)
        }
        await bots.lobbyTurn()
        if (tick % JOBS_EVERY === 0) await site.jobs.battles.runOnce()
      }
    },
  }
}
