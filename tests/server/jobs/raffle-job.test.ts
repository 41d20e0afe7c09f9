// Raffles drawn from a beacon: the round is fixed when a raffle opens, the list is frozen before the round is
// published, and the draw waits for it. Each draw is made once, with any number of processes.
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { checkRaffle, isRaffleFile, readRaffle } from '../../../scripts/verify/check-raffle.ts'
import { DRAW_MARGIN_MS, drawRound, roundTime } from '../../../src/game/fairness/beacon.ts'
import { proofFile } from '../../../src/game/fairness/roll-export.ts'
import { raffleProofReplySchema } from '../../../src/protocol/raffle.ts'
import { createEvents } from '../../../src/server/base/events.ts'
import { createDrand } from '../../../src/server/beacon/drand/drand.ts'
import { queryRows } from '../../../src/server/db/database.ts'
import { createJobs } from '../../../src/server/jobs/jobs.ts'
import { checkLedger } from '../../../src/server/ledger/check.ts'
import { createServices } from '../../../src/server/services/services.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { makeChain, startRelay, type TestRelay } from '../../support/outside/beacon-relay.ts'
import { TestProvider } from '../../support/outside/payment-provider.ts'
import { depositPaid } from '../../support/players/gifts.ts'
import { offerCheapPrizes, playForRaffle } from '../../support/players/raffles.ts'
import { type Browser, openTestSite, type TestSite } from '../../support/sites/site.ts'

const HOUR = 3_600_000
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const made = makeChain('raffles')
const { chain } = made

describe.each(SUITE_KINDS)('raffles drawn from a beacon on %s', (kind) => {
  let nowMs = Date.parse('2027-10-31T00:00:00Z')
  let relays: TestRelay[]
  let site: TestSite
  let player: Browser
  let id: string
  let closesAt: number
  const warned: string[] = []

  beforeAll(async () => {
    relays = await Promise.all([startRelay(made, () => nowMs), startRelay(made, () => nowMs)])
    const beacon = createDrand({ chain, relays: relays.map(({ address }) => address), fetch, timeoutMs: 300 })
    const payments = { providers: [new TestProvider()], standIn: undefined }
    site = await openTestSite(kind, { now: () => nowMs, beacon, payments, log: warned })
    offerCheapPrizes(site)
  })

  beforeEach(async () => {
    for (const relay of relays) {
      relay.fault = 'none'
      relay.asked.length = 0
    }
    nowMs = Math.ceil(nowMs / HOUR) * HOUR + HOUR / 2
    await site.jobs.raffles.runOnce()
    player = await site.newPlayer()
    await depositPaid(site, player, 5)
    await playForRaffle(player)
    const [hourly] = (await site.guest().get('/api/raffle')).body.raffles
    id = hourly.open.id
    closesAt = hourly.open.closesAt
    expect(hourly.open).toMatchObject({ commit: null, round: drawRound(chain, closesAt) })
    expect((await player.post(`/api/raffle/${id}/join`, {})).body).toMatchObject({ success: true })
  })

  afterAll(async () => {
    expect((await checkLedger(site.db)).difference).toBeUndefined()
    await site.close()
    for (const relay of relays) await relay.close()
  })

  const reply = async () => raffleProofReplySchema.parse((await player.get(`/api/raffle/${id}`)).body)
  const proof = async () => (await reply()).raffle
  const round = () => site.jobs.raffles.runOnce()

  it('are frozen before the round is published, and drawn with it', async () => {
    nowMs = closesAt
    expect(await round()).toBe(false)
    const frozen = await proof()
    expect(frozen).toMatchObject({ state: 'frozen', frozenAt: closesAt, entries: 1, signature: null, roll: null })
    const comes = roundTime(chain, frozen.round ?? 0)
    expect(comes - (frozen.frozenAt ?? 0)).toBeGreaterThanOrEqual(DRAW_MARGIN_MS)
    nowMs = comes - 1
    expect(await round()).toBe(false)
    // A round that cannot exist yet is not requested.
    expect(relays[0]?.asked).toEqual([])
    nowMs = comes
    expect(await round()).toBe(true)
    const drawn = await proof()
    expect(drawn).toEqual({
      ...frozen,
      state: 'drawn',
      drawnAt: comes,
      signature: await made.sign(frozen.round ?? 0),
      roll: 1,
      winner: (await reply()).ownNumber,
    })
  })

  it('wait for the same round through an outage, and log it once', async () => {
    for (const relay of relays) relay.fault = 'down'
    nowMs = closesAt + DRAW_MARGIN_MS + 3_000
    warned.length = 0
    for (let turn = 0; turn < 3; turn++) expect(await round()).toBe(false)
    expect(warned.filter((line) => line.includes('its beacon is unavailable'))).toHaveLength(1)
    nowMs += HOUR / 4
    const [first, second] = relays
    if (first === undefined || second === undefined) throw new Error('There are two relays')
    first.fault = 'wrong'
    second.fault = 'none'
    expect(await round()).toBe(true)
    expect(await proof()).toMatchObject({ state: 'drawn', winner: (await reply()).ownNumber })
    expect(new Set([...first.asked, ...second.asked])).toEqual(new Set([drawRound(chain, closesAt)]))
  })

  it('are drawn once by two processes that return after three hours', async () => {
    nowMs = closesAt + 3 * HOUR + DRAW_MARGIN_MS + 3_000
    const components = { ...site.components, events: createEvents() }
    const other = createJobs(components, await createServices(components))
    const drops: unknown[] = []
    site.events.on('drops', (told) => drops.push(...told))
    await Promise.all([round(), other.raffles.runOnce(), round(), other.raffles.runOnce()])
    site.events.removeAllListeners('drops')
    const states = await queryRows<{ state: string; entries: number | null }>(
      site.db.queries,
      `select state, entries from raffles where kind = 'hourly' order by opens_at desc limit 5`,
    )
    expect(states.map(({ state, entries }) => `${state} ${entries}`)).toEqual([
      'open null',
      'returned 0',
      'returned 0',
      'returned 0',
      'drawn 1',
    ])
    expect(drops.length).toBeLessThanOrEqual(1)
  })

  it('give a proof that is correct offline, and that shows every altered byte', async () => {
    nowMs = closesAt + DRAW_MARGIN_MS + 3_000
    await round()
    const bytes = Buffer.from(await proofFile(await proof(), async (text) => sha256(text)))
    expect(isRaffleFile(bytes)).toBe(true)
    expect(await checkRaffle(bytes, readRaffle(bytes), [chain])).toBeNull()
    // A chain that is not trusted is refused.
    expect(await checkRaffle(bytes, readRaffle(bytes))).toMatchObject({ place: 'chain' })
    const changed = (from: RegExp, to: string) => {
      const text = Buffer.from(bytes.toString().replace(from, to))
      return checkRaffle(text, readRaffle(text), [chain])
    }
    expect(await changed(/"winner":\d+/, '"winner":1')).toMatchObject({ place: 'winner' })
    expect(await changed(/"roll":1/, '"roll":2')).toMatchObject({ place: 'roll' })
    expect(await changed(/"round":\d/, '"round":9')).toMatchObject({ place: 'round' })
    expect(await changed(/"signature":"./, '"signature":"0')).toMatchObject({ place: 'signature' })
    expect(await changed(/players\\":\[\d+/, 'players\\":[7')).toMatchObject({ place: 'entriesHash' })
    expect(await changed(/"entries":1/, '"entries":2')).toMatchObject({ place: 'entries' })
    expect(await changed(/"price":\d+/, '"price":1')).toMatchObject({ place: 'sha256' })
    expect(await changed(/"kind"/, ' "kind"')).toMatchObject({ place: 'sha256' })
  })
})
