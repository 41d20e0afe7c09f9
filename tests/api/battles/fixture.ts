// A site with battles for the tests of a file, and what its players do in them.
import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect } from 'vitest'
import { cents } from '../../../src/game/base/money.ts'
import { BATTLE_FORMATS, type BattleFormat, partOfPrice } from '../../../src/game/battles/battle.ts'
import { battleSeed } from '../../../src/game/battles/lock.ts'
import { type BattleEntry, type DrawnBattle, drawBattle } from '../../../src/game/battles/rolls.ts'
import { timelineMs } from '../../../src/game/battles/timeline.ts'
import { runDraw } from '../../../src/game/fairness/fairness.ts'
import {
  type BattleEvent,
  type BattleMoveReply,
  type BattleView,
  battleMoveReplySchema,
  battleReplySchema,
  type CreateBattleBody,
  type JoinBattleBody,
} from '../../../src/protocol/battle.ts'
import { createEvents } from '../../../src/server/base/events.ts'
import { createDrand } from '../../../src/server/beacon/drand/drand.ts'
import { sha256 } from '../../../src/server/beacon/drand/signature.ts'
import { type Database, queryRows } from '../../../src/server/db/database.ts'
import { HOUSE_ACCOUNTS } from '../../../src/server/ledger/accounts.ts'
import { checkLedger } from '../../../src/server/ledger/check.ts'
import { idempotencyKeyOf } from '../../../src/server/services/calls/idempotency.ts'
import { payPlayer } from '../../../src/server/services/money/pay.ts'
import { createServices, type Services } from '../../../src/server/services/services.ts'
import type { DatabaseKind } from '../../support/databases/databases.ts'
import { makeChain, startRelay, type TestRelay } from '../../support/outside/beacon-relay.ts'
import {
  type Answer,
  type Browser,
  openTestSite,
  type TestSite,
  type TestSiteOptions,
} from '../../support/sites/site.ts'

/** A million dollars. */
const RICH = 100_000_000

export type Moved = Extract<BattleMoveReply, { success: true }>

/** The client seed of a seat, as browsers draw it. */
export const freshSeed = (): string => randomBytes(8).toString('hex')

/** Returns the successful reply of a move. */
export function moved(answer: Answer): Moved {
  const reply = battleMoveReplySchema.parse(answer.body)
  if (!reply.success) throw new Error(`${reply.code}: ${reply.message}`)
  return reply
}

/** Returns the code of a refused call; null for a success. */
export const refusalOf = ({ body }: Answer): string | null => (body.success === true ? null : body.code)

interface ContentEntry extends BattleEntry {
  readonly itemId: string
}

/** Computes a battle from what everybody sees of it, as a browser does. */
export async function computed(battle: BattleView, secret: string): Promise<DrawnBattle<ContentEntry>> {
  const lock = battle.locks.at(-1)
  if (lock === undefined) throw new Error('The battle was not locked')
  expect(createHash('sha256').update(lock.text).digest('hex')).toBe(lock.hash)
  const key = await battleSeed(sha256, lock.hash, secret)
  const rounds = battle.rounds.map(({ oddsHash }) =>
    [...(battle.contents[oddsHash] ?? [])]
      .sort((one, other) => one.from - other.from)
      .map(({ item, price, tickets }) => ({ itemId: item.id, priceCents: cents(price), tickets })),
  )
  const hmac = (message: string) => createHmac('sha256', key).update(message).digest()
  return runDraw(hmac, drawBattle({ ...battle, rounds, seeds: battle.seats.map(({ seed }) => seed) }))
}

export interface BattleFixtureOptions extends TestSiteOptions {
  /** Draws from a beacon instead of committed seeds. */
  readonly withBeacon?: boolean
  /** What its clock shows first. */
  readonly startMs?: number
}

const START_MS = Date.parse('2027-03-24T12:30:00Z')

/** Opens a site before the tests of a file, and checks the ledger at the end. */
export function openBattleFixture(
  kind: DatabaseKind,
  { withBeacon = false, startMs = START_MS, ...options }: BattleFixtureOptions = {},
) {
  const chain = makeChain('battles')
  const fixture = {
    site: undefined as unknown as TestSite,
    relay: undefined as unknown as TestRelay,
    chain,
    nowMs: startMs,
    /** How late the beacon outputs its rounds. */
    relayLagMs: 0,
    /** Events of all battles, in their order: a card is sent a moment after its change, so those of an earlier test may come late. */
    events: [] as BattleEvent[],

    eventsOf: ({ id }: Pick<BattleView, 'id'>): BattleEvent[] => fixture.events.filter((event) => event.id === id),
    /** The lines of the log. */
    log: [] as string[],

    /** The cheapest cases, by price. */
    cases: () =>
      [...fixture.site.catalogue.current.catalogue.cases.values()]
        .filter(({ enabled }) => enabled)
        .sort((one, other) => one.priceCents - other.priceCents),

    /** Two rounds of cheap cases. */
    rounds: (): string[] =>
      fixture
        .cases()
        .slice(0, 2)
        .map(({ url }) => url),

    priceOf: (rounds: readonly string[]): number =>
      rounds.reduce((sum, url) => sum + (fixture.site.catalogue.current.catalogue.cases.get(url)?.priceCents ?? 0), 0),

    body: (wish: Partial<CreateBattleBody> = {}): CreateBattleBody => {
      const rounds = wish.rounds ?? fixture.rounds()
      return {
        format: '1v1',
        mode: 'normal',
        crazy: false,
        fast: true,
        rounds,
        isPrivate: false,
        percent: 100,
        fund: 0,
        price: fixture.priceOf(rounds),
        seed: freshSeed(),
        ...wish,
      }
    },

    create: async (who: Browser, wish: Partial<CreateBattleBody> = {}): Promise<Moved> =>
      moved(await who.post('/api/battles', fixture.body(wish))),

    joinBody: (battle: BattleView, slot: number, wish: Partial<JoinBattleBody> = {}): JoinBattleBody => {
      const percent = wish.percent ?? 100
      const price = cents(battle.price)
      const pays = partOfPrice(price, percent) - partOfPrice(price, Math.min(battle.fund, percent))
      return { slot, percent, pays, seed: freshSeed(), ...wish }
    },

    join: async (who: Browser, battle: BattleView, slot: number, wish: Partial<JoinBattleBody> = {}): Promise<Moved> =>
      moved(await who.post(`/api/battles/${battle.id}/join`, fixture.joinBody(battle, slot, wish))),

    view: async (id: string, who: Browser = fixture.site.guest()): Promise<BattleView> => {
      const reply = battleReplySchema.parse((await who.get(`/api/battles/${id}`)).body)
      if (!reply.success) throw new Error(reply.code)
      return reply.battle
    },

    balanceOf: async (who: Browser): Promise<number> => (await who.get('/api/user/get')).body.user.balance,

    two: async (): Promise<[Browser, Browser]> => [await fixture.site.newPlayer(), await fixture.site.newPlayer()],

    /** What the account of a battle holds. */
    heldBy: async ({ number }: Pick<BattleView, 'number'>): Promise<number> => {
      const text = `select coalesce(sum(amount), 0) as held from entries where account_id = -${number}`
      const [row] = await fixture.rows<{ held: string }>(text)
      return Number(row?.held)
    },

    /** Title and content of a player's notifications, but for the first one. */
    noticesOf: async (who: Browser): Promise<string[]> =>
      (await who.get('/api/notification/get')).body
        .map(({ title, content }: { title: string; content: string }) => `${title}. ${content}`)
        .filter((notice: string) => !notice.startsWith('Welcome')),

    leave: (who: Browser, { id }: BattleView): Promise<Answer> => who.post(`/api/battles/${id}/leave`),

    cancel: (who: Browser, { id }: BattleView): Promise<Answer> => who.post(`/api/battles/${id}/cancel`),

    /** Moves the clock, and does what is due. */
    pass: async (ms: number): Promise<void> => {
      fixture.nowMs += ms
      await fixture.site.jobs.battles.runOnce()
      await fixture.site.jobs.battleDraws.runOnce()
    },

    /** Draws a locked battle. */
    draw: async (id: string): Promise<BattleView> => {
      const before = await fixture.view(id)
      let dueInMs = (before.locks.at(-1)?.drawAt ?? fixture.nowMs) - fixture.nowMs
      // A draw skips a battle whose row another transaction still holds, and takes it in the next run.
      await expect
        .poll(async () => {
          await fixture.pass(dueInMs)
          dueInMs = 0
          return (await fixture.view(id)).state
        })
        .toBe('drawn')
      return fixture.view(id)
    },

    /** Lets the show of a drawn battle end. */
    settle: async (battle: BattleView): Promise<BattleView> => {
      await fixture.pass(timelineMs({ rounds: battle.rounds.length, fast: battle.fast }))
      const settled = await fixture.view(battle.id)
      expect(settled.state).toBe('settled')
      return settled
    },

    /** Makes a battle and fills it with new players; returns its players by slot. */
    full: async (wish: Partial<CreateBattleBody> = {}): Promise<{ battle: BattleView; players: Browser[] }> => {
      const format: BattleFormat = wish.format ?? '1v1'
      const players: Browser[] = []
      for (let slot = 1; slot <= BATTLE_FORMATS[format].seats; slot++) players.push(await fixture.site.newPlayer())
      const [creator, ...others] = players
      if (creator === undefined) throw new Error('A battle has seats')
      let { battle } = await fixture.create(creator, wish)
      for (const [place, who] of others.entries()) battle = (await fixture.join(who, battle, place + 2)).battle
      return { battle, players }
    },

    /**
     * Returns the services of a process that is gone at a prepared statement: before it takes effect, or after. What it would have done
     * next is not done.
     */
    servicesThatEndAt: (name: string, moment: 'before' | 'after'): Promise<Services> => {
      const { db, log, ...components } = fixture.site.components
      const run: Database['run'] = async (statement, values) => {
        if (statement.name !== name) return db.run(statement, values)
        if (moment === 'after') await db.run(statement, values)
        throw new Error('This process is gone')
      }
      const quiet = Object.assign(Object.create(log), { error: () => undefined })
      return createServices({ ...components, db: { ...db, run }, log: quiet, events: createEvents() })
    },

    /** Takes the last seat of a battle in a process that is gone at a statement. */
    lockAt: async (
      name: string,
      moment: 'before' | 'after',
      wish: Partial<CreateBattleBody> = {},
    ): Promise<BattleView> => {
      const [creator, other] = await fixture.two()
      const { battle } = await fixture.create(creator, wish)
      const { battles } = await fixture.servicesThatEndAt(name, moment)
      const body = fixture.joinBody(battle, 2)
      const key = idempotencyKeyOf(other.playerId, randomUUID(), 'join', body)
      await battles.joining.join(other.playerId, battle.id, body, key)
      battles.stop()
      return battle
    },

    /** The secret that was revealed. */
    secretOf: ({ randomness }: BattleView): string => {
      const secret = randomness.source === 'seed' ? randomness.serverSeed : randomness.signature
      if (secret === null) throw new Error('The battle was not drawn')
      return secret
    },

    /** Returns the rows of a statement. */
    rows: <Row extends object>(text: string): Promise<Row[]> => queryRows<Row>(fixture.site.db.queries, sql.raw(text)),

    /** Pays players enough for thousands of battles. */
    rich: async (players: readonly Browser[]): Promise<void> => {
      for (const { playerId } of players) {
        const payment = { playerId, amount: cents(RICH), locked: cents(0), kind: 'grant', reference: 'test' } as const
        await fixture.site.db.transaction((tx) => payPlayer(tx, { from: HOUSE_ACCOUNTS.sandbox, ...payment }))
      }
    },

    checkLedger: async (): Promise<void> => {
      expect((await checkLedger(fixture.site.db)).difference).toBeUndefined()
    },
  }

  beforeAll(async () => {
    fixture.relay = await startRelay(chain, () => fixture.nowMs - fixture.relayLagMs)
    const beacon = createDrand({ chain: chain.chain, relays: [fixture.relay.address], fetch })
    fixture.site = await openTestSite(kind, {
      now: () => fixture.nowMs,
      log: fixture.log,
      ...(withBeacon ? { beacon } : {}),
      ...options,
    })
    fixture.site.events.on('battle', (event) => void fixture.events.push(event))
  })

  afterAll(async () => {
    await fixture.checkLedger()
    expect(fixture.log.filter((line) => line.includes('"level":50'))).toEqual([])
    expect(fixture.site.retries.filter((code) => code === '40P01')).toEqual([])
    await fixture.site.close()
    await fixture.relay.close()
  })

  return fixture
}
