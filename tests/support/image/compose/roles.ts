// Runs the services of deploy/compose.yaml as processes in namespaces, without a container runtime. Adds what the file does not contain: the
// settings, secrets and certificate of an operator, and Debian's programs in place of official images.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Mounted } from './compose-container.ts'
import { type Compose, copyDeployment, resolveCompose } from './compose-file.ts'
import { type Guests, type Networks, openNetworks } from './networks.ts'
import { openPeers, type Peer } from './peers.ts'
import { createServices, type Services } from './services.ts'
import type { ImageSettings } from './stand-ins.ts'

export interface RolesOptions {
  /** The image of the site. */
  readonly image: ImageSettings
  /** The contents of deploy/.env. */
  readonly settings: Readonly<Record<string, string>>
  /** Files that the operator changes before the image is built, by their path in it. */
  readonly ownFiles: Readonly<Record<string, string>>
  /** Prepares the copy of deploy/ and data/ like an operator; returns the path of the certificate that visitors trust. */
  readonly prepare: (folder: string) => string
  readonly guests: Guests
}

export interface Roles extends Services {
  readonly compose: Compose
  readonly networks: Networks
  /** Returns the client program in the namespace of a service or guest. */
  peer(name: string): Peer
  /** Ends and removes everything. */
  close(): Promise<void>
}

async function writeOwn(folder: string, files: RolesOptions['ownFiles']): Promise<Mounted[]> {
  const writing = Object.entries(files).map(async ([target, text], at) => {
    const source = join(folder, `own-${at}`)
    await writeFile(source, text)
    return { source, target, isReadOnly: true, isVolume: false }
  })
  return Promise.all(writing)
}

async function open(folder: string, options: RolesOptions): Promise<Roles> {
  await copyDeployment(folder)
  const lines = Object.entries(options.settings).map(([name, value]) => `${name}=${value}\n`)
  await writeFile(join(folder, 'deploy', '.env'), lines.join(''))
  const certificate = options.prepare(folder)
  const siteMounts = await writeOwn(folder, options.ownFiles)
  const compose = await resolveCompose(folder)
  const networks = await openNetworks(compose, options.guests)
  const peers = openPeers(networks, certificate)
  const services = createServices({ compose, site: options.image, siteMounts, networks, folder })
  return {
    ...services,
    compose,
    networks,
    peer: (name) => peers.at(name),
    close: async () => {
      await services.killAll()
      await peers.close()
      await networks.close()
      await rm(folder, { recursive: true })
    },
  }
}

/** Copies the deployment, adds the operator's files, and makes the namespaces. Starts no service. */
export async function openRoles(options: RolesOptions): Promise<Roles> {
  const folder = await mkdtemp(join(tmpdir(), 'spacedrop-compose-'))
  try {
    return await open(folder, options)
  } catch (error) {
    await rm(folder, { recursive: true })
    throw error
  }
}
