// A live shop as the operating guide builds it: a copy of the project, a PostgreSQL, a Redis and an nginx of its own, and instances that
// are started with the guide's commands.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import { type OwnRedis, ownRedis } from '../support/databases/own-redis.ts'
import { createPostgresCluster } from '../support/databases/postgres-cluster.ts'
import { freePort } from '../support/runner/free-port.ts'
import { copyProject, type ProjectCopy } from '../support/runner/guide-copy.ts'
import { commandsOf, readGuide } from './classify.ts'
import { fill, makeCertificate, nginxConfig, type Own, type Ports, writeOwnFiles } from './guide-files.ts'
import { createProcesses, type Printed, type Processes } from './guide-processes.ts'
import { GUIDE_STEPS, type GuideStep, type GuideStepName } from './steps.ts'

/** Building the pages, and the start of a whole instance, on a machine that has much to do. */
const BUILT_WITHIN_MS = 900_000

export interface Instance {
  readonly ports: Ports
  /** Stops it like a supervisor: SIGTERM, and waits until it has ended. */
  stop(): Promise<void>
}

export interface GuideShop {
  readonly copy: ProjectCopy
  readonly redis: OwnRedis
  /** The ports of the first instance, and of the second. */
  readonly ports: Ports
  readonly second: Ports
  /** The address of the office behind nginx. */
  readonly officeUrl: string
  /** The names of the steps that were followed. */
  readonly done: ReadonlySet<GuideStepName>
  /** The address of a database as the shop's role. */
  databaseUrl(name: string): string
  setDatabasePassword(password: string): void
  /** Adds lines to `.env`. */
  set(settings: Readonly<Record<string, string>>): void
  /** Runs commands in the shop's folder. */
  run(commands: string): Promise<Printed>
  /** Follows a step of the guide; returns what it printed. */
  follow(name: GuideStepName): Promise<string>
  /** Returns the commands of a step that does not end, and counts it as followed. */
  commands(name: GuideStepName): string
  /** Starts an instance by a command of the guide, with settings beside those of `.env`; resolves when it is ready. */
  start(command: string, ports: Ports, settings?: Readonly<Record<string, string>>): Promise<Instance>
  /** Starts nginx with the file that the guide's commands made. */
  startNginx(): Promise<void>
  close(): Promise<void>
}

const newPorts = async (): Promise<Ports> => ({
  site: await freePort(),
  realtime: await freePort(),
  metrics: await freePort(),
  office: await freePort(),
})

/** Returns what an instance says of itself. */
export async function readiness({ site }: Ports): Promise<string> {
  return (await fetch(`http://127.0.0.1:${site}/ready`)).text()
}

async function startInstance(
  processes: Processes,
  command: string,
  ports: Ports,
  settings: Readonly<Record<string, string>>,
): Promise<Instance> {
  const child = processes.startShell(command, settings)
  const isReady = async (): Promise<void> => {
    if (child.exitCode === null) expect(await readiness(ports)).toContain('"ready"')
  }
  await vi.waitFor(isReady, { timeout: BUILT_WITHIN_MS, interval: 250 }).catch((cause: unknown) => {
    throw new Error(`No instance is ready at ${ports.site}: ${processes.log()}`, { cause })
  })
  if (child.exitCode !== null) throw new Error(`The instance ended with ${child.exitCode}: ${processes.log()}`)
  return { ports, stop: () => processes.stop(child) }
}

/** Opens the place in which the guide is followed. Nothing of the shop is there yet. */
export async function openGuideShop(): Promise<GuideShop> {
  const copy = copyProject()
  const postgres = await createPostgresCluster()
  postgres.start()
  const postgresUrl = postgres.url('postgres')
  const { port: databasePort } = new URL(postgresUrl)
  const redis = await ownRedis()
  const [http, https, sockets] = [await freePort(), await freePort(), await freePort()]
  const [ports, second] = [await newPorts(), await newPorts()]
  const data = join(copy.folder, '.data')
  const [backups, exported, nginx] = [join(data, 'backups'), join(data, 'static'), join(data, 'nginx')]
  for (const folder of [backups, nginx]) mkdirSync(folder, { recursive: true })
  const certificate = makeCertificate(data)
  writeOwnFiles(copy.folder)
  const guide = readGuide()
  const done = new Set<GuideStepName>()
  let databasePassword = ''

  const databaseUrl = (name: string): string =>
    `postgres://spacedrop:${databasePassword}@127.0.0.1:${databasePort}/${name}`
  const filled = (commands: string): string => {
    const nginxPorts = { http, https, sockets }
    const folders = { backups, exported, nginx, tls: data }
    const own: Own = { postgresUrl, databasePassword, databaseUrl, ...nginxPorts, ports, second, ...folders }
    return fill(commands, own)
  }
  // Nothing of the machine's own environment: no settings of tests reach the shop.
  const processes = createProcesses(copy.folder, {
    PATH: process.env.PATH ?? '',
    HOME: copy.folder,
    CURL_CA_BUNDLE: certificate,
    PGHOST: '127.0.0.1',
    PGPORT: databasePort,
    PGUSER: 'postgres',
    TZ: 'UTC',
  })
  const run = (commands: string): Promise<Printed> => processes.run(filled(commands))

  return {
    copy,
    redis,
    ports,
    second,
    officeUrl: `https://office.localhost:${https}`,
    done,
    databaseUrl,
    run,
    setDatabasePassword: (password) => {
      databasePassword = password
    },
    set: (settings) => {
      const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`)
      writeFileSync(join(copy.folder, '.env'), lines.join(''), { flag: 'a' })
    },
    follow: async (name) => {
      const step: GuideStep = GUIDE_STEPS[name]
      const { out, err } = await run(commandsOf(guide, name))
      for (const expected of step.says ?? []) expect(`${out}${err}`).toMatch(expected)
      done.add(name)
      return out
    },
    commands: (name) => {
      done.add(name)
      return filled(commandsOf(guide, name))
    },
    start: (command, own, settings = {}) => startInstance(processes, command, own, settings),
    startNginx: async () => {
      processes.start(['nginx', '-c', nginxConfig(nginx), '-g', 'daemon off; user root;'])
      const answers = (): Promise<Printed> => run('curl -fsS -o /dev/null https://shop.example/health')
      await vi.waitFor(answers, { timeout: 30_000, interval: 500 })
    },
    close: async () => {
      await processes.stopAll()
      await redis.stop()
      await postgres.remove()
      copy.remove()
    },
  }
}
