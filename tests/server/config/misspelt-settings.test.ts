// Settings with a slip in their names: the start names them, and leaves the names of other programs alone.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../../../src/server/config/config.ts'
import { SETTING_NAMES } from '../../../src/server/config/config-schema.ts'
import { misspeltSettings } from '../../../src/server/config/misspelt-settings.ts'

const LONG = SETTING_NAMES.filter((name) => name.length >= 7)

describe('a setting whose name has a slip', () => {
  it.each([
    ['SITE_ULR', 'SITE_URL'],
    ['SITEURL', 'SITE_URL'],
    ['site_url', 'SITE_URL'],
    ['DATABSE_URL', 'DATABASE_URL'],
    ['DATABASE_URLS', 'DATABASE_URL'],
    ['STRIPE_SECRET_KYE', 'STRIPE_SECRET_KEY'],
    ['SECRET_FLIE', 'SECRET_FILE'],
    ['TURST_PROXY', 'TRUST_PROXY'],
  ])('%s is refused, and %s is named', (name, meant) => {
    const words = `${name}: is no setting, and would change nothing. Did you mean ${meant}?`
    expect(() => readConfig({ [name]: 'x' })).toThrow(words)
  })

  it.each([
    ['CATALOGUE_DIR', 'SHOP_DIR names the folder'],
    ['SITE_NAME', 'the shop has one name, which its brand.json'],
  ])('%s, of an earlier release, is refused with what is in its place', (name, place) => {
    expect(() => readConfig({ [name]: 'x' })).toThrow(`${name}: is no setting any more: ${place}`)
    expect(() => readConfig({ [name]: '' })).not.toThrow()
  })

  it('is found wherever two letters of it changed places', () => {
    fc.assert(
      fc.property(fc.constantFrom(...LONG), fc.nat(), (name, at) => {
        const place = at % (name.length - 1)
        const swapped = name.slice(0, place) + (name[place + 1] ?? '') + (name[place] ?? '') + name.slice(place + 2)
        expect(misspeltSettings([swapped])).toHaveLength(SETTING_NAMES.includes(swapped) ? 0 : 1)
      }),
    )
  })

  it('is no name of a setting, nor of what systems, shells, containers and test runs set', () => {
    expect(misspeltSettings(SETTING_NAMES)).toEqual([])
    const others = [
      ...['PATH', 'HOME', 'HOSTNAME', 'LANG', 'LC_ALL', 'LOGNAME', 'SHELL', 'SHLVL', 'TERM', 'TZ', 'USER', 'PWD'],
      ...['NODE_ENV', 'NODE_OPTIONS', 'NODE_VERSION', 'HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'http_proxy', 'CI'],
      ...['POSTGRES_PASSWORD', 'POSTGRES_USER', 'POSTGRES_DB', 'PGHOST', 'PGDATA', 'REDIS_HOST', 'REDIS_PORT'],
      ...[
        'NOTIFY_SOCKET',
        'INVOCATION_ID',
        'JOURNAL_STREAM',
        'LISTEN_FDS',
        'CREDENTIALS_DIRECTORY',
        'SYSTEMD_EXEC_PID',
      ],
      ...['TEST_DATABASE_URL', 'TEST_REDIS_URL', 'BROWSER_PATH', 'ASTRO_TELEMETRY_DISABLED', 'VITEST_WORKER_ID'],
      ...['npm_config_cache', 'npm_package_name', 'COMPOSE_PROJECT_NAME', 'DOMAIN', 'IMAGE', 'TAG', 'EMAIL'],
    ]
    expect(misspeltSettings(others)).toEqual([])
  })
})
