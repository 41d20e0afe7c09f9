// The settings of alerts to the staff, out of those of the environment.
import type { Environment } from './config-schema.ts'

export interface AlertSettings {
  /** Undefined: no bot. */
  readonly telegram: { readonly token: string; readonly api: string } | undefined
  /** Undefined: no webhook. */
  readonly webhook: { readonly url: string; readonly secret: string } | undefined
}

/** Returns the settings of alerts. */
export function alertsOf(values: Environment): AlertSettings {
  const { TELEGRAM_BOT_TOKEN: token, TELEGRAM_API: api, ALERT_WEBHOOK_URL: url, ALERT_WEBHOOK_SECRET: secret } = values
  return {
    telegram: token === undefined ? undefined : { token, api: api.replace(/\/+$/, '') },
    webhook: url === undefined || secret === undefined ? undefined : { url, secret },
  }
}

/** Returns a line for each setting that a webhook lacks. */
export function missingForWebhook(given: Readonly<Record<string, string>>): string[] {
  const { ALERT_WEBHOOK_URL: url, ALERT_WEBHOOK_SECRET: secret } = given
  if ((url === undefined) === (secret === undefined)) return []
  return url === undefined
    ? ['ALERT_WEBHOOK_URL: ALERT_WEBHOOK_SECRET needs the address that it signs for']
    : ['ALERT_WEBHOOK_SECRET: ALERT_WEBHOOK_URL needs a secret to sign with, at least 32 random characters']
}
