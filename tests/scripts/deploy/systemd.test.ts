// The units of deploy/systemd: they start what npm start starts, are hardened alike, and are right by systemd-analyze where it is installed.
import { execFile, spawnSync } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SERVER_ENVIRONMENT, SERVER_FLAGS } from '../../../scripts/server-process.mjs'
import { readConfig } from '../../../src/server/config/config.ts'

const root = new URL('../../..', import.meta.url).pathname
const units = join(root, 'deploy/systemd')
const run = promisify(execFile)

/** The most that `systemd-analyze security` may say, from 0 for the least to 10 for the most exposure. */
const EXPOSURE_MOST = 2

const SERVERS = ['spacedrop.service', 'spacedrop@.service'] as const
const SERVICES = [...SERVERS, 'spacedrop-backup.service'] as const

function canAnalyze(): boolean {
  const { status } = spawnSync('systemd-analyze', ['security', '--offline=true', join(units, 'spacedrop.service')])
  if (status !== 0) console.info('Left out: the analysis of the units. This machine has no systemd-analyze.')
  return status === 0
}

const read = (name: string): Promise<string> => readFile(join(units, name), 'utf8')

/** Returns the values of a key, in order. */
const valuesOf = (unit: string, key: string): string[] =>
  [...unit.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value]) => value ?? '')

describe('the units of systemd', () => {
  it.each(SERVERS)('%s starts the server as npm start does', async (name) => {
    const unit = await read(name)
    expect(valuesOf(unit, 'ExecStart')).toEqual([`/usr/bin/env node ${SERVER_FLAGS.join(' ')} src/server/main.ts`])
    const environment = valuesOf(unit, 'Environment').flatMap((line) => line.split(' '))
    for (const [setting, value] of Object.entries(SERVER_ENVIRONMENT)) {
      expect(environment).toContain(`${setting}=${value}`)
    }
    expect(valuesOf(unit, 'Restart')).toEqual(['always'])
  })

  it.each(SERVERS)('%s lets nobody but a proxy on the machine reach the site, and trusts no other', async (name) => {
    const lines = valuesOf(await read(name), 'Environment').flatMap((line) => line.split(' '))
    expect(lines).toContain('HOST=localhost')
    expect(lines).toContain('TRUST_PROXY=loopback')
  })

  it('give each of several instances ports and a folder of its own', async () => {
    const lines = valuesOf(await read('spacedrop@.service'), 'Environment').flatMap((line) => line.split(' '))
    const settingsOf = (instance: string) =>
      readConfig(
        Object.fromEntries(lines.map((line) => line.replaceAll('%i', instance).split('=') as [string, string])),
      )
    const [one, two] = [settingsOf('1'), settingsOf('2')]
    expect([one.port, one.realtimePort, one.metrics?.port]).toEqual([4321, 8081, 9461])
    expect([two.port, two.realtimePort, two.metrics?.port]).toEqual([4322, 8082, 9462])
    expect(two.dataDir).not.toBe(one.dataDir)
    // The first that starts has the office: neither refuses to start because of the other.
    for (const { office } of [one, two]) expect(office).toMatchObject({ port: 4400, host: 'localhost', isAsked: false })
  })

  it('are hardened alike', async () => {
    const parts = await Promise.all(
      SERVICES.map(async (name) => /^# Hardening[\s\S]+?^UMask=.*$/m.exec(await read(name))?.[0]),
    )
    expect(parts[0]).toContain('NoNewPrivileges=yes')
    expect(new Set(parts).size).toBe(1)
  })

  it('write backups to a folder that only the site’s user reads, every night', async () => {
    const unit = await read('spacedrop-backup.service')
    const settings = valuesOf(unit, 'Environment').flatMap((line) => line.split(' '))
    expect(settings).toContain('BACKUP_DIR=/var/lib/spacedrop-backups')
    expect(valuesOf(unit, 'StateDirectory')[0]?.split(' ')).toContain('spacedrop-backups')
    expect(valuesOf(unit, 'StateDirectoryMode')).toEqual(['0700'])
    expect(valuesOf(await read('spacedrop-backup.timer'), 'Persistent')).toEqual(['true'])
  })

  it('are installed by five commands of the guide, which name each of them', async () => {
    const guide = await readFile(join(root, 'docs/operating.md'), 'utf8')
    const [, block = ''] = /### systemd\n[\s\S]*?```sh\n([\s\S]+?)```/.exec(guide) ?? []
    const commands = block.trim().split('\n')
    expect(commands).toHaveLength(5)
    expect(block).toContain('deploy/systemd/')
    for (const name of await readdir(units)) expect(guide, name).toContain(name.replace(/\.service$/, ''))
  })
})

describe.runIf(canAnalyze())('systemd-analyze', () => {
  let folder: string

  beforeAll(async () => {
    // It looks for the services of timers beside them, and in no folder of the system.
    folder = await mkdtemp(join(tmpdir(), 'spacedrop-units-'))
    await cp(units, folder, { recursive: true })
  })

  afterAll(() => rm(folder, { recursive: true }))

  it('finds no fault in the units', async () => {
    const names = ['spacedrop.service', 'spacedrop@1.service', 'spacedrop-backup.service', 'spacedrop-backup.timer']
    const { stdout, stderr } = await run('systemd-analyze', ['verify', ...names.map((name) => join(folder, name))])
    expect(stdout + stderr).toBe('')
  })

  it.each(SERVICES)(`says that %s is exposed by ${EXPOSURE_MOST} at most`, async (name) => {
    const { stdout } = await run('systemd-analyze', ['security', '--offline=true', join(folder, name)])
    const [, exposure] = /Overall exposure level for \S+: (\d+\.\d+)/.exec(stdout) ?? []
    expect(Number(exposure)).toBeLessThanOrEqual(EXPOSURE_MOST)
  })
})
