// The services of deploy/compose.yaml as Debian's docker-compose resolves them: with the environment of .env, defaults and anchors filled in.
import { execFile } from 'node:child_process'
import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { parse } from 'yaml'
import { z } from 'zod'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../../../..')

const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }
const durationMs = z.string().transform((text) => {
  const parts = [...text.matchAll(/(\d+)(ms|s|m|h)/g)]
  return parts.reduce((sum, [, count, unit]) => sum + Number(count) * (UNIT_MS[String(unit)] ?? 0), 0)
})

/** A command in words, or for a shell. */
const command = z.array(z.string())

const volume = z.string().transform((text) => {
  const [source = '', target = '', mode] = text.split(':')
  return { source, target, isReadOnly: mode === 'ro', isNamed: !source.startsWith('/') }
})

const healthcheck = z
  .object({
    test: command,
    interval: durationMs.default(30_000),
    timeout: durationMs.default(30_000),
    start_period: durationMs.default(0),
    retries: z.int().default(3),
  })
  // `disable: true`.
  .transform((check) => (check.test[0] === 'NONE' ? undefined : check))

const serviceSchema = z.object({
  image: z.string(),
  entrypoint: command.optional(),
  command: command.optional(),
  user: z.string().optional(),
  environment: z.record(z.string(), z.coerce.string()).default({}),
  read_only: z.literal(true),
  security_opt: z.tuple([z.literal('no-new-privileges:true')]),
  cap_drop: z.tuple([z.literal('ALL')]),
  cap_add: z.array(z.string()).default([]),
  tmpfs: z.array(z.string()).default([]),
  shm_size: z.string().default('64m'),
  ulimits: z.object({ nofile: z.int() }).optional(),
  volumes: z.array(volume).default([]),
  secrets: z.array(z.object({ source: z.string() })).default([]),
  networks: z.record(z.string(), z.object({ aliases: z.array(z.string()).default([]) }).nullable()),
  ports: z.array(z.union([z.object({ target: z.int() }).transform(({ target }) => target), z.string()])).default([]),
  healthcheck: healthcheck.optional(),
  depends_on: z
    .record(z.string(), z.object({ condition: z.enum(['service_healthy', 'service_completed_successfully']) }))
    .default({}),
  stop_grace_period: durationMs.default(10_000),
})

const composeSchema = z.object({
  services: z.record(z.string(), serviceSchema),
  networks: z.record(z.string(), z.object({ internal: z.boolean().default(false) })),
  secrets: z.record(z.string(), z.object({ file: z.string() })),
})

export type Service = z.output<typeof serviceSchema>
export type Compose = z.output<typeof composeSchema>

/** Returns a resolved file without the second `$` of each that docker-compose writes, so that its output can be read again. */
function withoutEscapes(resolved: unknown): unknown {
  return JSON.parse(JSON.stringify(resolved).replaceAll('$$', '$'))
}

/** Copies deploy/, which compose reads, into a folder. */
export async function copyDeployment(folder: string): Promise<void> {
  await cp(join(root, 'deploy'), join(folder, 'deploy'), { recursive: true })
}

/** Resolves the compose file of a copy that has a deploy/.env. Paths are those of the copy. */
export async function resolveCompose(folder: string): Promise<Compose> {
  const path = join(folder, 'deploy', 'compose.yaml')
  // Debian's version does not know the name of a project.
  await writeFile(path, (await readFile(path, 'utf8')).replace(/^name: .*\n/m, ''))
  const profiles = ['--profile', 'monitoring', '--profile', 'tools']
  const { stdout } = await run('docker-compose', ['-f', path, ...profiles, 'config'], {
    cwd: folder,
    // The environment of this machine must not override the file.
    env: { PATH: process.env.PATH },
  })
  return composeSchema.parse(withoutEscapes(parse(stdout)))
}
