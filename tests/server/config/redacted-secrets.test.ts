// Which parts of the settings are secrets, which the log redacts.
import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../../../src/server/config/config.ts'
import { SETTING_NAMES } from '../../../src/server/config/config-schema.ts'

describe('secrets', () => {
  it('are all settings that are named like one, so that the log redacts them', () => {
    const names = SETTING_NAMES.filter((name) => /(SECRET|KEY|TOKEN|PASSWORD)$/.test(name))
    expect(names.length).toBeGreaterThan(8)
    // Base64, which some have to be, and long enough for SECRET.
    const values = names.map((name) => Buffer.from(`canary ${name} `.repeat(3)).toString('base64'))
    // Those with a form of their own.
    values[names.indexOf('PUSH_PRIVATE_KEY')] = randomBytes(32).toString('base64url')
    values[names.indexOf('TELEGRAM_BOT_TOKEN')] = `7000000001:${randomBytes(26).toString('base64url')}`
    const hook = 'https://hooks.shop.example/canary-of-an-address'
    const others = { CRYPTOCLOUD_SHOP_ID: 'shop', STEAM_TRADE_ACCOUNT: 'account', ALERT_WEBHOOK_URL: hook }
    const { secrets } = readConfig({ ...Object.fromEntries(names.map((name, at) => [name, values[at]])), ...others })
    expect([...secrets].sort()).toEqual([...values, hook].sort())
  })

  it('are the passwords of addresses too, as they are written and as they are meant', () => {
    const { secrets } = readConfig({
      DATABASE_URL: 'postgres://app:p%40ssword@db/spacedrop',
      REDIS_URL: 'redis://:redis-password@cache:6379',
    })
    expect(secrets).toEqual(['redis-password', 'p%40ssword', 'p@ssword'])
  })

  it('are the passwords of relays and of parameters, and the longest are redacted first', () => {
    const { secrets } = readConfig({
      BEACON_URLS: 'http://u:relay-password@127.0.0.1:1/x,https://relay.example',
      DATABASE_URL: 'postgres://db/spacedrop?password=relay-password-and-more',
    })
    expect(secrets).toEqual(['relay-password-and-more', 'relay-password'])
  })
})
