// The sign-in through Steam, with the stand-in on the same server: the redirect, the return, and the code for a token.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readDefaultTexts } from '../../../src/content/default-texts.ts'
import { SANDBOX_BALANCE } from '../../../src/game/base/economy.ts'
import { queryRows } from '../../../src/server/db/database.ts'
import { checkLedger } from '../../../src/server/ledger/check.ts'
import { STAND_IN_PLAYERS } from '../../../src/server/steam/stand-in-players.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { type Answer, type Browser, openTestSite, SITE_URL, type TestSite } from '../../support/sites/site.ts'
import { CONFIRMED, choose, finish, locationOf, told } from './steam-sign-in.ts'

describe.each(SUITE_KINDS)('signing in on %s', (kind) => {
  let site: TestSite
  let browser: Browser
  let turn = 0

  beforeAll(async () => {
    site = await openTestSite(kind)
  })

  beforeEach(() => {
    browser = site.guest()
  })

  afterAll(async () => {
    expect((await checkLedger(site.db)).difference).toBeUndefined()
    await site.close()
  })

  async function rowsOf(query: string): Promise<Record<string, unknown>[]> {
    const rows = await queryRows<Record<string, unknown>>(site.db.queries, query)
    return rows
  }

  const count = async (table: string): Promise<number> =>
    Number((await rowsOf(`select count(*) from ${table}`))[0]?.count)

  /** One of the six, another each time. */
  function next(): (typeof STAND_IN_PLAYERS)[number] {
    const player = STAND_IN_PLAYERS[turn++ % STAND_IN_PLAYERS.length]
    if (player === undefined) throw new Error('The stand-in has no players')
    return player
  }

  it('leads from the button to an account with $100 of play money', async () => {
    const player = next()
    const back = await choose(browser, player.steamid, `${CONFIRMED}&back=/case/orion`)
    const fragment = told(await browser.get(back))
    expect(fragment).toEqual({ code: expect.stringMatching(/^[\w-]{43}$/), back: '/case/orion' })
    const users = (await site.guest().get('/api/live/statistic')).body.users
    expect((await finish(browser, fragment.code ?? '')).body.success).toBe(true)
    expect((await browser.get('/api/user/get')).body.user).toEqual({
      id: expect.any(Number),
      username: player.name,
      steamid: player.steamid,
      avatar: player.avatar,
      balance: SANDBOX_BALANCE,
      tradeLink: null,
      lvl: 0,
      exp: 0,
      realityMinutes: null,
      unseeded: expect.stringMatching(/^[0-9a-f]{64}$/),
      termsAsked: null,
    })
    expect(users).toBe(1)
    const { id } = (await browser.get('/api/user/get')).body.user
    expect(
      await rowsOf(`select kind, debit_id, amount::int, reference from transfers where credit_id = ${id}`),
    ).toEqual([{ kind: 'grant', debit_id: 1, amount: SANDBOX_BALANCE, reference: 'welcome' }])
    expect(await rowsOf(`select steam_level from players where id = ${id}`)).toEqual([{ steam_level: player.level }])
  })

  it('sends the sign-in cookie only to the return address', async () => {
    const answer = await browser.get(CONFIRMED)
    const line = [answer.headers['set-cookie'] ?? []].flat().find((one) => one.startsWith('steam_state='))
    expect(line).toMatch(
      /; Path=\/api\/auth; HttpOnly; SameSite=Lax|; Max-Age=600; Path=\/api\/auth; HttpOnly; SameSite=Lax/,
    )
  })

  it.each(['', '?terms=1', '?adult=1', '?terms=0&adult=1', '?terms=1&adult=', '?terms=on&adult=on'])(
    'does not start without both confirmations: %j',
    async (query) => {
      const answer = await browser.get(`/api/auth/steam${query}`)
      expect(told(answer)).toEqual({ error: 'refused' })
      expect(browser.cookies.has('steam_state')).toBe(false)
    },
  )

  it('does not start from a page of another site, which would give both confirmations for the player', async () => {
    const answer = await browser.get(`${CONFIRMED}&back=/case/orion`, { 'sec-fetch-site': 'cross-site' })
    expect([answer.status, locationOf(answer)]).toEqual([303, '/'])
    expect(browser.cookies.has('steam_state')).toBe(false)
  })

  it.each(['same-origin', 'same-site', 'none'])('starts where the browser says %s', async (from) => {
    const answer = await browser.get(CONFIRMED, { 'sec-fetch-site': from })
    expect(answer.status).toBe(302)
    expect(browser.cookies.has('steam_state')).toBe(true)
  })

  it('stores the player, the terms, the time and the address of the consent, at each sign-in', async () => {
    const player = next()
    const before = Date.now()
    for (let i = 0; i < 2; i++) {
      const one = site.guest()
      await finish(one, told(await one.get(await choose(one, player.steamid))).code ?? '')
    }
    const kept = await rowsOf(
      `select terms_version, adult, address, extract(epoch from consents.at) * 1000 as at
       from consents join players on players.id = player_id where steamid = '${player.steamid}'`,
    )
    expect(kept).toHaveLength(2)
    for (const row of kept) {
      expect(row).toMatchObject({ terms_version: readDefaultTexts().termsVersion, adult: true, address: '127.0.0.1' })
      expect(Number(row.at)).toBeGreaterThanOrEqual(before - 1)
      expect(Number(row.at)).toBeLessThanOrEqual(Date.now())
    }
  })

  it('updates name and avatar at the next sign-in, and pays no second welcome bonus', async () => {
    const player = next()
    const consent = { termsVersion: 'old', adult: true, address: '127.0.0.1', at: new Date() }
    const old = { steamid: player.steamid, name: 'Old name', avatar: '/old.svg', level: null }
    const id = await site.services.players.upsertPlayer(old, consent)
    await finish(browser, told(await browser.get(await choose(browser, player.steamid))).code ?? '')
    const { user } = (await browser.get('/api/user/get')).body
    expect(user).toMatchObject({ id, username: player.name, avatar: player.avatar, balance: SANDBOX_BALANCE })
    const [granted] = await rowsOf(`select count(*)::int as grants from transfers where credit_id = ${id}`)
    expect(granted).toEqual({ grants: 1 })
  })

  it('keeps what is known of a player of whom Steam tells nothing, or a part', async () => {
    const consent = { termsVersion: 'x', adult: true, address: '127.0.0.1', at: new Date() }
    const steamid = '76561198999997771'
    const rows = (): Promise<Record<string, unknown>[]> =>
      rowsOf(`select username, avatar, steam_level from players where steamid = '${steamid}'`)
    const upsert = async (name: string | null, avatar: string | null, level: number | null): Promise<unknown> => {
      await site.services.players.upsertPlayer({ steamid, name, avatar, level }, consent)
      return (await rows())[0]
    }
    const unknown = { username: 'Player 7771', avatar: '/assets/img/players/default.svg', steam_level: null }
    expect(await upsert(null, null, null)).toEqual(unknown)
    const known = { username: 's1mple_fan', avatar: '/s1mple.svg', steam_level: 12 }
    expect(await upsert('s1mple_fan', '/s1mple.svg', 12)).toEqual(known)
    expect(await upsert(null, null, null)).toEqual(known)
    expect(await upsert(null, '/new.svg', null)).toEqual({ ...known, avatar: '/new.svg' })
    expect(await upsert('Nova', null, 13)).toEqual({ username: 'Nova', avatar: '/new.svg', steam_level: 13 })
  })

  it('creates one player for many parallel first sign-ins', async () => {
    const consent = { termsVersion: 'x', adult: true, address: '127.0.0.1', at: new Date() }
    const profile = { steamid: '76561198999999999', name: 'Twin', avatar: '/x.svg', level: 1 }
    const ids = await Promise.all(
      Array.from({ length: 10 }, () => site.services.players.upsertPlayer(profile, consent)),
    )
    expect(new Set(ids).size).toBe(1)
    const [row] = await rowsOf(`select balance::int from accounts where id = ${ids[0]}`)
    expect(row).toEqual({ balance: SANDBOX_BALANCE })
  })

  describe('issues no code', () => {
    let players = 0
    let sessions = 0

    beforeEach(async () => {
      players = await count('players')
      sessions = await count('sign_in_codes')
    })

    async function expectNothing(answer: Answer, error: string): Promise<void> {
      expect(told(answer)).toMatchObject({ error })
      expect(told(answer)).not.toHaveProperty('code')
      expect([answer.headers['set-cookie'] ?? []].flat().join()).not.toContain('sign_in=')
      expect(await count('players')).toBe(players)
      expect(await count('sign_in_codes')).toBe(sessions)
    }

    it('for an answer that Steam did not sign', async () => {
      const back = await choose(browser, next().steamid)
      const forged = back.replace(
        /openid\.sig=[^&]+/,
        `openid.sig=${encodeURIComponent('AAAAAAAAAAAAAAAAAAAAAAAAAAA=')}`,
      )
      expect(forged).not.toBe(back)
      await expectNothing(await browser.get(forged), 'failed')
    })

    it('for an answer that names another player', async () => {
      const back = await choose(browser, STAND_IN_PLAYERS[0]?.steamid ?? '')
      const forged = back.replaceAll(STAND_IN_PLAYERS[0]?.steamid ?? '', '76561199000000000')
      expect(forged).not.toBe(back)
      await expectNothing(await browser.get(forged), 'failed')
    })

    it('for an answer in another browser', async () => {
      const back = await choose(browser, next().steamid)
      await expectNothing(await site.guest().get(back), 'failed')
      const other = site.guest()
      await other.get(CONFIRMED)
      await expectNothing(await other.get(back), 'failed')
    })

    it('for an answer that arrives a second time', async () => {
      const back = await choose(browser, next().steamid)
      const state = browser.cookies.get('steam_state') ?? ''
      expect(told(await browser.get(back))).toHaveProperty('code')
      players = await count('players')
      sessions = await count('sign_in_codes')
      browser.cookies.set('steam_state', state)
      await expectNothing(await browser.get(back), 'failed')
    })

    it('for a made-up answer, or none', async () => {
      await browser.get(CONFIRMED)
      await expectNothing(await browser.get('/api/auth/steam/return'), 'failed')
      await expectNothing(await browser.get('/api/auth/steam/return?openid.mode=id_res&state=x'), 'failed')
    })

    it('for a player who cancelled', async () => {
      const back = await choose(browser, 'cancel', `${CONFIRMED}&back=/faq`)
      const answer = await browser.get(back)
      await expectNothing(answer, 'cancelled')
      expect(told(answer).back).toBe('/faq')
    })
  })

  it.each(['https://evil.example', '//evil.example', '/\\evil.example', '/api/user/logout', 'javascript:alert(1)'])(
    'does not redirect to %s',
    async (way) => {
      const start = `${CONFIRMED}&back=${encodeURIComponent(way)}`
      expect(told(await browser.get(await choose(browser, next().steamid, start))).back).toBe('/')
    },
  )

  it('redirects to the site’s own address first, where Steam’s answer needs the cookie', async () => {
    const answer = await browser.get(CONFIRMED, { host: '127.0.0.1:4321' })
    expect(answer.status).toBe(302)
    expect(locationOf(answer)).toBe(`${SITE_URL}${CONFIRMED}`)
    expect(browser.cookies.has('steam_state')).toBe(false)
  })
})
