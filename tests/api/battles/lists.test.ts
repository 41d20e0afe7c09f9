// Battles in lists, in the live strip and in notifications, and what nobody else may see of them.
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { type BattleCard, battlesReplySchema, EMOTES } from '../../../src/protocol/battle.ts'
import type { LiveDrop } from '../../../src/protocol/live.ts'
import { erasePlayer } from '../../../src/server/services/account/erasure.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { OPERATOR } from '../../support/office/operator.ts'
import type { Browser } from '../../support/sites/site.ts'
import { computed, moved, openBattleFixture, refusalOf } from './fixture.ts'

describe.each(SUITE_KINDS)('battles on %s', (kind) => {
  const fixture = openBattleFixture(kind)

  const page = async (path: string, who: Browser = fixture.site.guest()) =>
    battlesReplySchema.parse((await who.get(path)).body)
  /** Reads all pages of a list. */
  async function all(path: string, who?: Browser): Promise<BattleCard[]> {
    const found: BattleCard[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const next = await page(`${path}${path.includes('?') ? '&' : '?'}cursor=${cursor}`, who)
      found.push(...next.battles)
      cursor = next.cursor
    }
    return found
  }
  const lobby = (query: string, who?: Browser) => all(`/api/battles?${query}`, who)
  const idsOf = (battles: readonly BattleCard[]): string[] => battles.map(({ id }) => id)

  describe('in the lobby', () => {
    it('are found by state, mode and price, page by page, in each order', async () => {
      const urls = fixture.cases().map(({ url }) => url)
      const made: BattleCard[] = []
      for (let at = 0; at < 25; at++) {
        const who = await fixture.site.newPlayer()
        const wish = { mode: at % 5 === 0 ? 'jackpot' : 'normal', crazy: at % 3 === 0 } as const
        made.push((await fixture.create(who, { ...wish, rounds: [urls[at % 4] ?? ''] })).battle)
      }
      const newest = made.toReversed()
      expect(idsOf(await lobby('tab=open'))).toEqual(idsOf(newest))
      expect((await page('/api/battles')).battles).toHaveLength(20)
      const dearest = newest.toSorted((one, other) => other.price - one.price)
      expect(idsOf(await lobby('sort=price-down'))).toEqual(idsOf(dearest))
      const cheapest = newest.toSorted((one, other) => one.price - other.price)
      expect(idsOf(await lobby('sort=price-up'))).toEqual(idsOf(cheapest))
      expect(idsOf(await lobby('mode=jackpot'))).toEqual(idsOf(newest.filter(({ mode }) => mode === 'jackpot')))
      expect(idsOf(await lobby('mode=crazy&sort=price-up'))).toEqual(idsOf(cheapest.filter(({ crazy }) => crazy)))
      const [least, most] = [cheapest[5]?.price ?? 0, cheapest[15]?.price ?? 0]
      const between = newest.filter(({ price }) => price >= least && price <= most)
      expect(idsOf(await lobby(`min=${least}&max=${most}`))).toEqual(idsOf(between))
      expect(await lobby('tab=running')).toEqual([])
      for (const cursor of ['x', '1.2.3', '-1', '9999999999999']) {
        expect((await page(`/api/battles?cursor=${cursor}`)).battles).toHaveLength(20)
      }
    })

    it('move from tab to tab, and tell no result that is still shown', async () => {
      const { battle } = await fixture.full()
      expect(idsOf(await lobby('tab=running'))).toEqual([battle.id])
      const drawn = await fixture.draw(battle.id)
      const [running] = await lobby('tab=running')
      expect(running).toMatchObject({ id: battle.id, state: 'drawn', result: null, startsAt: drawn.startsAt })
      const settled = await fixture.settle(drawn)
      expect(await lobby('tab=running')).toEqual([])
      expect((await lobby('tab=ended'))[0]).toMatchObject({ id: battle.id, result: settled.result })
    })

    it('are ordered by their end, which the lobby shows, once they are over', async () => {
      // The fast one is made last and ends first.
      const [first, second] = [await fixture.full({ fast: false }), await fixture.full({ fast: true })]
      const slow = await fixture.draw(first.battle.id)
      await fixture.settle(await fixture.draw(second.battle.id))
      await fixture.settle(slow)
      const ended = await lobby('tab=ended')
      expect(idsOf(ended.slice(0, 2))).toEqual([first.battle.id, second.battle.id])
      const ends = ended.map(({ finishedAt }) => finishedAt ?? 0)
      expect(ends).toEqual(ends.toSorted((one, other) => other - one))
      // A page that begins after the first battle begins with the second.
      const cursor = `${ends[0]}.${first.battle.number}`
      expect((await page(`/api/battles?tab=ended&cursor=${cursor}`)).battles[0]?.id).toBe(second.battle.id)
    })

    it('are not listed where they are private, and found by their link', async () => {
      const who = await fixture.site.newPlayer()
      const { battle } = await fixture.create(who, { isPrivate: true })
      expect(idsOf(await lobby('tab=open'))).not.toContain(battle.id)
      expect(await fixture.view(battle.id)).toMatchObject({ id: battle.id, isPrivate: true })
      const told: BattleCard[] = []
      fixture.site.events.on('battleCards', (cards) => void told.push(...cards))
      moved(await who.post(`/api/battles/${battle.id}/cancel`))
      await expect
        .poll(() => fixture.eventsOf(battle))
        .toContainEqual(expect.objectContaining({ card: expect.objectContaining({ state: 'cancelled' }) }))
      expect(idsOf(told)).not.toContain(battle.id)
    })

    it('refuse an unknown one', async () => {
      const guest = fixture.site.guest()
      expect(refusalOf(await guest.get(`/api/battles/${randomUUID()}`))).toBe('battle-unknown')
      expect(refusalOf(await guest.get('/api/battles/none'))).toBe('battle-unknown')
      expect((await guest.get(`/api/battles/${randomUUID()}/proof`)).status).toBe(404)
      expect((await guest.get('/api/battles?tab=none')).status).toBe(400)
    })
  })

  describe('of a player', () => {
    it('are all in the own history, and the public ones in the profile', async () => {
      const [who, other] = [await fixture.site.newPlayer(), await fixture.site.newPlayer()]
      const secret = (await fixture.create(who, { isPrivate: true })).battle
      const shown = (await fixture.create(who)).battle
      const { battle: joined } = await fixture.join(who, (await fixture.create(other)).battle, 2)
      moved(await who.post(`/api/battles/${shown.id}/cancel`))
      expect(idsOf(await all('/api/user/battles', who))).toEqual([joined.id, shown.id, secret.id])
      expect(idsOf(await all(`/api/user/${who.playerId}/battles`))).toEqual([joined.id])
      expect((await fixture.site.guest().get('/api/user/battles')).status).toBe(401)
      expect((await fixture.site.guest().get('/api/user/0/battles')).status).toBe(404)
      await who.post('/api/user/privacy', { hidden: true })
      expect(await all(`/api/user/${who.playerId}/battles`)).toEqual([])
      const seat = (await fixture.view(joined.id)).seats[1]
      expect(seat?.user).toEqual({ id: null, username: null, avatar: null, lvl: 0 })
      expect(JSON.stringify(await fixture.view(joined.id))).not.toContain(`"id":${who.playerId}`)
      await fixture.settle(await fixture.draw(joined.id))
    })

    it('keep an account from being erased until they are over, and name nobody afterwards', async () => {
      const { battle, players } = await fixture.full()
      const [who] = players
      if (who === undefined) throw new Error('A battle has players')
      const refused = await who.post('/api/user/erasure', { confirmed: true })
      expect(refused.body).toMatchObject({ code: 'erasure-open' })
      expect(await erasePlayer(fixture.site.db, who.playerId, new Date(fixture.nowMs), OPERATOR)).toBe('open')
      await fixture.settle(await fixture.draw(battle.id))
      expect(await erasePlayer(fixture.site.db, who.playerId, new Date(fixture.nowMs), OPERATOR)).toBe('erased')
      expect((await fixture.view(battle.id)).seats[0]?.user).toMatchObject({ id: null, username: null })
    })

    it('are in the download of their data', async () => {
      const { battle, players } = await fixture.full()
      const found = JSON.stringify((await players[0]?.get('/api/user/data.json'))?.body)
      expect(found).toContain(battle.id)
      expect(found).not.toContain('server_seed')
      await fixture.settle(await fixture.draw(battle.id))
    })
  })

  it('show their items in the live strip, with the battle as proof, unless it is private', async () => {
    const told: LiveDrop[] = []
    fixture.site.events.on('drops', (drops) => void told.push(...drops))
    for (const isPrivate of [false, true]) {
      told.length = 0
      const { battle, players } = await fixture.full({ isPrivate })
      const drawn = await fixture.draw(battle.id)
      expect(told).toEqual([])
      const { result, rounds } = await computed(drawn, fixture.secretOf(drawn))
      await fixture.settle(drawn)
      const winner = players[(result.winners[0] ?? 1) - 1]
      const proof = isPrivate ? null : `/battles/${battle.id}`
      expect(told).toMatchObject(
        rounds.flat().map(({ entry }) => ({
          type: 'battle',
          price: entry.priceCents,
          proof,
          user: { id: winner?.playerId },
        })),
      )
      const live: LiveDrop[] = (await fixture.site.guest().get('/api/live')).body.all
      const newest = live.find(({ id }) => id === told.at(-1)?.id)
      expect(newest).toMatchObject({ type: 'battle', proof })
    }
  })

  it('tell winners what they got, and link to the battle', async () => {
    for (const mode of ['normal', 'share'] as const) {
      const { battle, players } = await fixture.full({ mode })
      const drawn = await fixture.draw(battle.id)
      const { result } = await computed(drawn, fixture.secretOf(drawn))
      await fixture.settle(drawn)
      for (const [at, who] of players.entries()) {
        const notices = (await who.get('/api/notification/get')).body
        const told = notices.find(({ link }: { link?: string }) => link === `/battles/${battle.id}`)
        if (!result.winners.includes(at + 1)) expect(told).toBeUndefined()
        else expect(told.title).toBe(mode === 'share' ? 'The battle is over' : 'You won a battle')
      }
      const [entry] = (await players[0]?.get('/api/user/history'))?.body.entries ?? []
      expect(entry.link).toBe(`/battles/${battle.id}`)
    }
  })

  describe('emotes', () => {
    it('are shown at the seat of their player, one in two seconds', async () => {
      const { battle, players } = await fixture.full()
      const [one, two] = players as [Browser, Browser]
      const emote = (who: Browser, name: string) => who.post(`/api/battles/${battle.id}/emote`, { emote: name })
      expect((await emote(one, 'gg')).body).toEqual({ success: true })
      expect((await emote(two, EMOTES[0])).body).toEqual({ success: true })
      expect(fixture.eventsOf(battle).filter(({ kind: event }) => event === 'emote')).toEqual([
        { id: battle.id, kind: 'emote', slot: 1, emote: 'gg' },
        { id: battle.id, kind: 'emote', slot: 2, emote: EMOTES[0] },
      ])
      const again = await emote(one, 'gg')
      expect(again.status).toBe(429)
      expect(again.headers['retry-after']).toBeDefined()
      const stranger = await fixture.site.newPlayer()
      expect(refusalOf(await emote(stranger, 'gg'))).toBe('battle-unseated')
      expect((await emote(await fixture.site.newPlayer(), 'none')).status).toBe(400)
      await fixture.settle(await fixture.draw(battle.id))
    })
  })
})
