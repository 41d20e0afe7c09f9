// The nginx of deploy/ in front of two instances of the built site, as processes, on PostgreSQL and Redis.
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { SERVER_FLAGS } from '../../../scripts/server-process.mjs'
import { findBuild } from '../../../src/server/site/current-build.ts'
import { migratedPostgres } from '../databases/databases.ts'
import { freePort } from '../runner/free-port.ts'
import { CAN_RUN, REDIS_URL } from './instances.ts'

const root = new URL('../../..', import.meta.url).pathname

/** Whether this machine has what a site behind nginx takes: nginx, PostgreSQL, Redis and a build. */
export const CAN_PROXY = CAN_RUN && spawnSync('nginx', ['-v']).status === 0 && findBuild(join(root, 'dist')) !== null

const START_MS = 120_000
const LOOK_MS = 50

/** A listening address. */
export interface Place {
  readonly host: string
  readonly port: number
}

export interface Instance extends Place {
  /** Its DATA_DIR, by which commands reach it. */
  readonly dataDir: string
  /** Starts it, and resolves once it is ready. */
  start(): Promise<void>
  /** Sends a signal. */
  signal(signal: NodeJS.Signals): void
  /** Resolves when its process has ended. */
  ended(): Promise<void>
}

export interface ProxiedSite {
  /** Where nginx serves the site, and its sockets. */
  readonly front: Place
  readonly realtime: Place
  readonly instances: readonly [Instance, Instance]
  /** The file of nginx's access log. */
  readonly accessLog: string
  /** What nginx and the instances have printed as errors. */
  log(): string
  close(): Promise<void>
}

export interface ProxiedSiteOptions {
  /** What nginx gets for `HTTP_LISTEN` behind the address, and for `TLS`. */
  readonly tls?: { readonly listen: string; readonly lines: string }
  /** Whether nginx serves files itself. */
  readonly isExported?: boolean
  /** Settings of both instances. */
  readonly environment?: Readonly<Record<string, string>>
  /** Called with the address of nginx while only the first instance runs. */
  readonly beforeSecond?: (front: Place) => Promise<void>
  /** The site's address where it is not that of nginx. */
  readonly siteUrl?: string
  /** The address of the office, which the first instance has; `allow` is what nginx gets for OFFICE_ALLOW. */
  readonly office?: { readonly url: string; readonly allow: string }
}

/** Files of an export without any file. */
const NOTHING_EXPORTED = `map $static_key $static_file { default ""; }
${['etag', 'cache_control', 'vary', 'content_encoding']
  .map((name) => `map $static_file $static_${name} { default ""; }`)
  .join('\n')}
`

/** Returns the status of a path at a place; 0 where nobody answers. */
function statusOf({ host, port }: Place, path: string): Promise<number> {
  return new Promise((resolve) => {
    const asked = request({ host, port, path }, (response) => {
      response.resume()
      response.once('end', () => resolve(response.statusCode ?? 0))
    })
    asked.once('error', () => resolve(0)).end()
  })
}

/** Waits until a place answers with a status; `fault` says why it never will. */
async function answers(at: Place, status: number, fault: () => string | null): Promise<void> {
  const until = performance.now() + START_MS
  while ((await statusOf(at, '/ready')) !== status) {
    const reason = fault() ?? (performance.now() > until ? 'it took too long' : null)
    if (reason !== null) throw new Error(`Nothing answers at ${at.host}:${at.port}: ${reason}`)
    await wait(LOOK_MS)
  }
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null

/** Like separate machines, the instances have an address each and the same ports, which the policy of a page names. */
function createInstance(
  at: Place,
  dataDir: string,
  environment: Record<string, string>,
  onError: (text: string) => void,
) {
  let child: ChildProcess | undefined
  const instance: Instance = {
    ...at,
    dataDir,
    start: async () => {
      child = spawn(process.execPath, [...SERVER_FLAGS, 'src/server/main.ts'], {
        cwd: root,
        env: { ...process.env, ...environment, HOST: at.host, DATA_DIR: dataDir },
        stdio: ['ignore', 'ignore', 'pipe'],
      })
      child.stderr?.on('data', (text: Buffer) => onError(text.toString()))
      const started = child
      await answers(at, 200, () => (hasEnded(started) ? `the instance has ended with ${started.exitCode}` : null))
    },
    signal: (signal) => void child?.kill(signal),
    ended: async () => {
      if (child !== undefined && !hasEnded(child)) await once(child, 'exit')
    },
  }
  return instance
}

/** Opens the site; resolves once nginx answers. */
export async function openProxiedSite(options: ProxiedSiteOptions = {}): Promise<ProxiedSite> {
  const folder = await mkdtemp(join(tmpdir(), 'spacedrop-proxied-'))
  const scratch = await migratedPostgres()
  const [port, sockets] = [await freePort(), await freePort()]
  const front = { host: '127.0.0.1', port: await freePort() }
  const realtime = { host: '127.0.0.1', port: await freePort() }
  let log = ''
  const onError = (text: string): void => {
    log += text
  }
  const environment = {
    MODE: 'sandbox',
    PORT: String(port),
    REALTIME_PORT: String(sockets),
    SITE_URL: options.siteUrl ?? `http://${front.host}:${front.port}`,
    DATABASE_URL: scratch.url,
    REDIS_URL: REDIS_URL ?? '',
    REDIS_PREFIX: `test-${folder.slice(-6)}`,
    SECRET: 'a-secret-of-at-least-32-characters',
    HOUSE_PLAYERS: 'off',
    ICONS: 'off',
    METRICS_PORT: 'off',
    OFFICE_PORT: 'off',
    ...(options.office === undefined ? {} : { OFFICE_URL: options.office.url }),
    LOG_LEVEL: 'warn',
    TRUST_PROXY: 'on',
    ...options.environment,
  }
  const officePort = String(await freePort())
  const offices = [options.office === undefined ? 'off' : officePort, 'off']
  const [one, two] = ['127.0.0.1', '127.0.0.2'].map((host, at) =>
    createInstance({ host, port }, join(folder, host), { ...environment, OFFICE_PORT: String(offices[at]) }, onError),
  ) as [Instance, Instance]
  await one.start()
  const statics = join(folder, 'static')
  if (options.isExported === true) {
    execFileSync(process.execPath, ['scripts/export-static.ts', `http://${one.host}:${port}`, statics], { cwd: root })
  } else {
    await mkdir(statics)
    await writeFile(join(statics, 'maps.conf'), NOTHING_EXPORTED)
    for (const name of ['types.conf', 'headers.conf']) await writeFile(join(statics, name), '')
  }
  const accessLog = join(folder, 'access.log')
  await mkdir(join(folder, 'run'))
  const settings: Record<string, string> = {
    NGINX_RUN: join(folder, 'run'),
    STATIC: statics,
    APP_ONE: `${one.host}:${port}`,
    APP_TWO: `${two.host}:${port}`,
    SOCKETS_ONE: `${one.host}:${sockets}`,
    SOCKETS_TWO: `${two.host}:${sockets}`,
    OFFICE_AT: `127.0.0.1:${officePort}`,
    OFFICE_NAME: options.office === undefined ? 'office.invalid' : new URL(options.office.url).hostname,
    OFFICE_ALLOW: options.office?.allow ?? 'deny all;',
    HTTP_LISTEN: `${front.host}:${front.port}${options.tls?.listen ?? ''}`,
    REALTIME_LISTEN: `${realtime.host}:${realtime.port}`,
    ACCESS_LOG: accessLog,
    TLS: options.tls?.lines ?? '',
    REDIRECT: '',
  }
  const template = await readFile(join(root, 'deploy', 'nginx.conf.template'), 'utf8')
  const conf = join(folder, 'nginx.conf')
  await writeFile(
    conf,
    template.replace(/\$\{([A-Z_]+)\}/g, (_, name: string) => settings[name] ?? `missing ${name}`),
  )
  const nginx = spawn('nginx', ['-c', conf, '-g', 'daemon off; user root;'], { stdio: ['ignore', 'ignore', 'pipe'] })
  nginx.stderr.on('data', (text: Buffer) => onError(text.toString()))
  const close = async (): Promise<void> => {
    for (const instance of [one, two]) instance.signal('SIGKILL')
    nginx.kill('SIGTERM')
    if (!hasEnded(nginx)) await once(nginx, 'exit')
    await Promise.all([one.ended(), two.ended()])
    await scratch.drop()
    await rm(folder, { recursive: true })
  }
  try {
    // Without TLS the port of the sockets answers too, with 404.
    await answers(realtime, 404, () => (hasEnded(nginx) ? `nginx has ended:\n${log}` : null))
    await options.beforeSecond?.(front)
    await two.start()
  } catch (error) {
    await close()
    throw error
  }
  return { front, realtime, instances: [one, two], accessLog, log: () => log, close }
}
