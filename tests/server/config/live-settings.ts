// A complete live shop’s settings, and what is refused of some.
import { expect } from 'vitest'
import { ConfigError, readConfig } from '../../../src/server/config/config.ts'

/** The settings that live mode needs. */
export const LIVE = {
  MODE: 'live',
  DATABASE_URL: 'postgres://spacedrop:Yt7mQ2vKx9Lr4bHc@db/spacedrop',
  SECRET: 'qzX0v7Rk3mT9bLw5cJd8HnPf2sYgA6uE',
  STEAM_API_KEY: '3F1A9C0D7E5B48266AD0C1F29B7E4D58',
  SITE_URL: 'https://shop.example',
  MONOBANK_TOKEN: 'uZ0gq1o6yI3r9Xw5mQ2fZx8Lr0TbVw7KdYp3Jc9',
  WITHDRAWALS: 'off',
}

/** Stands for all settings of payment providers in an error. */
export const NO_PROVIDER = 'a payment provider'

/** Returns the names of the refused settings. */
export function refused(environment: Record<string, string>): string[] {
  try {
    readConfig(environment)
    return []
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    for (const fault of error.faults) expect(error.message).toContain(fault)
    return error.faults.map((fault) => fault.split(':')[0] ?? '').sort()
  }
}
