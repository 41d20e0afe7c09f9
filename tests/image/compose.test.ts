// deploy/compose.yaml, run: its services as processes in namespaces, in the roles that the file gives them. What the file says (commands,
// settings, secrets, networks, health checks, order, rights) is read from it. Debian's PostgreSQL, Redis and nginx stand in for the images
// of registries, which this machine does not have, and a copy of its image for the operator's own build with their details.
import { execFileSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { canRunCompose } from '../../scripts/image-tools.mjs'
import { readGuide } from '../guide/classify.ts'
import { makeCertificate, OPERATOR } from '../guide/guide-files.ts'
import { readShellBlocks } from '../guide/shell-blocks.ts'
import { OUTSIDE, OUTSIDE_ADDRESS } from '../support/image/compose/networks.ts'
import { openRoles, type Roles } from '../support/image/compose/roles.ts'
import { type Image, openImage } from '../support/image/image.ts'

const HOST = 'shop.example'
const SITE_USER = 1000

/** What an operator of a live shop sets. */
const SETTINGS = {
  SITE_URL: `https://${HOST}`,
  WITHDRAWALS: 'off',
  STEAM_API_KEY: '3F1A9C0D7E5B48266AD0C1F29B7E4D58',
  MONOBANK_TOKEN: 'uZ0gq1o6yI3r9Xw5mQ2fZx8Lr0TbVw7KdYp3Jc9',
  // No relay is asked: nothing of this run leaves the machine.
  BEACON_URLS: 'http://127.0.0.1:9',
}

/** Makes the secrets by the guide's own commands, the certificate, and gives shop/ to the user of the commands. */
function prepare(folder: string): string {
  const block = readShellBlocks(readGuide()).blocks.find(({ section }) => section === 'Containers')
  const commands = String(block?.commands).replace(/^docker compose .*$/m, '')
  execFileSync('sh', ['-euc', commands], { cwd: folder })
  const tls = join(folder, 'deploy', 'tls')
  mkdirSync(tls)
  const certificate = makeCertificate(tls, HOST)
  const shop = join(folder, 'shop')
  const price: number = JSON.parse(readFileSync('data/prices.json', 'utf8'))['ak-47-redline.ft']
  mkdirSync(shop)
  writeFileSync(join(shop, 'list.csv'), `market_hash_name,price\nAK-47 | Redline (Field-Tested),${(price + 1) / 100}\n`)
  chownSync(shop, SITE_USER, SITE_USER)
  return certificate
}

/** The ports of the services that others use, by the service. */
const PORTS = { postgres: 5432, redis: 6379, app1: 4321, app2: 4321, nginx: 443 } as const
const METRICS = 9464

const MIGRATIONS = 'select id, hash, created_at, xmin from drizzle.__drizzle_migrations order by id'

describe.skipIf(!canRunCompose())('deploy/compose.yaml, run', () => {
  let image: Image
  let roles: Roles
  let migrated = ''

  const query = async (statement: string): Promise<string> => {
    const { code, output } = await roles
      .container('postgres')
      .exec(['psql', '--username=spacedrop', '--tuples-only', '--no-align', '--command', statement])
    expect(code, output).toBe(0)
    return output
  }

  const connect = (from: string, host: string, port: number): Promise<string> =>
    roles.peer(from).order('connect', { host, port })

  beforeAll(async () => {
    image = await openImage()
    const folder = await image.buildah('mount', await image.buildah('from', '--pull-never', image.name))
    roles = await openRoles({
      image: { ...image, folder, prepare: '' },
      settings: SETTINGS,
      ownFiles: { '/site/src/content/operator.json': JSON.stringify(OPERATOR) },
      prepare,
      guests: { on: { visitor: 'edge', watcher: 'watch' }, site: { name: HOST, service: 'nginx' } },
    })
    await roles.completes('migrate')
    migrated = await query(MIGRATIONS)
    await roles.up('nginx', 'prometheus')
  }, 2_400_000)

  afterAll(async () => {
    await roles?.close()
    await image?.close()
  }, 120_000)

  it('starts everything in the order of what it needs, once', () => {
    const at = (name: string): number => roles.started.indexOf(name)
    expect([...roles.started].sort()).toEqual(
      ['app1', 'app2', 'migrate', 'nginx', 'postgres', 'prometheus', 'redis', 'static'].sort(),
    )
    expect(at('postgres')).toBeLessThan(at('migrate'))
    for (const app of ['app1', 'app2']) {
      for (const needed of ['migrate', 'redis']) expect(at(needed), app).toBeLessThan(at(app))
    }
    expect(at('app1')).toBeLessThan(at('static'))
    expect(at('nginx')).toBeGreaterThan(Math.max(at('static'), at('app1'), at('app2')))
  })

  it('makes the tables by migrate alone, which ends before an instance starts', async () => {
    const { code, output } = await roles.container('migrate').ended
    expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining('The database is up to date') })
    expect(migrated).not.toBe('')
    expect(await query(MIGRATIONS)).toBe(migrated)
    expect(await query('select mode from site_mode')).toBe('live\n')
  })

  it('serves the home page by TLS, and leads from port 80 there', async () => {
    const visitor = roles.peer('visitor')
    const home = await visitor.order('ask', { url: `https://${HOST}/` })
    expect(home.status).toBe(200)
    expect(home.text).toContain('<title>')
    const plain = await visitor.order('ask', { url: `http://${HOST}/faq` })
    expect(plain).toMatchObject({ status: 301, location: `https://${HOST}/faq` })
  })

  it('has nginx serve what static exported', async () => {
    const { output } = await roles.container('static').ended
    expect(Number(/^(\d+) files are exported/.exec(output)?.[1])).toBeGreaterThan(100)
    const [, script = ''] =
      /"(\/js\/[^"]+\.js)"/.exec((await roles.peer('visitor').order('ask', { url: `https://${HOST}/en/faq` })).text) ??
      []
    expect((await roles.peer('visitor').order('ask', { url: `https://${HOST}${script}` })).status).toBe(200)
    const logged = roles
      .container('nginx')
      .log()
      .split('\n')
      .filter((line) => line.includes(`"path":"${script}"`))
    expect(logged.map((line) => JSON.parse(line))).toMatchObject([{ status: 200, instance: '' }])
  })

  it('has two instances that are ready, with Redis', async () => {
    const urls = [`https://${HOST}/ready`, 'http://app1:4321/ready', 'http://app2:4321/ready']
    for (const url of urls) {
      const { status, text } = await roles.peer('visitor').order('ask', { url })
      expect({ url, status, text }).toEqual({
        url,
        status: 200,
        text: '{"status":"ready","edition":1,"redis":"ready"}',
      })
    }
  })

  it('connects a visitor’s socket through port 8443', async () => {
    expect(
      await roles.peer('visitor').order('socket', { url: `https://${HOST}:8443`, origin: `https://${HOST}` }),
    ).toBeDefined()
  })

  it('publishes the ports on which nginx listens, and nginx logs no warning', async () => {
    const { ports } = roles.compose.services.nginx ?? {}
    expect(ports).toEqual([80, 443, 8443])
    for (const port of [80, 443, 8443]) expect(await connect('visitor', 'nginx', port), String(port)).toBe('open')
    expect(roles.container('nginx').log()).not.toMatch(/\[(?:warn|alert|crit|emerg)\]/)
  })

  it('has the office at one instance, published on this machine alone; nginx lets nobody in by itself', async () => {
    expect(roles.compose.services.app1?.ports).toEqual(['127.0.0.1:4400:4400/tcp'])
    const visitor = roles.peer('visitor')
    const office = await visitor.order('ask', { url: 'http://app1:4400/audit' })
    expect(office).toMatchObject({ status: 302, location: 'http://localhost:4400/audit' })
    expect(await connect('visitor', 'app2', 4400)).toBe('ECONNREFUSED')
    expect((await visitor.order('ask', { url: `https://${HOST}/office/api/session` })).status).toBe(404)
    const invited = await roles.run('ops', 'staff', 'invite', 'Anna K', '--role', 'owner', '--reason', 'Founder')
    expect(invited.code, invited.output).toBe(0)
    expect(invited.output).toContain('http://localhost:4400/invitation/')
  })

  it.each(['postgres', 'redis'] as const)('refuses connections to %s from outside the network data', async (name) => {
    expect(await connect('app1', name, PORTS[name])).toBe('open')
    for (const from of ['visitor', 'nginx', 'watcher', OUTSIDE]) {
      expect(await connect(from, name, PORTS[name]), from).toMatch(/^(?:ENOTFOUND|EAI_AGAIN)$/)
      expect(await connect(from, roles.networks.address(name, 'data'), PORTS[name]), from).not.toBe('open')
    }
  })

  it('gives the network data no way out, and the instances one', async () => {
    await roles.peer(OUTSIDE).order('listen', { port: 443 })
    expect(await connect('app1', OUTSIDE_ADDRESS, 443)).toBe('open')
    for (const from of ['postgres', 'redis', 'migrate'])
      expect(await connect(from, OUTSIDE_ADDRESS, 443), from).not.toBe('open')
  })

  it.each(['app1', 'app2'] as const)('shows the metrics of %s in the network watch, and nowhere else', async (name) => {
    const { status, text } = await roles.peer('watcher').order('ask', { url: `http://${name}:${METRICS}/metrics` })
    expect(status).toBe(200)
    expect(text).toContain('spacedrop_http_requests_total')
    for (const from of ['visitor', 'nginx', 'postgres', 'redis', 'static'])
      expect(await connect(from, name, METRICS), from).not.toBe('open')
    // The other addresses of the instance.
    for (const network of ['edge', 'data'])
      expect(await connect(name, roles.networks.address(name, network), METRICS), network).toBe('ECONNREFUSED')
    expect((await roles.peer('visitor').order('ask', { url: `https://${HOST}/metrics` })).status).toBe(404)
  })

  it('has Prometheus scrape both instances', async () => {
    const url = 'http://prometheus:9090/api/v1/query?query=up'
    const scraped = async (): Promise<unknown> => {
      const { text } = await roles.peer('watcher').order('ask', { url })
      const { result } = JSON.parse(text).data as {
        result: { metric: { instance: string }; value: [number, string] }[]
      }
      return Object.fromEntries(result.map(({ metric, value }) => [metric.instance, value[1]]))
    }
    await expect.poll(scraped).toEqual({ 'app1:9464': '1', 'app2:9464': '1' })
  })

  it('leaves processes the rights that it names, and no others', async () => {
    for (const [name, { cap_add: kept }] of Object.entries(roles.compose.services)) {
      if (!roles.started.includes(name) || !roles.container(name).isRunning()) continue
      const status = await readFile(`/proc/${await roles.container(name).pid()}/status`, 'utf8')
      const rights = (set: string): number =>
        BigInt(`0x${new RegExp(`^Cap${set}:\\s*(\\w+)`, 'm').exec(status)?.[1]}`)
          .toString(2)
          .replaceAll('0', '').length
      expect(rights('Bnd'), name).toBe(kept.length)
      expect(rights('Eff'), name).toBeLessThanOrEqual(kept.length)
      expect(status, name).toMatch(/^NoNewPrivs:\s*1$/m)
    }
    const { output } = await roles.container('app1').exec(['id', '-u'])
    expect(output.trim()).toBe(String(SITE_USER))
  })

  it.each(['app1', 'nginx', 'postgres', 'redis'])('lets %s write to no file of its image', async (name) => {
    const { code, output } = await roles.container(name).exec(['touch', '/etc/x', '/usr/x'])
    expect(code).not.toBe(0)
    expect(output).toContain('Read-only file system')
  })

  it('runs the operator’s commands, a backup by pg_dump among them', async () => {
    const help = await roles.run('ops', '--help')
    expect(help.code, help.output).toBe(0)
    expect(help.output).toContain('Usage: npm run ops --')
    const made = await roles.run('ops', 'backup', 'now')
    expect(made.code, made.output).toBe(0)
    const [path = ''] = /\/backups\/\S+\.backup/.exec(made.output) ?? []
    const checked = await roles.run('ops', 'backup', 'check', path)
    expect(checked.code, checked.output).toBe(0)
    // The instances make theirs in the same volume.
    const { code, output } = await roles.container('app2').exec(['sh', '-c', `test -s ${path} && touch /backups/x`])
    expect(code, output).toBe(0)
    const prices = await roles.run('ops', 'prices', 'import', '/site/shop/list.csv')
    expect(prices.code, prices.output).toBe(0)
    expect(prices.output).toContain('1 prices change')
    const catalogue = await roles.run('ops', 'catalogue', 'check')
    expect(catalogue.code, catalogue.output).toBe(0)
    const written = await roles.run('ops', 'shop', 'export')
    expect(written.code, written.output).toBe(0)
    expect(written.output).toMatch(/^Edition 2 is written into shop: .*prices\.json/m)
  }, 300_000)

  it('loses no call while an instance stops', async () => {
    const visitor = roles.peer('visitor')
    const urls = ['/api/settings', '/', '/api/battles', '/en/faq'].map((path) => `https://${HOST}${path}`)
    await visitor.order('load', { urls })
    const { code, output, ms } = await roles.stop('app1')
    const { done, lost } = await visitor.order('rest', {})
    expect(lost).toEqual([])
    expect(done).toBeGreaterThan(20)
    expect(code, output).toBe(0)
    expect(ms).toBeLessThan(roles.compose.services.app1?.stop_grace_period ?? 0)
    expect((await visitor.order('ask', { url: `https://${HOST}/ready` })).status).toBe(200)
  })
})

describe.skipIf(!canRunCompose())('the namespaces of compose', () => {
  it('end with all that runs in them, also after a failure', async () => {
    const roles = await openRoles({
      image: { folder: '/', prepare: '', user: 'root', workdir: '/', environment: {}, entrypoint: [], command: [] },
      settings: SETTINGS,
      ownFiles: {},
      prepare,
      guests: { on: {}, site: { name: HOST, service: 'nginx' } },
    })
    let pid = 0
    try {
      await roles.up('postgres')
      pid = await roles.container('postgres').pid()
      expect(existsSync(`/proc/${pid}`)).toBe(true)
      await expect(roles.up('grafana')).rejects.toThrow('Nothing stands in for the image grafana')
    } finally {
      await roles.close()
    }
    expect(existsSync(`/proc/${pid}`)).toBe(false)
  })
})
