// Finds busy ports before minutes of installation and build: names all of them, and takes the next free ones for a sandbox. Plain JavaScript for
// Node 18 without dependencies, like steps.mjs; the server itself reads and checks the settings later.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'

const LAST_PORT = 65_535
const LINE = /^[ \t]*(?:export[ \t]+)?(\w+)[ \t]*=[ \t]*(?:"([^"]*)"|'([^']*)'|([^#\n]*))/gm
const SOCKET = /^(\d+)\.sock$/
const DEFAULTS = {
  PORT: '4321',
  REALTIME_PORT: '8081',
  DEV_PORT: '4322',
  HOST: 'localhost',
  METRICS_HOST: '127.0.0.1',
  OFFICE_HOST: 'localhost',
  DATA_DIR: '.data',
}

/** Returns the settings of the environment and, after them, those of `.env`; empty ones are left out, as the server leaves them out. */
export function readSettings(env = process.env, file = '.env') {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const written = [...text.matchAll(LINE)].map(([, name, double, single, plain = '']) => [
    name,
    double ?? single ?? plain.trim(),
  ])
  const all = Object.entries({ ...Object.fromEntries(written), ...env })
  return { ...DEFAULTS, ...Object.fromEntries(all.filter(([, value]) => value !== '' && value !== undefined)) }
}

/** Returns the ports that a start listens on, with the names of their settings. Those that the system chooses or that are wrong are left out. */
function portsOf(settings, isDevelopment) {
  const { PORT, REALTIME_PORT, METRICS_PORT = 'off', OFFICE_PORT = 'off', DEV_PORT } = settings
  const { HOST, METRICS_HOST, OFFICE_HOST } = settings
  const ports = [
    { name: 'PORT', port: Number(PORT), host: HOST },
    { name: 'REALTIME_PORT', port: Number(REALTIME_PORT), host: HOST },
    // Without a setting the metrics go without a port that is in use.
    { name: 'METRICS_PORT', port: Number(METRICS_PORT), host: METRICS_HOST },
    // The same holds for the office.
    { name: 'OFFICE_PORT', port: Number(OFFICE_PORT), host: OFFICE_HOST },
    ...(isDevelopment ? [{ name: 'DEV_PORT', port: Number(DEV_PORT), host: '127.0.0.1' }] : []),
  ]
  return ports.filter(({ port }) => Number.isInteger(port) && port > 0 && port <= LAST_PORT)
}

/** Tells whether another process listens on a port of an address. */
function isBusyAt(port, host) {
  return new Promise((resolve) => {
    const server = createServer()
    // Everything else that is wrong with a port or an address the server explains.
    server.once('error', ({ code }) => resolve(code === 'EADDRINUSE'))
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(false)))
  })
}

/** Tells whether another process listens on a port. The default host has two addresses (src/server/network/listen-host.ts). */
async function isBusy({ port, host }) {
  for (const address of host === DEFAULTS.HOST ? ['127.0.0.1', '::1'] : [host]) {
    if (await isBusyAt(port, address)) return true
  }
  return false
}

/** Tells whether an instance of this shop answers at its socket (src/server/site/control.ts). */
function answers(path) {
  return new Promise((resolve) => {
    const connection = connect(path)
    connection.once('connect', () => connection.destroy(resolve(true)))
    connection.once('error', () => resolve(false))
  })
}

/** Returns the ports of the instances that run with this folder. */
async function ownInstances(dataDir) {
  const folder = join(dataDir, 'control')
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => SOCKET.test(name)) : []
  const running = []
  for (const name of names) if (await answers(join(folder, name))) running.push(Number(SOCKET.exec(name)[1]))
  return running
}

/** Returns the process that holds the sandbox's database, as it names itself; undefined on PostgreSQL. */
function holderOf(dataDir) {
  const path = join(dataDir, 'pglite.holder')
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined
}

const words = (ports) => ports.map(({ name, port }) => `${port} (${name})`).join(', ')

/** Returns the next free port after each busy one. */
async function nextFree(busy, taken) {
  const moved = []
  for (const place of busy) {
    let port = place.port + 1
    while (port <= LAST_PORT && (taken.has(port) || (await isBusy({ ...place, port })))) port += 1
    taken.add(port)
    moved.push({ ...place, port })
  }
  return moved
}

/**
 * Returns the address of a sandbox whose port has moved; undefined where it follows the port by itself, null where it cannot follow: it is
 * somebody else's, such as a proxy's.
 */
function movedAddress({ SITE_URL }, from, to) {
  if (SITE_URL === undefined || from === undefined) return undefined
  const address = new URL(SITE_URL)
  if (!['localhost', '127.0.0.1', '[::1]'].includes(address.hostname) || address.port !== String(from)) return null
  address.port = String(to)
  return address.href
}

/**
 * Checks the ports of a start.
 *
 * @param {{ settings?: Record<string, string>, isDevelopment?: boolean }} [options]
 * @returns {Promise<{ error: string } | { notice: string, settings: Record<string, string> }>} why there can be no start; or settings for
 *   the server, and a line that says which ports it takes instead of busy ones, empty where none is
 */
export async function choosePorts({ settings = readSettings(), isDevelopment = false } = {}) {
  const ports = portsOf(settings, isDevelopment)
  const busy = []
  for (const place of ports) if (await isBusy(place)) busy.push(place)
  const own = await ownInstances(settings.DATA_DIR)
  const isSamePort = busy.some(({ port }) => own.includes(port))
  if (own.length > 0 && (isSamePort || settings.DATABASE_URL === undefined)) {
    const holder = holderOf(settings.DATA_DIR)
    const who = holder === undefined || settings.DATABASE_URL !== undefined ? '' : `, as ${holder}`
    return {
      error: `This shop is running already at http://localhost:${own[0]}${who}. Open it there, or stop it first: Ctrl-C in its terminal.`,
    }
  }
  if (busy.length === 0) return { notice: '', settings: {} }
  const inUse = `Ports in use by other programs: ${words(busy)}.`
  const isLive = settings.MODE === 'live'
  const advice = 'Stop what listens there (`ss -ltnp` names it), or set other ports.'
  if (isLive) return { error: `${inUse} ${advice}` }
  const moved = await nextFree(busy, new Set(ports.map(({ port }) => port)))
  const site = moved.find(({ name }) => name === 'PORT')
  const address = movedAddress(settings, site && Number(settings.PORT), site?.port)
  if (address === null) return { error: `${inUse} SITE_URL is ${settings.SITE_URL}, so PORT has to stay. ${advice}` }
  return {
    notice: `${inUse} This sandbox takes ${words(moved)} instead.`,
    settings: {
      ...Object.fromEntries(moved.map(({ name, port }) => [name, String(port)])),
      ...(address !== undefined && { SITE_URL: address.replace(/\/$/, '') }),
    },
  }
}

/** Checks the ports of a start; ends the process where there can be none, and says so. Returns settings for the server. */
export async function settlePorts(options) {
  const result = await choosePorts(options)
  if ('error' in result) {
    console.error(result.error)
    process.exit(1)
  }
  if (result.notice !== '') console.log(result.notice)
  return result.settings
}
