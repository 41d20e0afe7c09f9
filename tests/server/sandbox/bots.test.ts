// Bots through the real app: every game leaves a correct ledger, bots are named wherever they appear, and a stopped game stops nobody.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seededRandom } from '../../../src/art/random.ts'
import { RefusalError } from '../../../src/server/base/refusal.ts'
import { queryRows } from '../../../src/server/db/database.ts'
import { checkLedger } from '../../../src/server/ledger/check.ts'
import { playGame, prepareBot } from '../../../src/server/sandbox/bot-games.ts'
import { sellAll } from '../../../src/server/sandbox/bot-money.ts'
import { openBots } from '../../../src/server/sandbox/bots.ts'
import { BOT_GAMES, BOTS } from '../../../src/server/sandbox/roster.ts'
import { reportDays } from '../../../src/server/services/operations/report.ts'
import type { Services } from '../../../src/server/services/services.ts'
import { createBattle } from '../../support/players/battles.ts'
import { type BotSite, openBotSite } from '../../support/players/bots.ts'

let site: BotSite

beforeAll(async () => {
  site = await openBotSite('minutes')
  await site.drawRaffles()
  await site.play(3)
})

afterAll(async () => {
  await site.close()
})

async function countOf(query: string): Promise<number> {
  const [row] = await queryRows<{ count: number }>(site.db.queries, `select count(*)::int as count from ${query}`)
  return row?.count ?? 0
}

const cheapCase = () => {
  const boxes = [...site.catalogue.current.catalogue.cases.values()].filter(({ enabled }) => enabled)
  const [box] = boxes.sort((a, b) => a.priceCents - b.priceCents)
  if (box === undefined) throw new Error('The shop has no case')
  return box
}

const lobby = async (tab: string) => (await site.guest().get(`/api/battles?tab=${tab}`)).body.battles

describe('after three minutes of a new sandbox', () => {
  it('the ledger adds up, and nothing was an error', async () => {
    expect((await checkLedger(site.db)).difference).toBeUndefined()
    expect(site.errors).toEqual([])
  })

  it('a guest finds open battles, one that was played, cases, spins and a raffle with entrants', async () => {
    expect((await lobby('open')).length).toBeGreaterThanOrEqual(1)
    expect((await lobby('running')).length + (await lobby('ended')).length).toBeGreaterThanOrEqual(1)
    for (const game of ['case', 'wheel']) expect(await countOf(`rolls where game = '${game}'`), game).toBeGreaterThan(0)
    const { raffles } = (await site.guest().get('/api/raffle')).body
    expect(
      raffles.reduce((sum: number, { open }: { open: { players: number } }) => sum + open.players, 0),
    ).toBeGreaterThan(0)
  })

  it('every player shown is named as a bot', async () => {
    await site.jobs.leaderboards.runOnce()
    const guest = site.guest()
    const bodies: Record<string, unknown> = {
      live: (await guest.get('/api/live')).body,
      open: await lobby('open'),
      ended: await lobby('ended'),
      wheel: (await guest.get('/api/wheel')).body,
      leaderboard: (await guest.get('/api/leaderboard')).body,
      profile: (await guest.get(`/api/user/${site.bots.playerIds[0]}`)).body,
    }
    for (const [name, body] of Object.entries(bodies)) {
      const names = [...JSON.stringify(body).matchAll(/"username":"([^"]*)"/g)].map(([, username]) => username)
      expect(names.length, name).toBeGreaterThan(0)
      for (const username of names) expect(username, name).toMatch(/^Bot /)
    }
  })

  it('the operator’s report counts no bot as a player', async () => {
    const first = new Date(site.components.now()).toISOString().slice(0, 10)
    const [day] = await reportDays(site.db, { first, last: first, zone: 'UTC' })
    expect(day).toMatchObject({ joined: 0, active: 0 })
    expect(day?.played).toBeGreaterThan(0)
  })
})

describe('the battle of a player', () => {
  it('is joined by a bot where it is public, and by none where it is private', async () => {
    const player = await site.newPlayer()
    const open = await createBattle(player, cheapCase())
    const secret = await createBattle(player, cheapCase(), { isPrivate: true })
    await site.play(1)
    const seatsOf = async (id: string) => (await player.get(`/api/battles/${id}`)).body.battle.seats
    expect(await seatsOf(open.id)).toMatchObject([
      { own: true },
      { user: { username: expect.stringMatching(/^Bot /) } },
    ])
    expect(await seatsOf(secret.id)).toMatchObject([{ own: true }])
    expect(site.errors).toEqual([])
  })
})

describe('a bot', () => {
  /** Bots over services of which some are replaced. */
  async function botsWith(replaced: Partial<Services>) {
    const errors: object[] = []
    const { services, components } = site
    const bots = await openBots({
      services: { ...services, ...replaced },
      lease: components.lease,
      now: components.now,
      seed: 'faults',
      isWatched: () => true,
      log: { error: (fields) => void errors.push(fields), debug: () => undefined },
    })
    return { bots, errors }
  }

  const rolls = (game?: string) => countOf(game === undefined ? 'rolls' : `rolls where game = '${game}'`)

  it.each([...BOT_GAMES])('plays: %s', async (game) => {
    const [id, entry] = [site.bots.playerIds[0] ?? Number.NaN, BOTS[0]]
    if (entry === undefined) throw new Error('There is no bot')
    const character = { ...entry.character, sellChance: 0 }
    const bot = { id, username: entry.name, avatar: entry.avatar, character }
    const parts = { services: site.services, random: seededRandom('game') }
    await sellAll(site.services, id)
    await prepareBot(parts, bot)
    const isWorthContract = async () => {
      const { items } = await site.services.inventory.items(id, { sort: 'cheap' })
      return items.length >= 3 && items.slice(0, 3).reduce((sum, { price }) => sum + price, 0) >= 100
    }
    while (game === 'contract' && !(await isWorthContract())) await playGame(parts, bot, 'case')
    const before = await rolls(game)
    if (game === 'raffle') await site.db.asOwner(`delete from raffle_entries where player_id = ${id}`)
    expect(await playGame(parts, bot, game)).toBe(true)
    if (game === 'raffle') expect(await countOf(`raffle_entries where player_id = ${id}`)).toBe(1)
    else expect(await rolls(game)).toBeGreaterThan(before)
    expect((await checkLedger(site.db)).difference).toBeUndefined()
  })

  it('plays something else where a game is stopped', async () => {
    const refuse = () => Promise.reject(new RefusalError('case-paused'))
    const { bots, errors } = await botsWith({
      opening: { ...site.services.opening, open: refuse },
      contract: { ...site.services.contract, preview: refuse },
      spinning: { ...site.services.spinning, spin: refuse },
      joining: { ...site.services.joining, join: refuse },
    })
    const before = await rolls('upgrade')
    for (const place of bots.playerIds.keys()) await bots.turn(place)
    expect(await rolls('upgrade')).toBeGreaterThan(before)
    expect(errors).toEqual([])
  })

  it('survives errors, of which each kind is logged once', async () => {
    const fail = () => Promise.reject(new Error('broken'))
    const { battles, opening } = site.services
    const { bots, errors } = await botsWith({
      opening: { ...opening, open: fail },
      battles: {
        ...battles,
        lists: { ...battles.lists, lobby: () => Promise.resolve({ battles: [], cursor: null }) },
        creating: { create: fail },
      },
    })
    const before = await rolls()
    for (const place of bots.playerIds.keys()) await bots.turn(place)
    for (let turn = 0; turn < 2; turn++) await bots.lobbyTurn()
    expect(await rolls()).toBeGreaterThan(before)
    expect(errors).toMatchObject([{ doing: 'case' }, { doing: 'battle-create' }])
  })

  it('deposits where it has neither money nor items left', async () => {
    const id = site.bots.playerIds[3] ?? Number.NaN
    await sellAll(site.services, id)
    await site.db.queries.execute(`update accounts set balance = 0 where id = ${id}`)
    await site.bots.turn(3)
    const [{ balance } = { balance: 0 }] = await queryRows<{ balance: number }>(
      site.db.queries,
      `select balance from accounts where id = ${id}`,
    )
    expect(Number(balance)).toBeGreaterThan(0)
    // What the test took from it is missing from its balance; the ledger has it.
    await site.db.queries.execute(`update accounts set balance =
      (select sum(amount) from entries where account_id = accounts.id) where id = ${id}`)
    expect((await checkLedger(site.db)).difference).toBeUndefined()
  })
})
