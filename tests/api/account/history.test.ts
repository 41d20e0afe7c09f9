// The history of an account: texts, pages, and a file that equals the ledger to the cent.
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { LANGUAGES } from '../../../src/game/base/language.ts'
import { TRANSFER_KINDS } from '../../../src/game/base/transfers.ts'
import { type HistoryEntry, historyReplySchema, type OwnRoll, rollsReplySchema } from '../../../src/protocol/account.ts'
import { queryRows } from '../../../src/server/db/database.ts'
import { FIRST_PLAYER_ID } from '../../../src/server/db/schema.ts'
import { HOUSE_ACCOUNTS } from '../../../src/server/ledger/accounts.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { signContract, upgradeTwice, win, winForContract } from '../../support/players/games.ts'
import { readCsv } from '../../support/runner/csv.ts'
import { type Browser, openTestSite, type TestSite } from '../../support/sites/site.ts'

const ROWS = 5_000

/** Many small gifts on past days, each at its own time; the balance includes them. */
const gifts = (playerId: number, count: number): string => `
insert into transfers (id, kind, debit_id, credit_id, amount, reference, at)
  select (lpad(to_hex(1600000000000 + n), 12, '0') || '7000800000000000' || lpad(to_hex(${playerId - FIRST_PLAYER_ID}), 4, '0'))::uuid,
    'grant', ${HOUSE_ACCOUNTS.sandbox}, ${playerId}, 1 + n % 700, 'gift', to_timestamp(1600000000 + n * 0.001)
  from generate_series(1, ${count}) n;
update accounts set balance = balance + (select sum(1 + n % 700) from generate_series(1, ${count}) n) where id = ${playerId}`

const centsOf = (amount: string): number => {
  expect(amount).toMatch(/^-?\d+\.\d\d$/)
  return Number(amount.replace('.', ''))
}

describe.each(SUITE_KINDS)('the history on %s', (kind) => {
  let site: TestSite
  let address: string

  beforeAll(async () => {
    site = await openTestSite(kind, { listen: true })
    const listening = site.app.server.address()
    address = `http://127.0.0.1:${typeof listening === 'object' && listening !== null ? listening.port : 0}`
  })

  afterAll(() => site.close())

  const historyOf = async (player: Browser, query = '', language = 'en') =>
    historyReplySchema.parse((await player.get(`/api/user/history?${query}`, { 'accept-language': language })).body)

  async function balanceOf(player: Browser): Promise<number> {
    return (await player.get('/api/user/get')).body.user.balance
  }

  /** Returns everything of a paged list. */
  async function allOf<Entry>(page: (cursor: string) => Promise<{ entries: Entry[]; cursor: string | null }>) {
    const all: Entry[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const next: { entries: Entry[]; cursor: string | null } = await page(cursor === '' ? '' : `cursor=${cursor}`)
      expect(next.entries.length).toBeLessThanOrEqual(50)
      all.push(...next.entries)
      cursor = next.cursor
    }
    return all
  }

  it('lists transfers newest first, with links to details', async () => {
    const player = await site.newPlayer()
    const won = await win(player, 3)
    await player.post('/api/user/items/sell', { ids: won.slice(0, 2).map(({ id }) => id), isAll: false })
    const { body: upgraded } = await upgradeTwice(player, won.slice(2), 10)
    const { entries, cursor } = await historyOf(player)
    expect(cursor).toBeNull()
    const [, , { price = 0 } = {}] = won
    expect(price).toBeGreaterThan(0)
    expect(entries.map(({ kind, text, amount, link }) => ({ kind, text, amount, link }))).toEqual([
      { kind: 'upgrade', text: 'Upgrade stake', amount: -10, link: `/fairness?roll=${upgraded.id}` },
      {
        kind: 'sell',
        text: '2 items sold',
        amount: won.slice(0, 2).reduce((sum, item) => sum + item.price, 0),
        link: null,
      },
      { kind: 'open', text: 'Case opening: First Step', amount: -150, link: '/case/first-step' },
      { kind: 'grant', text: 'Play money', amount: 10_000, link: null },
    ])
    expect(entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(await balanceOf(player))
  })

  it.each(LANGUAGES)('has texts for every kind in %s', async (language) => {
    const player = await site.newPlayer()
    const rows = TRANSFER_KINDS.map(
      (name, place) =>
        `(gen_random_uuid(), '${name}', ${HOUSE_ACCOUNTS.sandbox}, ${player.playerId}, 1, '${player.playerId}${place}')`,
    )
    await site.db.asOwner(`insert into transfers (id, kind, debit_id, credit_id, amount, reference) values ${rows}`)
    try {
      const { entries } = await historyOf(player, '', language)
      expect(new Set(entries.map(({ kind }) => kind))).toEqual(new Set(TRANSFER_KINDS))
      for (const { text } of entries) expect(text).not.toMatch(/^history|\{\{|^$/)
    } finally {
      await site.db.asOwner(
        `update accounts set balance = balance + ${TRANSFER_KINDS.length} where id = ${player.playerId}`,
      )
    }
  })

  it('groups rewards and rolls, each with a link to its source', async () => {
    const player = await site.newPlayer()
    const roll = '0199a2f0-0000-7000-8000-000000000001'
    const kinds = ['spin-won', 'calendar', 'mission', 'referral'] as const
    const rows = kinds.map(
      (name) =>
        `(gen_random_uuid(), '${name}', ${HOUSE_ACCOUNTS.sandbox}, ${player.playerId}, 1, '${name === 'spin-won' ? roll : `${player.playerId}${name}`}')`,
    )
    const paid = ['spin', 'referral-back'].map(
      (name) =>
        `(gen_random_uuid(), '${name}', ${player.playerId}, ${HOUSE_ACCOUNTS.sandbox}, 1, '${name === 'spin' ? roll : `${player.playerId}${name}`}')`,
    )
    await site.db.asOwner(
      `insert into transfers (id, kind, debit_id, credit_id, amount, reference) values ${[...rows, ...paid]}`,
    )
    const linksOf = async (only: string) =>
      new Map((await historyOf(player, `only=${only}`)).entries.map((entry) => [entry.kind, entry.link]))
    const proof = `/fairness?roll=${roll}`
    expect(await linksOf('games')).toEqual(
      new Map([
        ['spin-won', proof],
        ['spin', proof],
      ]),
    )
    expect(await linksOf('bonuses')).toEqual(
      new Map([
        ['referral-back', '/referral'],
        ['referral', '/referral'],
        ['mission', '/missions'],
        ['calendar', '/calendar'],
        ['grant', null],
      ]),
    )
    await site.db.asOwner(
      `update accounts set balance = balance + ${kinds.length - paid.length} where id = ${player.playerId}`,
    )
  })

  it('can be filtered by group', async () => {
    const player = await site.newPlayer()
    const won = await win(player, 2)
    await player.post('/api/user/items/sell', { ids: [won[0]?.id], isAll: false })
    const kinds = async (only: string) => (await historyOf(player, `only=${only}`)).entries.map((entry) => entry.kind)
    expect(await kinds('games')).toEqual(['open'])
    expect(await kinds('sales')).toEqual(['sell'])
    expect(await kinds('bonuses')).toEqual(['grant'])
    expect(await kinds('deposits')).toEqual([])
    expect(await kinds('withdrawals')).toEqual([])
    expect((await player.get('/api/user/history?only=everything')).status).toBe(400)
  })

  it('lists each transfer once across pages, and none of other players', async () => {
    const [player, other] = [await site.newPlayer(), await site.newPlayer()]
    await site.db.asOwner(gifts(player.playerId, 120))
    await site.db.asOwner(gifts(other.playerId, 30))
    const entries = await allOf<HistoryEntry>((cursor) => historyOf(player, cursor))
    expect(entries).toHaveLength(121)
    expect(new Set(entries.map(({ id }) => id)).size).toBe(121)
    expect(entries.map(({ id }) => id)).toEqual(
      entries
        .map(({ id }) => id)
        .toSorted()
        .reverse(),
    )
    expect(entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(await balanceOf(player))
  })

  it('lists rolls in pages, by game, with the prize of each and whether it can be verified', async () => {
    const player = await site.newPlayer()
    for (let times = 0; times < 6; times++) await win(player, 10)
    const { body: signed } = await signContract(player, await winForContract(player, 3))
    const page = async (query: string) => {
      const { rolls, cursor } = rollsReplySchema.parse((await player.get(`/api/user/rolls?${query}`)).body)
      return { entries: rolls, cursor }
    }
    const rolls = await allOf<OwnRoll>(page)
    expect(rolls.map(({ nonce }) => nonce)).toEqual(rolls.map((_, place) => rolls.length - place))
    expect(rolls.length).toBeGreaterThan(60)
    expect(rolls.every(({ revealed, won }) => !revealed && won !== null)).toBe(true)
    const { entries: contracts } = await page('game=contract')
    expect(contracts).toMatchObject([{ id: signed.drop.id, game: 'contract', won: { price: signed.drop.price } }])
    expect((await page('game=upgrade')).entries).toEqual([])
    await player.post('/api/fairness/rotate', { clientSeed: 'another' })
    expect((await page('game=contract')).entries[0]?.revealed).toBe(true)
  })

  describe('as a CSV file', () => {
    const fileOf = (player: Browser, language = 'en') =>
      player.get('/api/user/history.csv', { 'accept-language': language })

    it('is a table for other programs', async () => {
      const player = await site.newPlayer()
      await win(player, 1)
      const { status, headers, body } = await fileOf(player, 'ru')
      expect(status).toBe(200)
      expect(headers['content-type']).toBe('text/csv; charset=utf-8')
      expect(headers['content-disposition']).toMatch(/^attachment; filename="history-\d{4}-\d\d-\d\d\.csv"$/)
      expect(headers['cache-control']).toBe('no-store')
      expect(body.startsWith('\uFEFF')).toBe(true)
      const [head, ...rows] = readCsv(body.slice(1))
      expect(head).toEqual(['time', 'kind', 'description', 'amount', 'balance'])
      expect(rows.map(([, ...fields]) => fields)).toEqual([
        ['grant', 'Игровые деньги', '100.00', '100.00'],
        ['open', 'Открытие кейса: Первый шаг', '-0.50', '99.50'],
      ])
      for (const [at = ''] of rows) expect(new Date(at).toISOString()).toBe(at)
    })

    it(`equals the ledger to the cent over ${ROWS} rows`, async () => {
      const player = await site.newPlayer()
      await site.db.asOwner(gifts(player.playerId, ROWS))
      await player.post('/api/user/items/sell', { ids: (await win(player, 5)).map(({ id }) => id), isAll: false })
      const [, ...rows] = readCsv((await fileOf(player)).body.slice(1))
      expect(rows).toHaveLength(ROWS + 3)
      let balance = 0
      for (const [, , , amount = '', after = ''] of rows) {
        balance += centsOf(amount)
        expect(centsOf(after)).toBe(balance)
      }
      expect(balance).toBe(await balanceOf(player))
      const sums = await queryRows<{ sum: string }>(
        site.db.queries,
        `select sum(amount) as sum from entries where account_id = ${player.playerId}`,
      )
      expect(balance).toBe(Number(sums[0]?.sum))
    })

    it('is read as fast as it is consumed, and no further when the player disconnects', async () => {
      const player = await site.newPlayer()
      let pieces = 0
      let ended = false
      async function* endless(): AsyncGenerator<string, void, undefined> {
        try {
          for (;;) {
            pieces++
            yield 'x'.repeat(100_000)
            await new Promise((resolve) => setImmediate(resolve))
          }
        } finally {
          ended = true
        }
      }
      const table = vi.spyOn(site.services.history, 'table').mockImplementation(endless)
      const { hostname, port } = new URL(address)
      const socket = connect(Number(port), hostname)
      try {
        const cookie = [...player.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
        socket.pause()
        socket.write(
          `GET /api/user/history.csv HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${player.cookies.get('token')}\r\ncookie: ${cookie}\r\n\r\n`,
        )
        // Once the buffers of both ends are full, nothing more is read.
        let before = -1
        await vi.waitFor(
          () => {
            const stands = pieces > 0 && pieces === before
            before = pieces
            expect(stands).toBe(true)
          },
          { timeout: 10_000, interval: 500 },
        )
        expect(pieces).toBeLessThan(1_000)
        expect(ended).toBe(false)
        socket.destroy()
        await vi.waitFor(() => expect(ended).toBe(true), 10_000)
      } finally {
        table.mockRestore()
        socket.destroy()
      }
    })
  })
})
