// The payment module: it opens every provider whose keys are set, and each of their methods has an icon.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { CURRENCIES } from '../../../src/game/payments/deposit.ts'
import { readConfig } from '../../../src/server/config/config.ts'
import { PROVIDER_KEYS } from '../../../src/server/config/missing-settings.ts'
import type { PaymentProvider } from '../../../src/server/payments/provider.ts'
import { openPayments, warnOfTerms } from '../../../src/server/payments/providers.ts'

const ICONS = join(import.meta.dirname, '../../../public/assets/img/payments')

let providers: readonly PaymentProvider[]

beforeAll(async () => {
  const keys = Object.values(PROVIDER_KEYS).flat()
  const config = { ...readConfig(Object.fromEntries(keys.map((key) => [key, `a ${key}`]))), secret: 'x'.repeat(32) }
  const options = { config, now: Date.now, fetchStandIn: fetch, warn: () => undefined }
  providers = (await openPayments(options)).providers
})

it('opens every provider of the settings, and the sandbox', () => {
  const names = providers.map(({ name }) => name)
  expect(names.toSorted()).toEqual([...Object.keys(PROVIDER_KEYS), 'sandbox'].toSorted())
})

it('has an icon for every currency', () => {
  for (const currency of CURRENCIES)
    expect(existsSync(join(ICONS, `${currency.toLowerCase()}.svg`)), currency).toBe(true)
})

it('has an icon for every method', () => {
  const methods = providers.flatMap((provider) => provider.methods)
  expect(methods.length).toBeGreaterThan(providers.length)
  expect(methods.filter(({ icon }) => !existsSync(join(ICONS, `${icon}.svg`)))).toEqual([])
})

it.each([
  ['live', true, 1],
  ['live', false, 0],
  ['sandbox', true, 0],
] as const)('in %s mode with Stripe %s says that Stripe restricts games of chance %i times', (mode, isSet, times) => {
  const lines: string[] = []
  const stripe = isSet ? { secretKey: 'sk_live_x', webhookSecret: 'whsec_x' } : undefined
  const payments = { stripe, monobank: undefined, cryptocloud: undefined }
  warnOfTerms({ mode, payments }, (line) => lines.push(line))
  expect(lines).toEqual(Array.from({ length: times }, () => expect.stringContaining('restrict games of chance')))
})
