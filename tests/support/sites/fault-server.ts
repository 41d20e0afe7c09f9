// The real site in a separate process, to be killed: everything except the pages. Its first line contains its address
// and, when PLAYERS is set, the players' sign-in codes. It ends with its parent process.
import { join } from 'node:path'
import { pino } from 'pino'
import { cents } from '../../../src/game/base/money.ts'
import { logOptions } from '../../../src/server/base/log.ts'
import { readConfig } from '../../../src/server/config/config.ts'
import { HOUSE_ACCOUNTS } from '../../../src/server/ledger/accounts.ts'
import { payPlayer } from '../../../src/server/services/money/pay.ts'
import { openSite, type Site } from '../../../src/server/site/site.ts'
import { knowSteamAccount } from '../outside/steam-account.ts'
import { supplyClientSeed } from '../players/client-seed.ts'
import { NO_PAGES } from './no-pages.ts'

/** Enough to open cases for an hour. */
const START_BALANCE = cents(1_000_000_00)

const root = new URL('../../..', import.meta.url).pathname

async function makePlayer(site: Site, place: number) {
  const consent = { termsVersion: 'test', adult: true, address: '127.0.0.1', at: new Date() }
  const profile = {
    steamid: `7656119800000${String(place).padStart(4, '0')}`,
    name: `P${place}`,
    avatar: '/x.svg',
    level: 10,
  }
  const playerId = await site.services.players.upsertPlayer(profile, consent)
  await knowSteamAccount(site.db, playerId)
  await supplyClientSeed(site.services, playerId)
  await site.db.transaction((tx) =>
    payPlayer(tx, {
      from: HOUSE_ACCOUNTS.sandbox,
      playerId,
      amount: START_BALANCE,
      locked: cents(0),
      kind: 'grant',
      reference: 'test',
    }),
  )
  return { playerId, ...(await site.services.sessions.makeCode(playerId)) }
}

const assets = join(root, 'public')
const config = readConfig(process.env)
const site = await openSite({
  config,
  log: pino(logOptions(process.env.LOG_LEVEL ?? 'warn'), pino.destination(2)),
  openDocuments: async () => NO_PAGES,
  assets,
  typefaces: '',
  pictures: join(assets, 'assets', 'img', 'cases'),
})
const players = []
for (let place = 0; place < Number(process.env.PLAYERS ?? 0); place++) players.push(await makePlayer(site, place))
process.stdout.write(`${JSON.stringify({ address: site.address, realtimePort: site.realtimePort, players })}\n`)
process.stdin.on('end', () => process.exit(0)).resume()
