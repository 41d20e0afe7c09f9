// deploy/compose.yaml: every container is hardened, secrets come in files, and what it names exists. Where Debian's docker-compose is
// installed, it reads the file too. tests/image/compose.test.ts runs what the file describes.
import { execFile, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { FILE_SETTINGS, SETTING_NAMES } from '../../../src/server/config/config-schema.ts'

const root = new URL('../../..', import.meta.url).pathname
const run = promisify(execFile)
const has = (tool: string, ...words: string[]): boolean => spawnSync(tool, words).status === 0

interface Service {
  readonly image?: string
  readonly profiles?: readonly string[]
  readonly read_only?: boolean
  readonly tmpfs?: readonly string[]
  readonly security_opt?: readonly string[]
  readonly cap_drop?: readonly string[]
  readonly cap_add?: readonly string[]
  readonly mem_limit?: string
  readonly cpus?: number
  readonly pids_limit?: number
  readonly networks?: readonly string[] | Readonly<Record<string, { readonly aliases?: readonly string[] } | null>>
  readonly ulimits?: { readonly nofile?: number }
  readonly volumes?: readonly string[]
  readonly ports?: readonly string[]
  readonly secrets?: readonly string[]
  readonly restart?: string
  readonly environment?: Readonly<Record<string, string>>
  readonly healthcheck?: { readonly test?: readonly string[]; readonly disable?: boolean }
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>
  readonly secrets: Readonly<Record<string, { readonly file: string }>>
  readonly volumes: Readonly<Record<string, null>>
}

const text = await readFile(join(root, 'deploy/compose.yaml'), 'utf8')
const compose = parse(text, { merge: true }) as Compose
const services = Object.entries(compose.services)

/** Services that end by themselves. */
const TASKS = ['migrate', 'static', 'ops']

describe('deploy/compose.yaml', () => {
  it.each(services)('hardens %s', (name, service) => {
    expect(service.read_only).toBe(true)
    expect(service.tmpfs).toContain('/tmp')
    expect(service.security_opt).toEqual(['no-new-privileges:true'])
    expect(service.cap_drop).toEqual(['ALL'])
    expect(service.mem_limit).toMatch(/^\d+[mg]$/)
    expect(service.cpus).toBeGreaterThan(0)
    expect(service.pids_limit).toBeGreaterThan(0)
    expect(service.networks).not.toEqual([])
    if (TASKS.includes(name)) expect(service.healthcheck).toEqual({ disable: true })
    else expect(service.healthcheck?.test, 'a health check').toBeDefined()
    // Nobody gets the right to load modules, trace processes or configure networks.
    const allowed = ['NET_BIND_SERVICE', 'CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'SETUID', 'SETGID']
    expect((service.cap_add ?? []).filter((right) => !allowed.includes(right))).toEqual([])
  })

  it('publishes the proxy alone; monitoring answers this machine only', () => {
    for (const [name, { ports = [] }] of services) {
      if (name !== 'nginx') for (const port of ports) expect(port, name).toMatch(/^127\.0\.0\.1:/)
    }
  })

  it.each(['app1', 'app2'])('lets %s listen at its networks, and trusts private addresses alone', (name) => {
    const { HOST, TRUST_PROXY } = compose.services[name]?.environment ?? {}
    expect({ HOST, TRUST_PROXY }).toEqual({ HOST: '0.0.0.0', TRUST_PROXY: 'uniquelocal' })
  })

  it('gives the office to one instance, which this machine alone reaches; nginx lets nobody in by itself', () => {
    const { app1, app2, nginx, ops } = compose.services
    expect(app1?.environment).toMatchObject({ OFFICE_PORT: '4400', OFFICE_HOST: '0.0.0.0' })
    expect(app1?.ports).toEqual(['127.0.0.1:4400:4400'])
    expect(app2?.environment).toMatchObject({ OFFICE_PORT: 'off' })
    // `staff invite` names the office's address.
    expect(ops?.environment).toMatchObject({ OFFICE_PORT: '4400' })
    const { OFFICE_AT, OFFICE_ALLOW, NGINX_ENVSUBST_FILTER } = nginx?.environment ?? {}
    expect(OFFICE_AT).toBe('app1:4400')
    expect(OFFICE_ALLOW).toMatch(/:-deny all;\}$/)
    expect(new RegExp(String(NGINX_ENVSUBST_FILTER)).test('OFFICE_NAME')).toBe(true)
  })

  it('asks /ready whether an instance and the proxy are healthy', () => {
    for (const name of ['app1', 'app2', 'nginx']) {
      expect(compose.services[name]?.healthcheck?.test?.join(' '), name).toContain('/ready')
    }
  })

  it('asks PostgreSQL over the network: the server of its first start answers on a Unix socket alone', () => {
    expect(compose.services.postgres?.healthcheck?.test?.join(' ')).toContain('-h 127.0.0.1')
  })

  it.each(['app1', 'app2'])('gives the metrics of %s an address in the network of monitoring alone', (name) => {
    const { environment = {}, networks = {} } = compose.services[name] ?? {}
    const host = String(environment.METRICS_HOST)
    expect(networks).toMatchObject({ watch: { aliases: [host] } })
    for (const service of Object.keys(compose.services)) expect(service).not.toBe(host)
  })

  it('lets nginx open as many files as its connections take', async () => {
    const template = await readFile(join(root, 'deploy/nginx.conf.template'), 'utf8')
    const connections = Number(/worker_connections (\d+);/.exec(template)?.[1])
    expect(compose.services.nginx?.ulimits?.nofile).toBeGreaterThan(connections)
  })

  it('hands secrets out in files, to those who need them', () => {
    for (const [name, { environment = {}, secrets = [] }] of services) {
      for (const secret of secrets) expect(compose.secrets, name).toHaveProperty(secret)
      for (const [setting, value] of Object.entries(environment)) {
        expect(FILE_SETTINGS, `${name} ${setting}`).not.toContain(setting)
        const [, file] = /^\/run\/secrets\/(\w+)$/.exec(String(value)) ?? []
        if (file !== undefined) expect(secrets, `${name} ${setting}`).toContain(file)
      }
    }
    expect(text).not.toMatch(/PASSWORD:?\?/)
  })

  it('names settings of the site', () => {
    const names = Object.keys(compose.services.app1?.environment ?? {}).map((name) => name.replace(/_FILE$/, ''))
    expect(names.filter((name) => !SETTING_NAMES.includes(name))).toEqual([])
  })

  it('names volumes and files that exist', () => {
    for (const [name, { volumes = [] }] of services) {
      for (const volume of volumes) {
        const [source = ''] = volume.split(':')
        if (!source.startsWith('.')) expect(compose.volumes, name).toHaveProperty(source)
        // The operator's own: made by the guide, and not there in a clone.
        else if (!source.startsWith('./tls') && source !== '../shop')
          expect(existsSync(join(root, 'deploy', source)), source).toBe(true)
      }
    }
  })

  it('has the tools of the server’s version in the image', async () => {
    const dockerfile = await readFile(join(root, 'deploy/Dockerfile'), 'utf8')
    const [, tools] = /^FROM postgres:(\d+)-bookworm AS postgres$/m.exec(dockerfile) ?? []
    expect(compose.services.postgres?.image).toBe(`postgres:${tools}`)
  })

  it('migrates once, before any instance starts', () => {
    const { depends_on: needed } = compose.services.app2 as { depends_on?: Record<string, unknown> }
    expect(needed).toMatchObject({ migrate: { condition: 'service_completed_successfully' } })
    expect(compose.services.migrate?.restart).toBe('on-failure')
  })

  it.runIf(has('docker-compose', '--version'))('is read by docker-compose', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'spacedrop-compose-'))
    try {
      await cp(join(root, 'deploy'), join(folder, 'deploy'), { recursive: true })
      await mkdir(join(folder, 'data'))
      await writeFile(join(folder, 'deploy/.env'), 'SITE_URL=https://shop.example\n')
      // Debian's version is older than names of projects.
      await writeFile(join(folder, 'deploy/compose.yaml'), text.replace(/^name: .*\n/m, ''))
      const profiles = ['--profile', 'monitoring', '--profile', 'tools']
      const { stdout } = await run('docker-compose', ['-f', 'deploy/compose.yaml', ...profiles, 'config'], {
        cwd: folder,
      })
      const read = parse(stdout) as Compose
      expect(Object.keys(read.services).sort()).toEqual(services.map(([name]) => name).sort())
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})

describe('the files of the monitoring profile', () => {
  it.runIf(has('promtool', '--version'))('are right by promtool', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'spacedrop-compose-'))
    try {
      await cp(join(root, 'deploy/monitoring/prometheus.yml'), join(folder, 'prometheus.yml'))
      await cp(join(root, 'deploy/alerts.yml'), join(folder, 'alerts.yml'))
      await run('promtool', ['check', 'config', join(folder, 'prometheus.yml')])
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  it.runIf(has('amtool', '--version'))('are right by amtool', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'spacedrop-compose-'))
    try {
      const settings = await readFile(join(root, 'deploy/monitoring/alertmanager.yml'), 'utf8')
      // Debian's version cannot read the address of a webhook from a file yet.
      await writeFile(join(folder, 'a.yml'), settings.replace(/url_file: .*/, 'url: http://pager.example/'))
      await run('amtool', ['check-config', join(folder, 'a.yml')])
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  it('tell whoever has to act of both severities', async () => {
    const { route } = parse(await readFile(join(root, 'deploy/monitoring/alertmanager.yml'), 'utf8'))
    expect(route.receiver).toBe('mail')
    expect(route.routes[0]).toMatchObject({ matchers: ['severity = "page"'], receiver: 'page' })
  })

  it('scrape every instance', async () => {
    const { scrape_configs: jobs } = parse(await readFile(join(root, 'deploy/monitoring/prometheus.yml'), 'utf8'))
    expect(jobs[0].static_configs[0].targets).toEqual(['app1:9464', 'app2:9464'])
  })
})
