// The sandbox's promo codes: each gives its answer, one of them used up by a bot's paid deposit, made once on any number of instances.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SANDBOX_PROMOS, type SandboxPromo } from '../../../src/game/rewards/sandbox-promos.ts'
import { players } from '../../../src/server/db/schema.ts'
import { type OrderRow, orders } from '../../../src/server/db/schema-payments.ts'
import { checkLedger } from '../../../src/server/ledger/check.ts'
import { addPromoCodes } from '../../../src/server/sandbox/promo-codes.ts'
import { endPromo, listPromos } from '../../../src/server/services/payments/promo-codes.ts'
import { STAND_IN_PLAYERS } from '../../../src/server/steam/stand-in-players.ts'
import { DEFAULT_KIND } from '../../support/databases/databases.ts'
import { copyMigrated } from '../../support/databases/migrated-pglite.ts'
import { OPERATOR } from '../../support/office/operator.ts'
import { RetryingPlayer } from '../../support/sites/retrying-player.ts'
import { serverProcess } from '../../support/sites/server-process.ts'
import { type Browser, openTestSite, type TestSite } from '../../support/sites/site.ts'

const BOT = { steamid: '100000000000000001', name: 'Andromeda', avatar: '/x.svg', level: null }

let site: TestSite
let warnings: object[]

/** What a start of the sandbox does; returns the id of the bot that uses up a code. */
async function start({ db, services }: Pick<TestSite, 'db' | 'services'>): Promise<number> {
  const botId = await services.players.upsertPlayer(BOT, null)
  await addPromoCodes({ db, services, botId, log: { warn: (fields) => void warnings.push(fields) } })
  return botId
}

/** Returns all orders of a site whose players make none. */
function ordersOf({ db }: TestSite): Promise<OrderRow[]> {
  return db.queries.select().from(orders)
}

function promo(kind: SandboxPromo['kind']): SandboxPromo {
  const found = SANDBOX_PROMOS.filter((one) => one.kind === kind)
  if (found[0] === undefined || found.length > 1) throw new Error(`${found.length} codes are of the kind ${kind}`)
  return found[0]
}

async function approve(player: Browser, { code }: SandboxPromo): Promise<unknown> {
  return (await player.post('/api/payment/promocode/approve', { promocode: code })).body
}

async function deposit(player: Browser, { code }: SandboxPromo, amount: number): Promise<unknown> {
  const body = { method_name: 'sandbox-card', sum: amount / 100, promocode: code, user_id: player.playerId }
  return (await player.post('/api/payment/create/sandbox?currency=USD', body)).body
}

async function withLevel(level: number | null): Promise<Browser> {
  const player = await site.newPlayer()
  await site.db.queries.update(players).set({ steamLevel: level }).where(eq(players.id, player.playerId))
  return player
}

beforeAll(async () => {
  warnings = []
  site = await openTestSite(DEFAULT_KIND, { listen: true })
  await start(site)
})

afterAll(async () => {
  expect((await checkLedger(site.db)).difference).toBeUndefined()
  expect(warnings).toEqual([])
  await site.close()
})

describe('the code', () => {
  it('with a bonus is accepted with any deposit', async () => {
    const player = await site.newPlayer()
    const { percent } = promo('bonus')
    expect(await approve(player, promo('bonus'))).toMatchObject({ success: true, percent })
    const order = { bonusPercent: percent, bonus: percent }
    expect(await deposit(player, promo('bonus'), 100)).toMatchObject({ success: true, order })
  })

  it('with a minimum is refused a cent below it and accepted at it', async () => {
    const player = await site.newPlayer()
    const { percent, depositMin } = promo('minimum')
    expect(depositMin).toBeGreaterThan(100)
    expect(await approve(player, promo('minimum'))).toMatchObject({ success: true, percent })
    const refused = await deposit(player, promo('minimum'), depositMin - 1)
    expect(refused).toMatchObject({ success: false, code: 'promo-deposit' })
    const order = { bonusPercent: percent, bonus: (depositMin * percent) / 100 }
    expect(await deposit(player, promo('minimum'), depositMin)).toMatchObject({ success: true, order })
  })

  it('with a Steam level is accepted for some of the stand-in players and refused for others', async () => {
    const answers: unknown[] = []
    for (const { level } of STAND_IN_PLAYERS) {
      const answer = await approve(await withLevel(level), promo('level'))
      const enough = (level ?? 0) >= promo('level').steamLevel
      expect(answer, `level ${level}`).toMatchObject(
        enough ? { success: true, percent: promo('level').percent } : { success: false, code: 'promo-level' },
      )
      answers.push(enough)
    }
    expect(new Set(answers).size).toBe(2)
  })

  it('that is used up is refused, because a bot paid a deposit with it', async () => {
    const refused = await approve(await site.newPlayer(), promo('usedUp'))
    expect(refused).toMatchObject({ success: false, code: 'promo-used-up' })
    const botId = await site.services.players.upsertPlayer(BOT, null)
    const made = await site.db.queries.select().from(orders).where(eq(orders.playerId, botId))
    expect(made).toMatchObject([{ state: 'paid', bonusPercent: promo('usedUp').percent }])
    const [row] = (await listPromos(site.db)).filter(({ code }) => code === promo('usedUp').code.toLowerCase())
    expect(row).toMatchObject({ paid: 1, open: 0, usesMax: 1, cost: made[0]?.bonus })
    const { balance } = (await site.services.players.currentUser(botId)) ?? {}
    expect(balance).toBe(10_000 + (made[0]?.amount ?? 0) + (made[0]?.bonus ?? 0))
  })

  it('that has ended is refused', async () => {
    const refused = await approve(await site.newPlayer(), promo('ended'))
    expect(refused).toMatchObject({ success: false, code: 'promo-ended' })
  })
})

describe('the codes', () => {
  it('are made once: a second start changes nothing, and keeps what the operator ended', async () => {
    await endPromo(site.db, promo('bonus').code.toLowerCase(), new Date(), OPERATOR)
    const before = await listPromos(site.db)
    const botId = await start(site)
    expect(await listPromos(site.db)).toEqual(before)
    expect(before).toHaveLength(SANDBOX_PROMOS.length)
    expect(await site.db.queries.$count(orders, eq(orders.playerId, botId))).toBe(1)
  })

  it('are made once by two instances that start together', async () => {
    const one = await openTestSite(DEFAULT_KIND, { listen: true })
    const two = await openTestSite(DEFAULT_KIND, { listen: true, beside: one })
    try {
      await Promise.all([start(one), start(two)])
      expect(await ordersOf(one)).toMatchObject([{ state: 'paid' }])
      expect(await listPromos(one.db)).toHaveLength(SANDBOX_PROMOS.length)
      expect((await checkLedger(one.db)).difference).toBeUndefined()
    } finally {
      await two.close()
      await one.close()
    }
  })

  it('are used up at the next start when a crash left the deposit unpaid', async () => {
    const other = await openTestSite(DEFAULT_KIND, { listen: true })
    const { db, services } = other
    const settlement = { ...services.settlement, apply: () => Promise.reject(new Error('killed')) }
    try {
      await expect(start({ db, services: { ...services, settlement } })).rejects.toThrow('killed')
      expect(await ordersOf(other)).toMatchObject([{ state: 'created' }])
      await start(other)
      expect(await ordersOf(other)).toMatchObject([{ state: 'paid' }])
      expect((await checkLedger(db)).difference).toBeUndefined()
    } finally {
      await other.close()
    }
  })

  it.each([
    ['on', 'promo-used-up'],
    ['off', 'promo-unknown'],
  ])('exist with bots only: %s', async (HOUSE_PLAYERS, code) => {
    const folder = await mkdtemp(join(tmpdir(), 'spacedrop-promos-'))
    await copyMigrated(join(folder, 'pglite'))
    const server = serverProcess({ DATA_DIR: folder, DATABASE_URL: '', HOUSE_PLAYERS, ICONS: 'off' })
    try {
      const [signInCode] = await server.start(1)
      if (signInCode === undefined) throw new Error('There is no player')
      const player = await RetryingPlayer.signIn(server, signInCode)
      const body = JSON.stringify({ promocode: promo('usedUp').code })
      const { text } = await player.post('/api/payment/promocode/approve', body)
      expect(JSON.parse(text)).toMatchObject({ success: false, code })
    } finally {
      await server.kill()
      await rm(folder, { recursive: true })
    }
  })
})
