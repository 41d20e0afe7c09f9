// The image of deploy/Dockerfile, built by buildah: without Docker, and on a base that debootstrap makes in place of a registry's. The
// images have a storage of their own, so that nothing else takes this base for the official one. It lies outside of the project: a run
// that was killed leaves mounts in it, below which nothing can be deleted.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { z } from 'zod'
import { filesBelow } from '../../../scripts/build-sources.mjs'
import { FolderInUse, type FolderLock, lockFolder } from '../../../src/server/db/folder-lock.ts'

const root = join(import.meta.dirname, '../../..')
const STORAGE = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'spacedrop', 'images')
const DOCKERFILE = 'deploy/Dockerfile'

/** The base that the Dockerfile names: Debian's least, the Node of node_modules, the npm that Node brings, and its user. */
const BASE = 'docker.io/library/node:24-bookworm-slim'
const DEBIAN = 'bookworm'
/** What the Dockerfile takes PostgreSQL's tools from: here Debian's own. */
const POSTGRES = 'docker.io/library/postgres:18-bookworm'
const NPM = 'npm@11.6.0'

const runFile = promisify(execFile)

const inspectedSchema = z.object({
  /** The layers' sizes are those of their files: the storage does not compress. */
  Manifest: z.string().transform((text) => manifestSchema.parse(JSON.parse(text))),
  Docker: z.object({
    config: z.object({
      Cmd: z.array(z.string()).nullish(),
      Entrypoint: z.array(z.string()).nullish(),
      Env: z.array(z.string()).default([]),
      User: z.string(),
      WorkingDir: z.string(),
      Healthcheck: z.object({ Test: z.array(z.string()) }).nullish(),
    }),
  }),
})
const manifestSchema = z.object({ layers: z.array(z.object({ size: z.int() })) })

const npmSchema = z.object({
  registry: z.url(),
  cafile: z.string().nullish(),
  cache: z.string(),
  userconfig: z.string(),
})

/** Runs buildah on the storage of these images; returns what it writes to standard output. */
export type Buildah = (...words: readonly string[]) => Promise<string>

export interface Image {
  readonly name: string
  readonly command: readonly string[]
  readonly entrypoint: readonly string[]
  readonly environment: Readonly<Record<string, string>>
  readonly user: string
  readonly workdir: string
  /** Ends with 0 in a container that serves. */
  readonly healthCommand: readonly string[]
  readonly bytesOverBase: number
  /** The options of buildah that name the storage. */
  readonly storage: readonly string[]
  readonly buildah: Buildah
  close(): Promise<void>
}

async function output(command: string, words: readonly string[]): Promise<string> {
  const { stdout } = await runFile(command, words, { cwd: root, maxBuffer: 2 ** 28 })
  return stdout.trim()
}

/** Returns the digest of all that the image is made of: what .dockerignore lets through, the Dockerfile, and the base's Node. */
async function sourcesDigest(): Promise<string> {
  const ignored = await readFile(join(root, '.dockerignore'), 'utf8')
  const paths = [...ignored.matchAll(/^!(.+)$/gm)].flatMap(([, path]) => filesBelow(String(path)))
  const hash = createHash('sha256').update(process.version)
  for (const path of [DOCKERFILE, ...paths]) hash.update(path).update(await readFile(join(root, path)))
  return hash.digest('hex').slice(0, 12)
}

async function makeBase(buildah: Buildah): Promise<void> {
  const container = await buildah('from', 'scratch')
  const folder = await buildah('mount', container)
  await output('debootstrap', ['--variant=minbase', DEBIAN, folder])
  for (const cache of ['var/cache/apt', 'var/lib/apt/lists']) await rm(join(folder, cache), { recursive: true })
  await copyFile(process.execPath, join(folder, 'usr/local/bin/node'))
  await output('npm', ['install', '--global', '--prefix', join(folder, 'usr/local'), NPM])
  await output('chroot', [folder, 'useradd', '--create-home', '--uid', '1000', '--shell', '/bin/bash', 'node'])
  await buildah('config', '--env', 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', container)
  await buildah('commit', '--rm', container, BASE)
}

async function makePostgres(buildah: Buildah): Promise<void> {
  const container = await buildah('from', 'scratch')
  const folder = await buildah('mount', container)
  await output('debootstrap', ['--variant=minbase', '--include=postgresql-client', DEBIAN, folder])
  await buildah('config', '--env', 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', container)
  await buildah('commit', '--rm', container, POSTGRES)
}

/**
 * Returns buildah's options that give the build this machine's way to the registry of npm: its settings, its certificates and what it
 * has fetched before. They are mounted while the image is built, and are no part of it.
 */
async function npmOptions(folder: string): Promise<string[]> {
  const settings = npmSchema.parse(JSON.parse(await output('npm', ['config', 'list', '--json'])))
  const certificates = settings.cafile ?? process.env.NODE_EXTRA_CA_CERTS
  const own = await readFile(settings.userconfig, 'utf8').catch(() => '')
  const lines = [own, `registry=${settings.registry}`, 'cache=/run/npm', 'prefer-offline=true', 'audit=false']
  const file = join(folder, 'npmrc')
  await writeFile(file, [...lines, ...(certificates ? ['cafile=/run/certificates'] : []), ''].join('\n'), {
    mode: 0o600,
  })
  const mounted = [`${file}:/root/.npmrc:ro`, `${settings.cache}:/run/npm`]
  if (certificates) mounted.push(`${certificates}:/run/certificates:ro`)
  return mounted.flatMap((one) => ['--volume', one])
}

async function build(buildah: Buildah, name: string, folder: string): Promise<void> {
  const isolation = ['--isolation', 'chroot', '--network', 'host', '--ulimit', 'nofile=16384:16384']
  const format = ['--format', 'docker', '--layers=false', '--pull-never']
  await buildah('bud', ...isolation, ...format, ...(await npmOptions(folder)), '--file', DOCKERFILE, '--tag', name, '.')
}

/** How often the storage is tried while another run uses it, once a second. */
const LOCK_TRIES = 900

/** Waits until no other run uses the storage. */
async function lockStorage(): Promise<FolderLock> {
  for (let tries = 1; ; tries++) {
    try {
      return await lockFolder(STORAGE)
    } catch (error) {
      if (!(error instanceof FolderInUse) || tries === LOCK_TRIES) throw error
      await setTimeout(1_000)
    }
  }
}

/** Builds the image, unless the one in the storage is of just these sources. */
export async function openImage(): Promise<Image> {
  await mkdir(STORAGE, { recursive: true })
  const lock = await lockStorage()
  const folder = await mkdtemp(join(tmpdir(), 'spacedrop-image-'))
  const storage = ['--root', STORAGE, '--runroot', join(folder, 'run')]
  const buildah: Buildah = (...words) => output('buildah', [...storage, ...words])
  // A run that was cut off leaves containers and images without a name.
  await buildah('rm', '--all')
  const name = `localhost/spacedrop:${await sourcesDigest()}`
  const listed = (await buildah('images', '--format', '{{.ID}} {{.Name}}:{{.Tag}}')).split('\n')
  const present = new Map(listed.filter((line) => line !== '').map((line) => line.split(/\s+/) as [string, string]))
  const kept = [BASE, POSTGRES, name]
  for (const [id, other] of present) if (!kept.includes(other)) await buildah('rmi', '--force', id)
  if (![...present.values()].includes(BASE)) await makeBase(buildah)
  if (![...present.values()].includes(POSTGRES)) await makePostgres(buildah)
  if (![...present.values()].includes(name)) await build(buildah, name, folder)

  const inspect = async (of: string): Promise<z.infer<typeof inspectedSchema>> =>
    inspectedSchema.parse(JSON.parse(await buildah('inspect', '--type', 'image', of)))
  const bytes = ({ Manifest }: z.infer<typeof inspectedSchema>): number =>
    Manifest.layers.reduce((sum, { size }) => sum + size, 0)
  const image = await inspect(name)
  const { Cmd, Entrypoint, Env, Healthcheck, User, WorkingDir } = image.Docker.config
  return {
    name,
    command: Cmd ?? [],
    entrypoint: Entrypoint ?? [],
    environment: Object.fromEntries(
      Env.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    ),
    user: User,
    workdir: WorkingDir,
    healthCommand: Healthcheck?.Test.slice(1) ?? [],
    bytesOverBase: bytes(image) - bytes(await inspect(BASE)),
    storage,
    buildah,
    close: async () => {
      await buildah('rm', '--all')
      await rm(folder, { recursive: true })
      await lock.release()
    },
  }
}
