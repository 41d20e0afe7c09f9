// The image of deploy/Dockerfile: what it holds, and that a container of it serves, ends in time and runs operators' commands.
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { canBuildImage } from '../../scripts/image-tools.mjs'
import { type Container, startContainer } from '../support/image/container.ts'
import { type Image, openImage } from '../support/image/image.ts'
import { startReadOnly } from '../support/image/read-only-container.ts'
import { freePort } from '../support/runner/free-port.ts'
import { listenAt } from '../support/sites/instances.ts'

const MEGABYTE = 1_000_000
const root = new URL('../..', import.meta.url).pathname

describe.skipIf(!canBuildImage())('the image', () => {
  let image: Image
  let container: Container

  beforeAll(async () => {
    image = await openImage()
    container = await startContainer(image)
    await container.ready()
  }, 2_400_000)

  afterAll(async () => {
    await container?.kill()
    await image?.close()
  })

  const page = async (path: string): Promise<string> => {
    const response = await fetch(new URL(path, container.address))
    expect(response.status, path).toBe(200)
    return response.text()
  }

  it('holds what runs, and nothing else', async () => {
    const site = join(container.folder, 'site')
    expect((await readdir(site)).sort()).toEqual([
      '.data',
      'data',
      'dist',
      'node_modules',
      'package.json',
      'scripts',
      'src',
    ])
    const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'))
    const installed = JSON.parse(await readFile(join(site, 'node_modules', '.package-lock.json'), 'utf8'))
    const paths = Object.keys(installed.packages)
    expect(paths).toContain('node_modules/fastify')
    expect(paths.filter((path) => lock.packages[path].dev && existsSync(join(site, path)))).toEqual([])
    const builders = ['typescript', 'rolldown', 'lightningcss', 'esbuild', 'vite', 'astro', 'node']
    for (const name of builders) expect(existsSync(join(site, 'node_modules', name)), name).toBe(false)
  })

  it('takes 160 MB over its base at most', () => {
    expect(image.bytesOverBase / MEGABYTE).toBeLessThanOrEqual(160)
  })

  it('belongs to root, so that the site changes none of its own files', async () => {
    const { code, output } = await container.run('touch', 'src/server/main.ts', 'dist/current')
    expect(code, output).not.toBe(0)
    expect(output).toContain('Permission denied')
  })

  it('is ready, by its own health check too', async () => {
    expect(JSON.parse(await page('/ready'))).toMatchObject({ status: 'ready' })
    const { code, output } = await container.run(...image.healthCommand)
    expect(code, output).toBe(0)
  })

  it.each(['/', '/en/case/orion'])('answers %s and the picture that messengers show for it', async (path) => {
    const html = await page(path)
    const [, picture = ''] = /property="og:image" content="([^"]+)"/.exec(html) ?? []
    expect(picture).toMatch(new RegExp(`^${container.address}/assets/og/`))
    const response = await fetch(picture)
    expect(response.status, picture).toBe(200)
    expect(response.headers.get('content-type')).toBe('image/png')
  })

  it('answers the documentation of its calls', async () => {
    expect(await page('/api/docs/')).toContain('swagger-ui')
  })

  it('tells a visitor by socket how many are online', async () => {
    const socket = await listenAt(container.realtimeAddress)
    await expect.poll(() => socket.heard.online?.length).toBeGreaterThan(0)
    socket.disconnect()
  })

  it('holds the scripts that compose.yaml starts, and a place for what they write', async () => {
    const compose = await readFile(join(root, 'deploy', 'compose.yaml'), 'utf8')
    const scripts = [...compose.matchAll(/"((?:scripts|src)\/[^"]+\.ts)"/g)].map(([, path]) => String(path))
    expect(scripts).not.toEqual([])
    for (const path of scripts) expect(existsSync(join(container.folder, 'site', path)), path).toBe(true)
    const { code, output } = await container.run('mkdir', '/static/now', '/backups/first')
    expect(code, output).toBe(0)
  })

  it('serves with a read-only file system and without rights, as compose starts it', async () => {
    const port = String(await freePort())
    const site = startReadOnly(container.folder, image.command, {
      MODE: 'sandbox',
      HOST: '127.0.0.1',
      PORT: port,
      REALTIME_PORT: String(await freePort()),
      METRICS_PORT: 'off',
      OFFICE_PORT: 'off',
      ICONS: 'off',
      NODE_ENV: 'production',
    })
    await site.says('SPACEDROP is at')
    const html = await (await fetch(`http://127.0.0.1:${port}/en/case/orion`)).text()
    expect(html).toContain('property="og:image"')
    await site.stop()
  }, 120_000)

  it.each(['pg_dump', 'pg_restore'])('has %s, for backups', async (tool) => {
    const { code, output } = await container.run(tool, '--version')
    expect(code, output).toBe(0)
    expect(output).toMatch(new RegExp(`^${tool} \\(PostgreSQL\\) \\d+`))
  })

  it('ends within ten seconds of SIGTERM', async () => {
    const { code, ms } = await container.stop()
    expect(code, container.log()).toBe(0)
    expect(ms).toBeLessThan(10_000)
  })

  it('runs the commands of operators: the ledger’s check, a backup, the check of proofs', async () => {
    const checked = await container.run('npm', 'run', 'ledger', '--', 'check')
    expect(checked.code, checked.output).toBe(0)
    expect(checked.output).toContain('The ledger is right')
    const kept = await container.run('npm', 'run', 'ops', '--', 'backup', '.data/backup')
    expect(kept.code, kept.output).toBe(0)
    const read = await container.run('npm', 'run', 'ops', '--', 'backup', 'check', '.data/backup')
    expect(read.code, read.output).toBe(0)
    const verified = await container.run('npm', 'run', 'verify', '--', '--help')
    expect(verified.code, verified.output).toBe(0)
  })
})
