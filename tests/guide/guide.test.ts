// The operating guide, followed: its own commands take a live shop from an empty machine to two instances behind nginx, a backup that is
// restored, an update and the alerts. tests/guide/steps.ts says which commands these are.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEvents } from '../../src/server/base/events.ts'
import { createPlayers } from '../../src/server/services/account/players.ts'
import { HAS_REDIS_SERVER } from '../support/databases/own-redis.ts'
import { HAS_POSTGRES_SERVER } from '../support/databases/postgres-cluster.ts'
import { ALL_ON } from '../support/sites/all-on.ts'
import { openDatabaseAt } from '../support/sites/killable-server.ts'
import { classify, readGuide } from './classify.ts'
import { type GuideShop, type Instance, openGuideShop, readiness } from './guide-shop.ts'
import { ALL_STEPS } from './steps.ts'

const isInstalled = (program: string, flag: string): boolean => spawnSync(program, [flag]).status === 0

const CAN_RUN =
  HAS_POSTGRES_SERVER &&
  HAS_REDIS_SERVER &&
  isInstalled('nginx', '-v') &&
  isInstalled('promtool', '--version') &&
  isInstalled('curl', '--version')

describe.skipIf(!CAN_RUN)('the operating guide', () => {
  let shop: GuideShop
  let first: Instance
  let second: Instance

  const startFirst = (command = 'npm start'): Promise<Instance> => shop.start(command, shop.ports)

  /** The same settings for a second instance, except for what both would share on one machine. */
  const startSecond = (): Promise<Instance> =>
    shop.start('npm start', shop.second, {
      DATA_DIR: join(shop.copy.folder, '.data', 'second'),
      PORT: String(shop.second.site),
      REALTIME_PORT: String(shop.second.realtime),
      METRICS_PORT: String(shop.second.metrics),
      OFFICE_PORT: 'off',
    })

  beforeAll(async () => {
    shop = await openGuideShop()
  }, 300_000)

  afterAll(() => shop?.close(), 60_000)

  it('prepares database, secrets and texts', async () => {
    shop.setDatabasePassword((await shop.follow('a password')).trim())
    await shop.follow('database')
    shop.set({
      MODE: 'live',
      DATABASE_URL: shop.databaseUrl('spacedrop'),
      SECRET: (await shop.follow('a secret')).trim(),
      HOST: '127.0.0.1',
      PORT: String(shop.ports.site),
      REALTIME_PORT: String(shop.ports.realtime),
      METRICS_PORT: String(shop.ports.metrics),
      OFFICE_PORT: String(shop.ports.office),
      OFFICE_URL: shop.officeUrl,
      SITE_URL: 'https://localhost',
      TRUST_PROXY: 'on',
      WITHDRAWALS: 'off',
      STEAM_API_KEY: '3F1A9C0D7E5B48266AD0C1F29B7E4D58',
      MONOBANK_TOKEN: 'uZ0gq1o6yI3r9Xw5mQ2fZx8Lr0TbVw7KdYp3Jc9',
      // No relay is asked: nothing of this run leaves the machine.
      BEACON_URLS: 'http://127.0.0.1:9',
    })
    await shop.follow('private settings')
  })

  it('starts a live shop', { timeout: 1_000_000 }, async () => {
    first = await startFirst(shop.commands('first start'))
    expect(await readiness(first.ports)).toBe('{"status":"ready","edition":1}')
    await shop.follow('the role')
  })

  it('adds Redis, a second instance and nginx', { timeout: 1_000_000 }, async () => {
    await shop.redis.start()
    shop.set({ REDIS_URL: shop.redis.url })
    await first.stop()
    first = await startFirst()
    expect(await readiness(first.ports)).toBe('{"status":"ready","edition":1,"redis":"ready"}')
    second = await startSecond()
    await shop.follow('nginx')
    await shop.startNginx()
  })

  it('verifies the shop', async () => {
    await shop.follow('verify')
    await shop.follow('orders of the shop')
    await shop.follow('withdrawals of the shop')
    await shop.follow('a key for push messages')
    await shop.follow('the office by its name')
    await shop.follow('the first member of the staff')
    await shop.follow('a part switched off and on')
  })

  it('operates the shop from the command line', async () => {
    const db = await openDatabaseAt({ url: shop.databaseUrl('spacedrop') })
    const { upsertPlayer } = createPlayers({ switches: ALL_ON, db, events: createEvents(), playMoney: false })
    const player = { steamid: '76561197960287930', name: 'Orbiter', avatar: '/x.svg', level: 12 }
    // The guide's commands are about player 1000, who is the first one of a shop.
    const consent = { termsVersion: '2026-11-21', adult: true, address: '127.0.0.1', at: new Date() }
    expect(await upsertPlayer(player, consent)).toBe(1000)
    await db.close()
    const names = [
      'commands',
      'reports',
      'bans',
      'orders in question',
      'kept payments',
      'pictures and names',
      'a case in its range',
    ] as const
    for (const name of names) await shop.follow(name)
  })

  it('backs the shop up, and restores the backup', async () => {
    await shop.follow('a backup')
    await shop.follow('a checked backup')
    await shop.follow('a restored backup')
    await shop.follow('a wrong balance')
    await shop.follow('erasure')
    expect((await shop.run('npm run ops -- partitions create --yes')).out).toContain('The ledger is right')
  })

  it('updates one instance after the other', { timeout: 1_000_000 }, async () => {
    await first.stop()
    await shop.run('curl -fsS -o /dev/null https://shop.example/api/settings')
    first = await startFirst()
    await second.stop()
    await shop.run('curl -fsS -o /dev/null https://shop.example/api/settings')
    second = await startSecond()
    expect(await readiness(second.ports)).toContain('"ready"')
    await shop.run('npm run ledger -- check')
  })

  it('is itself again after its database was lost', { timeout: 1_000_000 }, async () => {
    await first.stop()
    await second.stop()
    await shop.run('dropdb spacedrop')
    await shop.follow('a lost database')
    first = await startFirst()
    await shop.run('npm run ledger -- check')
  })

  it('has alerts and metrics that Prometheus takes', async () => {
    await shop.run('promtool check rules deploy/alerts.yml')
    await shop.run('promtool check config --syntax-only deploy/prometheus.yml')
    await shop.run("curl -s localhost:9464/metrics | grep -E '^(# (HELP|TYPE) )?spacedrop_' | promtool check metrics")
  })

  it('is followed to its end, except for what needs the outside', () => {
    const { faults, outside } = classify(readGuide())
    expect(faults).toEqual([])
    for (const { section, outside: needs } of outside) console.log(`Left out: "${section}": ${needs}`)
    expect(ALL_STEPS.map(([name]) => name).filter((name) => !shop.done.has(name))).toEqual([])
  })
})
