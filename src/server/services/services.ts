// All use cases, made once from shared components, for routes, sockets and jobs. Each feature's factory names its services, and their types
// follow from it: a service is named in one place.
import { createAccountServices } from './account/services.ts'
import { createAnnouncements } from './announcements/announcements.ts'
import { createNoticeSending } from './announcements/notices.ts'
import { createBattles } from './battles/battles.ts'
import { createFairnessServices } from './fairness/services.ts'
import { notifyFreeCase } from './games/free-case-notification.ts'
import { createGameServices } from './games/services.ts'
import { createInventoryServices } from './inventory/services.ts'
import { createLeaderboardServices } from './leaderboard/services.ts'
import { createLetterServices } from './letters/services.ts'
import { createLive } from './live/live.ts'
import { createMissionServices } from './missions/services.ts'
import type { CreditFollower } from './money/credit-followers.ts'
import { createNotifications } from './notices/notifications.ts'
import { withdrawBonuses } from './payments/order-bonus.ts'
import { createPaymentServices } from './payments/services.ts'
import { createPushServices } from './push/services.ts'
import { createRaffleServices } from './raffle/services.ts'
import { keepReferrer } from './referral/commission.ts'
import { createReferralServices } from './referral/services.ts'
import { createRewardServices } from './rewards/services.ts'
import { type Components, createServiceParts } from './rolls/service-parts.ts'
import { createSaferPlayLooking } from './safer-play/looking.ts'
import { createSharingServices } from './sharing/services.ts'
import { createTransparencyServices } from './transparency/services.ts'
import { createDecisionTimes } from './waiting/decision-times.ts'
import { createWaitingServices } from './waiting/services.ts'
import { createWithdrawalServices } from './withdrawal/services.ts'

export type Services = Awaited<ReturnType<typeof createServices>>

/** Makes the services over their components. */
export async function createServices(components: Components) {
  const shared = createServiceParts(components)
  // Before the first call: what is switched off stays off over a start.
  await shared.switches.refresh()
  const announcements = createAnnouncements(components)
  // Before the first page.
  await announcements.refresh()
  const account = createAccountServices(shared)
  const inventory = createInventoryServices(shared)
  const parts = { ...shared, ...account, ...inventory }
  const battles = createBattles(parts)
  parts.onCatalogueChange(battles.forgetContents)
  const followers: readonly CreditFollower[] = [keepReferrer, withdrawBonuses, notifyFreeCase(parts)]
  const decisionTimes = createDecisionTimes(parts)
  return {
    seeds: parts.seeds,
    switches: parts.switches,
    announcements,
    noticeSending: createNoticeSending({ ...parts, hours: () => parts.catalogue().officeRules.noticeHours }),
    idempotency: parts.idempotency,
    notifications: createNotifications(parts.db, decisionTimes.read),
    ...account,
    ...createLetterServices(shared),
    ...createPushServices(parts),
    ...inventory,
    live: await createLive(parts),
    ...createFairnessServices(parts),
    ...createSharingServices(parts),
    ...(await createGameServices(parts)),
    battles,
    ...createMissionServices(parts),
    ...createLeaderboardServices(parts),
    ...createRaffleServices(parts),
    ...createReferralServices(parts),
    ...createWithdrawalServices(parts),
    ...createPaymentServices({ ...parts, followers, battles }),
    ...createRewardServices(parts),
    ...createTransparencyServices(parts),
    saferPlay: createSaferPlayLooking({ ...parts, rules: () => parts.catalogue().saferPlay }),
    ...createWaitingServices({ ...parts, decisionTimes }),
  }
}
