// The clock of a sandbox with its own time, and the call that moves it; live mode has neither.
import { afterEach, expect, it } from 'vitest'
import { LIVE_ENVIRONMENT, openTestSite, type TestSite, type TestSiteOptions } from '../../support/sites/site.ts'

const CLOCK = '2027-03-28T00:59:00Z'
const LATER = '2027-03-28T01:00:00Z'

let site: TestSite | undefined

afterEach(async () => {
  await site?.close()
})

async function open(environment: TestSiteOptions['environment']): Promise<TestSite> {
  site = await openTestSite(undefined, environment === undefined ? {} : { environment })
  return site
}

const move = async (at: TestSite, body: unknown, headers: Record<string, string> = {}) =>
  at.app.inject({
    method: 'POST',
    url: '/sandbox/clock',
    headers: { 'content-type': 'application/json', ...headers },
    payload: JSON.stringify(body),
  })

const timeOf = async (at: TestSite): Promise<number> => (await at.guest().get('/api/settings')).body.now

it.each([
  ['a live shop', LIVE_ENVIRONMENT],
  ['a sandbox without CLOCK', {}],
])('the call that moves a clock answers 404 in %s, whose time is the real one', async (_, environment) => {
  const at = await open(environment)
  expect((await move(at, { now: LATER })).statusCode).toBe(404)
  expect(Math.abs((await timeOf(at)) - Date.now())).toBeLessThan(60_000)
})

it('the clock of a sandbox starts at CLOCK, continues, and is moved by the call', async () => {
  const at = await open({ CLOCK })
  const before = await timeOf(at)
  expect(before).toBeGreaterThanOrEqual(Date.parse(CLOCK))
  expect(before).toBeLessThan(Date.parse(LATER))
  const moved = await move(at, { now: LATER })
  expect(moved.statusCode).toBe(200)
  expect(moved.json()).toMatchObject({ success: true, now: expect.any(Number) })
  expect(await timeOf(at)).toBeGreaterThanOrEqual(Date.parse(LATER))
})

it('the clock of a sandbox draws a raffle that became due', async () => {
  const at = await open({ CLOCK })
  await at.jobs.raffles.runOnce()
  const player = await at.newPlayer()
  const hourly = async () =>
    (await player.get('/api/raffle')).body.raffles.find(({ kind }: { kind: string }) => kind === 'hourly')
  const { open: current } = await hourly()
  expect((await move(at, { now: LATER })).statusCode).toBe(200)
  expect((await hourly()).open.number).toBeGreaterThan(current.number)
})

it('the clock of a sandbox never goes back, and accepts only a time', async () => {
  const at = await open({ CLOCK })
  expect((await move(at, { now: '2027-03-28T00:00:00Z' })).statusCode).toBe(409)
  for (const body of [{}, { now: 'tomorrow' }, { now: Date.parse(LATER) }, { now: LATER, more: 1 }, null]) {
    expect((await move(at, body)).statusCode).toBe(400)
  }
  for (const now of ['2028-04-01T00:00:00Z', '9999-12-31T23:59:59-23:59']) {
    expect((await move(at, { now })).statusCode).toBe(400)
  }
  expect(await timeOf(at)).toBeLessThan(Date.parse(LATER))
})

it('the clock of a sandbox is not moved by another page', async () => {
  const at = await open({ CLOCK })
  expect((await move(at, { now: LATER }, { origin: 'https://evil.example' })).statusCode).toBe(403)
  expect(await timeOf(at)).toBeLessThan(Date.parse(LATER))
  expect((await move(at, { now: LATER }, { origin: 'http://localhost:4321' })).statusCode).toBe(200)
})
