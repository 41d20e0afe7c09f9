// Shared results and overlays through the real app: who may publish and take back, what others see, and what an attacker gets.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type OverlayState, overlayReplySchema, shareReplySchema, TOKEN } from '../../../src/protocol/sharing.ts'
import { erasePlayer } from '../../../src/server/services/account/erasure.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { OPERATOR } from '../../support/office/operator.ts'
import { signContract, spinWheel, upgradeTwice, win, winForContract } from '../../support/players/games.ts'
import { type Browser, openTestSite, type TestSite } from '../../support/sites/site.ts'

const UNKNOWN_TOKEN = 'A'.repeat(22)

const STRANGE_TOKENS = [
  '',
  ' ',
  '1',
  `${UNKNOWN_TOKEN}A`,
  `${UNKNOWN_TOKEN.slice(1)}.`,
  "' or 1=1 --",
  '__proto__',
  '%00',
]

let clock = Date.now()

describe.each(SUITE_KINDS)('sharing on %s', (kind) => {
  let site: TestSite

  beforeAll(async () => {
    site = await openTestSite(kind, { now: () => clock, idClock: () => clock })
  })

  afterAll(async () => {
    await site.close()
  })

  const publish = (player: Browser, roll: string | undefined) => player.post('/api/share', { roll })

  async function tokenOf(player: Browser, roll: string | undefined): Promise<string> {
    const { path } = shareReplySchema.parse((await publish(player, roll)).body) as { path: string }
    return path.slice('/win/'.length)
  }

  const find = (token: string) => site.services.shares.find(token)

  describe('a result', () => {
    it('of a case is published with what it won and cost, and no roll is public before', async () => {
      const player = await site.newPlayer()
      const [won] = await win(player, 1, 'orion')
      const token = await tokenOf(player, won?.id)
      expect(token).toMatch(TOKEN)
      expect(await find(token)).toMatchObject({
        rollId: won?.id,
        game: 'case',
        price: won?.price,
        cost: 250,
        isWon: true,
        case: { url: 'orion' },
        player: { id: player.playerId, username: expect.stringMatching(/^Player/) },
        isPlayMoney: true,
      })
    })

    it('keeps its token, and gets another one after it was taken back', async () => {
      const player = await site.newPlayer()
      const [won] = await win(player, 1)
      const first = await tokenOf(player, won?.id)
      expect(await tokenOf(player, won?.id)).toBe(first)
      expect((await player.post('/api/share/end', { roll: won?.id })).body).toMatchObject({ success: true })
      expect(await find(first)).toBeUndefined()
      expect(await site.services.shares.exists(first)).toBe(false)
      expect(await tokenOf(player, won?.id)).not.toBe(first)
    })

    it('published twice at once has one token', async () => {
      const player = await site.newPlayer()
      const [won] = await win(player, 1)
      const tokens = await Promise.all(Array.from({ length: 8 }, () => tokenOf(player, won?.id)))
      expect(new Set(tokens).size).toBe(1)
    })

    it('of an upgrade names its stake, and a lost one its target as not won', async () => {
      const player = await site.newPlayer()
      const seen = new Set<boolean>()
      while (seen.size < 2) {
        const [staked] = await win(player, 1)
        if (staked === undefined) throw new Error('Nothing was won')
        const { body } = await upgradeTwice(player, [staked], 0)
        if (!body.success || seen.has(body.won)) continue
        seen.add(body.won)
        expect(await find(await tokenOf(player, body.id))).toMatchObject({
          game: 'upgrade',
          cost: staked.price,
          isWon: body.won,
          price: body.target.price,
          item: { id: body.target.item.id },
        })
      }
    })

    it('of a contract costs what its items were worth', async () => {
      const player = await site.newPlayer()
      const items = await winForContract(player, 3)
      await signContract(player, items)
      const [signed] = (await player.get('/api/user/rolls?game=contract')).body.rolls
      expect(await find(await tokenOf(player, signed.id))).toMatchObject({
        game: 'contract',
        cost: items.reduce((sum, { price }) => sum + price, 0),
        price: signed.won.price,
        case: null,
      })
    })

    it('of another player, of another game or of nobody is refused alike', async () => {
      const [player, other] = [await site.newPlayer(), await site.newPlayer()]
      const [won] = await win(other, 1)
      await spinWheel(player, true)
      const { rolls } = (await player.get('/api/user/rolls?game=wheel')).body
      for (const roll of [won?.id, randomUUID(), rolls[0].id]) {
        const { status, body } = await publish(player, roll)
        expect({ status, code: body.code }).toEqual({ status: 200, code: 'share-unknown' })
      }
      const token = await tokenOf(other, won?.id)
      expect((await player.post('/api/share/end', { roll: won?.id })).body.code).toBe('share-unknown')
      expect(await find(token)).toBeDefined()
      expect((await publish(site.guest(), won?.id)).status).not.toBe(200)
    })

    it('is read by its token only', async () => {
      for (const token of [...STRANGE_TOKENS, UNKNOWN_TOKEN]) {
        expect(await find(token), token).toBeUndefined()
        expect(await site.services.shares.exists(token), token).toBe(false)
      }
    })

    it('hides the name with the profile, and is gone with the account', async () => {
      const player = await site.newPlayer()
      const [won] = await win(player, 1)
      const token = await tokenOf(player, won?.id)
      await player.post('/api/user/privacy', { hidden: true })
      expect(await find(token)).toMatchObject({ player: null })
      await player.post('/api/user/overlay', { action: 'make' })
      expect(await erasePlayer(site.db, player.playerId, new Date(clock), OPERATOR)).toBe('erased')
      expect(await find(token)).toBeUndefined()
      expect(await site.services.overlays.of(player.playerId)).toBeNull()
    })
  })

  describe('an overlay', () => {
    async function make(player: Browser, action = 'make'): Promise<string> {
      const { overlay } = (await player.post('/api/user/overlay', { action })).body
      return overlay.path.slice('/overlay/'.length)
    }

    /** Returns what an overlay shows when the reels of all games so far have stopped. */
    async function stateOf(token: string): Promise<OverlayState> {
      clock += 11_000
      return overlayReplySchema.parse((await site.guest().get(`/api/overlay/${token}`)).body).overlay
    }

    it('is made, replaced and removed by its player', async () => {
      const player = await site.newPlayer()
      expect((await player.get('/api/user/overlay')).body).toEqual({ success: true, overlay: null })
      const first = await make(player)
      expect(first).toMatch(TOKEN)
      const second = await make(player)
      expect(second).not.toBe(first)
      expect((await site.guest().get(`/api/overlay/${first}`)).status).toBe(404)
      expect((await site.guest().get(`/api/overlay/${second}`)).status).toBe(200)
      await player.post('/api/user/overlay', { action: 'end' })
      expect((await site.guest().get(`/api/overlay/${second}`)).status).toBe(404)
      expect((await player.post('/api/user/overlay', { action: 'restart' })).body.overlay).toBeNull()
    })

    it('answers 404 calmly to any other token', async () => {
      for (const token of [...STRANGE_TOKENS.map(encodeURIComponent), UNKNOWN_TOKEN]) {
        const { status, body } = await site.guest().get(`/api/overlay/${token}`)
        expect(status, token).toBe(404)
        expect(body.success, token).toBe(false)
      }
    })

    it('shows drops and sums once their reels have stopped, and names nobody', async () => {
      const player = await site.newPlayer()
      await win(player, 1, 'orion')
      clock += 11_000
      const token = await make(player)
      const drops = await win(player, 3, 'orion')
      expect(await site.services.overlays.state(token)).toMatchObject({ opened: 0, paid: 0, won: 0, drops: [{}] })
      const state = await stateOf(token)
      expect(state).toMatchObject({
        playMoney: true,
        opened: 3,
        paid: 750,
        won: drops.reduce((sum, { price }) => sum + price, 0),
      })
      expect(state.drops).toHaveLength(4)
      expect(state.drops[0]).toMatchObject({ cost: 250, type: 'case' })
      expect(JSON.stringify(state)).not.toContain('Player')
      expect(JSON.stringify(state)).not.toContain(String(player.playerId))
    })

    it('counts a staked item as cost, and every round once', async () => {
      const player = await site.newPlayer()
      const token = await make(player)
      const [staked] = await win(player, 1, 'orion')
      if (staked === undefined) throw new Error('Nothing was won')
      expect((await stateOf(token)).opened).toBe(1)
      const { body } = await upgradeTwice(player, [staked], 100)
      expect(body.success).toBe(true)
      const expected = {
        opened: 1,
        upgrades: 1,
        paid: 250 + staked.price + 100,
        won: staked.price + (body.won ? body.target.price : 0),
      }
      expect(await stateOf(token)).toMatchObject(expected)
      expect(await stateOf(token)).toMatchObject(expected)
      expect(await make(player, 'restart')).toBe(token)
      expect(await stateOf(token)).toMatchObject({ opened: 0, upgrades: 0, paid: 0, won: 0 })
    })
  })
})
