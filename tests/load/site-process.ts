// A site in a separate process for benchmarks: rich players, signed in, no pages. Prints its address in one line of
// JSON. After SIGUSR2 it samples itself, and prints where its time went, in another line, after the next.
import { pino } from 'pino'
import { cents } from '../../src/game/base/money.ts'
import { readConfig } from '../../src/server/config/config.ts'
import { HOUSE_ACCOUNTS } from '../../src/server/ledger/accounts.ts'
import { payPlayer } from '../../src/server/services/money/pay.ts'
import { openSite, type Site } from '../../src/server/site/site.ts'
import { supplyClientSeed } from '../support/players/client-seed.ts'
import { NO_PAGES } from '../support/sites/no-pages.ts'
import { sampleParts } from './calls/cpu-shares.ts'

/** The headers of calls by a signed-in player. */
export interface LoadPlayer {
  readonly token: string
  readonly companion: string
}

export interface LoadSite {
  readonly port: number
  readonly players: readonly LoadPlayer[]
}

const RICH = cents(1_000_000_000)

async function signIn(site: Site, place: number): Promise<LoadPlayer> {
  const { players, sessions } = site.services
  const steamid = `765611981${String(place).padStart(8, '0')}`
  const profile = { steamid, name: `Load ${place}`, avatar: '/assets/img/players/default.svg', level: 1 }
  const id = await players.upsertPlayer(profile, {
    termsVersion: 'load',
    adult: true,
    address: '127.0.0.1',
    at: new Date(),
  })
  await supplyClientSeed(site.services, id)
  await site.db.transaction((tx) =>
    payPlayer(tx, {
      from: HOUSE_ACCOUNTS.sandbox,
      playerId: id,
      amount: RICH,
      locked: cents(0),
      kind: 'grant',
      reference: 'load',
    }),
  )
  const { code, browser } = await sessions.makeCode(id)
  const opened = await sessions.redeemCode(code, browser, { agent: 'load', address: '127.0.0.1' })
  if (opened === null) throw new Error('A load player could not sign in')
  return { token: opened.token, companion: opened.companion }
}

const count = Number(process.argv[2])
const config = readConfig(process.env)
const site = await openSite({
  config,
  log: pino({ level: 'warn' }),
  openDocuments: async () => NO_PAGES,
  assets: 'public',
  typefaces: '',
  pictures: 'public/assets/img/cases',
})
const players: LoadPlayer[] = []
for (let place = 0; place < count; place++) players.push(await signIn(site, place))
const found: LoadSite = { port: Number(new URL(site.address).port), players }
console.log(JSON.stringify(found))
let stopSampling: (() => Promise<Record<string, number>>) | undefined
process.on('SIGUSR2', async () => {
  if (stopSampling === undefined) stopSampling = await sampleParts()
  else console.log(JSON.stringify({ parts: await stopSampling() }))
})
process.once('SIGTERM', () => {
  void site.close().then(() => process.exit(0))
})
