// The ways to tell the staff something, as far as the settings have them.
import type { AlertSettings } from '../config/alert-settings.ts'
import type { PushModule } from '../push/push.ts'
import { createTelegramBot, type TelegramBot } from './telegram.ts'
import { type AlertWebhook, createAlertWebhook } from './webhook.ts'

export interface AlertSenders {
  /** Undefined where no bot is set up. */
  readonly telegram: TelegramBot | undefined
  /** Undefined where no address is set. */
  readonly webhook: AlertWebhook | undefined
  /** Undefined where the site sends no push messages. */
  readonly push: Pick<PushModule, 'publicKey' | 'isService' | 'send'> | undefined
}

/** Makes the senders of some settings. */
export function openAlertSenders(
  { alerts: { telegram, webhook } }: { readonly alerts: AlertSettings },
  push: AlertSenders['push'],
): AlertSenders {
  return {
    telegram: telegram && createTelegramBot(telegram),
    webhook: webhook && createAlertWebhook(webhook),
    push,
  }
}
