// Starts the services of a compose file in the order of their dependencies, each after those it needs are healthy or done.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type ComposeContainer, type Ended, type Mounted, startRole } from './compose-container.ts'
import type { Compose, Service } from './compose-file.ts'
import type { Networks } from './networks.ts'
import { type ImageSettings, STAND_INS } from './stand-ins.ts'

/** The pause between two health checks; shorter than the file's interval, so that tests wait less. */
const CHECK_MS = 200

export interface Services {
  /** The names in the order in which they were started. */
  readonly started: readonly string[]
  /** Starts services after their dependencies; resolves once all of them are healthy. */
  up(...names: readonly string[]): Promise<void>
  /** Starts a one-shot service after its dependencies; resolves once it has ended with 0. */
  completes(name: string): Promise<void>
  container(name: string): ComposeContainer
  /** Starts a service with arguments in place of its command, and waits for its end, like `run --rm`. */
  run(name: string, ...args: readonly string[]): Promise<Ended>
  /** Stops a service like Docker: SIGTERM, and SIGKILL after its grace period. */
  stop(name: string): Promise<Ended & { readonly ms: number }>
  /** Kills all services, also those that are being started. */
  killAll(): Promise<void>
}

interface ServicesSettings {
  readonly compose: Compose
  /** The image of the site. */
  readonly site: ImageSettings
  /** Additional mounts of its containers. */
  readonly siteMounts: readonly Mounted[]
  readonly networks: Networks
  /** A folder for volumes and layers. */
  readonly folder: string
}

function imageOf({ image }: Service, site: ImageSettings): ImageSettings {
  const [name = ''] = image.split(':')
  const found = name === 'spacedrop' ? site : STAND_INS[name]
  if (found === undefined) throw new Error(`Nothing stands in for the image ${image}`)
  return found
}

function serviceNamed(name: string, { services }: Compose): Service {
  const service = services[name]
  if (service === undefined) throw new Error(`The file has no service ${name}`)
  return service
}

/** Returns the mounts of a service: volumes of this run, files, folders and secrets. */
async function mountsOf(service: Service, { secrets }: Compose, folder: string): Promise<Mounted[]> {
  const mounts: Mounted[] = []
  for (const { source, target, isReadOnly, isNamed } of service.volumes) {
    const path = isNamed ? join(folder, 'volumes', source) : source
    if (isNamed) await mkdir(path, { recursive: true })
    mounts.push({ source: path, target, isReadOnly, isVolume: isNamed })
  }
  for (const { source } of service.secrets) {
    const path = String(secrets[source]?.file)
    mounts.push({ source: path, target: `/run/secrets/${source}`, isReadOnly: true, isVolume: false })
  }
  return mounts
}

/** Repeats the health check until it succeeds, for at most the start period and the retries of the file. */
async function becomesHealthy(container: ComposeContainer, { healthcheck: check }: Service): Promise<void> {
  if (check === undefined) throw new Error(`${container.name} has no health check`)
  const [kind, ...words] = check.test
  const command = kind === 'CMD-SHELL' ? ['/bin/sh', '-c', ...words] : words
  const until = performance.now() + check.start_period + check.interval * check.retries
  while (container.isRunning()) {
    const { code, output } = await container.exec(command, check.timeout)
    if (code === 0) return
    if (performance.now() > until) throw new Error(`${container.name} is not healthy: ${output}\n${container.log()}`)
    await wait(CHECK_MS)
  }
  throw new Error(`${container.name} has ended: ${container.log()}`)
}

/** Waits until a one-shot service has ended with 0. */
async function completes({ name, ended }: ComposeContainer): Promise<void> {
  const { code, output } = await ended
  if (code !== 0) throw new Error(`${name} ended with ${code}: ${output}`)
}

async function stop(container: ComposeContainer, graceMs: number): Promise<Ended & { readonly ms: number }> {
  const asked = performance.now()
  await container.signal('SIGTERM')
  const early = new AbortController()
  const late = wait(graceMs, undefined, { signal: early.signal }).then(container.kill, () => undefined)
  const ended = await container.ended
  early.abort()
  await late
  return { ...ended, ms: performance.now() - asked }
}

/** Creates the services; nothing is started. */
export function createServices({ compose, site, siteMounts, networks, folder }: ServicesSettings): Services {
  const containers = new Map<string, ComposeContainer>()
  const starting = new Map<string, Promise<ComposeContainer>>()
  const reached = new Map<string, Promise<void>>()
  const started: string[] = []
  let runs = 0
  let isClosed = false

  const serviceOf = (name: string): Service => serviceNamed(name, compose)
  const start = async (name: string, service: Service, at: string): Promise<ComposeContainer> => {
    const image = imageOf(service, site)
    const mounts = [...(await mountsOf(service, compose, folder)), ...(image === site ? siteMounts : [])]
    const container = await startRole({ name, service, image, networks, mounts, folder: join(folder, at) })
    containers.set(at, container)
    return container
  }
  const afterNeeded = async (name: string): Promise<ComposeContainer> => {
    const service = serviceOf(name)
    await Promise.all(Object.entries(service.depends_on).map(([needed, { condition }]) => reach(needed, condition)))
    if (isClosed) throw new Error('The services are closed')
    started.push(name)
    return start(name, service, name)
  }
  const begin = (name: string): Promise<ComposeContainer> => {
    const beginning = starting.get(name) ?? afterNeeded(name)
    starting.set(name, beginning)
    return beginning
  }
  const fulfil = async (name: string, condition: string): Promise<void> => {
    const container = await begin(name)
    await (condition === 'service_healthy' ? becomesHealthy(container, serviceOf(name)) : completes(container))
  }
  const reach = (name: string, condition: string): Promise<void> => {
    const reaching = reached.get(`${name} ${condition}`) ?? fulfil(name, condition)
    reached.set(`${name} ${condition}`, reaching)
    return reaching
  }
  const container = (name: string): ComposeContainer => {
    const found = containers.get(name)
    if (found === undefined) throw new Error(`${name} was not started`)
    return found
  }
  const killStarted = (): Promise<unknown> => Promise.all([...containers.values()].map((one) => one.kill()))

  return {
    started,
    container,
    up: async (...names) => {
      await Promise.all(names.map((name) => reach(name, 'service_healthy')))
    },
    completes: (name) => reach(name, 'service_completed_successfully'),
    run: async (name, ...args) => {
      runs += 1
      return (await start(name, { ...serviceOf(name), command: [...args] }, `run-${runs}`)).ended
    },
    stop: (name) => stop(container(name), serviceOf(name).stop_grace_period),
    killAll: async () => {
      isClosed = true
      await killStarted()
      await Promise.allSettled([...starting.values(), ...reached.values()])
      await killStarted()
    },
  }
}
