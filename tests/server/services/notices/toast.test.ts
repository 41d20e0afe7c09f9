// The toast of a notification: what asks for something has a button that leads there.
import { expect, it } from 'vitest'
import type { UsualTimes } from '../../../../src/protocol/waiting.ts'
import type { PlayerNotification } from '../../../../src/server/base/player-notification.ts'
import { notificationToast } from '../../../../src/server/services/notices/notifications.ts'

const DAY = { minutes: 1_440, measured: false }
const USUAL: UsualTimes = { withdrawals: DAY, payments: DAY, deposits: DAY, prices: DAY, accounts: DAY }

const toastOf = (kind: PlayerNotification['kind'], link: string | null) =>
  notificationToast({ kind, amounts: { amount: 100, done: 10, level: 2 }, link }, 'en', USUAL)

it.each([
  ['missionCases', '/missions'],
  ['freeCase', '/free_case'],
  ['withdrawalSent', '/dashboard?tab=withdrawals'],
  ['debt', '/deposit'],
] as const)('%s links %s', (kind, link) => {
  expect(toastOf(kind, link).link).toBe(link)
})

it.each(['deposit', 'level', 'badgeProof'] as const)('%s only tells, and links nothing', (kind) => {
  expect(toastOf(kind, '/dashboard')).not.toHaveProperty('link')
})

it('links nothing where the notification has no link', () => {
  expect(toastOf('missionCases', null)).not.toHaveProperty('link')
})
