// All use cases, made once from shared components, for routes, sockets and jobs.
import { randomInt } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { Language } from '../../game/language.ts'
import type { RollsQuery, RollsReply } from '../../protocol/account.ts'
import type { ReturnsReply, RollProof } from '../../protocol/fairness.ts'
import type { Notification } from '../../protocol/notification.ts'
import type { Settings } from '../../protocol/settings.ts'
import type { Shop } from '../../protocol/shop.ts'
import type { SiteEvents } from '../base/events.ts'
import type { Beacon } from '../beacon/beacon.ts'
import type { ReloadableCatalogue } from '../catalogue/reloadable-catalogue.ts'
import type { Database } from '../db/database.ts'
import type { PaymentProvider } from '../payments/provider.ts'
import type { ReadRates } from '../payments/rates.ts'
import type { PushModule } from '../push/push.ts'
import type { TradeModule } from '../trade/providers.ts'
import { type Account, createAccount } from './account/account.ts'
import { type Bans, createBans } from './account/bans.ts'
import { createErasures, type Erasures } from './account/erasure.ts'
import { createGiftAccess, type GiftAccess } from './account/gift-access.ts'
import { createHistory, type History } from './account/history.ts'
import { createOwnCases, type OwnCases } from './account/own-cases.ts'
import { playerData } from './account/player-data.ts'
import { createPlayers, type Players } from './account/players.ts'
import { createProfiles, type Profiles } from './account/profile.ts'
import { createProtection, type Protection } from './account/protection.ts'
import { createRealityCheck, type RealityCheck } from './account/reality-check.ts'
import { hashCard, recordTraces, type SignInTraces } from './account/related-players.ts'
import { createSessions, type Sessions } from './account/sessions.ts'
import type { SteamAccountParts } from './account/steam-account.ts'
import { type BattleServices, createBattles } from './battles/battles.ts'
import { type CheckedProofs, createCheckedProofs } from './fairness/checked-proof.ts'
import { createOddsTables, type OddsTables } from './fairness/odds-tables.ts'
import { rollsOf } from './fairness/own-rolls.ts'
import { rollProof } from './fairness/proofs.ts'
import { createReturns } from './fairness/returns.ts'
import { exportRolls } from './fairness/roll-export.ts'
import { type CaseCounts, createCaseCounts } from './games/case-counts.ts'
import { type CaseDrops, createCaseDrops } from './games/case-drops.ts'
import { type Contract, createContract } from './games/contract.ts'
import { createFreeCases, type FreeCases } from './games/free-case.ts'
import { createOpening, type Opening } from './games/opening.ts'
import { createOutcomes, type OutcomeOf } from './games/outcome.ts'
import { createUpgrade, type Upgrade } from './games/upgrade.ts'
import { createWheel, type WheelService } from './games/wheel.ts'
import { createWheelViews, type WheelViews } from './games/wheel-view.ts'
import { createInventory, type Inventory } from './inventory/inventory.ts'
import { createSelling, type Selling } from './inventory/selling.ts'
import { createFallenWorth } from './kernel/fallen-worth.ts'
import { createIdempotency } from './kernel/idempotency.ts'
import { createShop } from './kernel/item-view.ts'
import { notificationsOf, readNotifications } from './kernel/notifications.ts'
import { createSeeds, type Seeds } from './kernel/seeds.ts'
import { createLeaderboards, type Leaderboards } from './leaderboard/boards.ts'
import { createLeaderCounting, type LeaderCounting } from './leaderboard/counting.ts'
import { createLeaderPrizes, type LeaderPrizes } from './leaderboard/prizes.ts'
import { createLive, type Live } from './live/live.ts'
import { createMissions, type Missions } from './missions/missions.ts'
import { createMissionNotifications, type MissionNotifications } from './missions/notifications.ts'
import { type Bonuses, createBonuses } from './payments/bonuses.ts'
import { type Cancelling, createCancelling } from './payments/cancelling.ts'
import { createOrders, depositStatus, type Orders } from './payments/orders.ts'
import { createPromoCodes, type PromoCodes } from './payments/promo.ts'
import { createSettlement, type Settlement } from './payments/settlement.ts'
import { createPushDelivery, type PushDelivery } from './push/delivery.ts'
import { createPushSubscriptions, type PushSubscriptions } from './push/subscriptions.ts'
import { createJoining, type Joining } from './raffle/joining.ts'
import { createRaffleLifecycle, type RaffleLifecycle } from './raffle/lifecycle.ts'
import { createRaffleViews, type RaffleViews } from './raffle/views.ts'
import { createReferral, type Referral } from './referral/referral.ts'
import { createReferralShares, type ReferralShares } from './referral/shares.ts'
import { type CalendarService, createCalendar } from './rewards/calendar.ts'
import { createRewards, type RewardsService } from './rewards/rewards.ts'
import { createOverlays, type Overlays } from './sharing/overlays.ts'
import { createShares, type Shares } from './sharing/shares.ts'
import { createDifference, type Difference } from './withdrawal/difference.ts'
import { createReplacement, type Replacement } from './withdrawal/replacement.ts'
import { createWithdrawal, type WithdrawalService } from './withdrawal/withdrawal.ts'

export interface Services {
  readonly shop: Shop
  readonly caseCounts: CaseCounts
  readonly caseDrops: CaseDrops
  readonly ownCases: OwnCases
  readonly players: Players
  readonly sessions: Sessions
  /** Records the device and the address of a sign-in. */
  readonly recordTraces: (traces: SignInTraces) => Promise<void>
  readonly account: Account
  readonly profiles: Profiles
  readonly history: History
  readonly seeds: Seeds
  readonly opening: Opening
  readonly selling: Selling
  readonly live: Live
  readonly promo: PromoCodes
  readonly protection: Protection
  readonly bans: Bans
  readonly erasures: Erasures
  /** Returns everything that is stored about a player, as the parts of one JSON document. */
  readonly playerData: (playerId: number) => AsyncGenerator<string>
  readonly realityCheck: RealityCheck
  readonly inventory: Inventory
  readonly outcomeOf: OutcomeOf
  readonly upgrade: Upgrade
  readonly contract: Contract
  readonly orders: Orders
  readonly cancelling: Cancelling
  readonly settlement: Settlement
  readonly bonuses: Bonuses
  readonly giftAccess: GiftAccess
  readonly referral: Referral
  readonly referralShares: ReferralShares
  readonly freeCases: FreeCases
  readonly calendar: CalendarService
  readonly missions: Missions
  readonly missionNotifications: MissionNotifications
  readonly rewards: RewardsService
  readonly wheel: WheelViews
  readonly spinning: WheelService
  readonly withdrawal: WithdrawalService
  readonly replacement: Replacement
  readonly difference: Difference
  /** Returns a page of a player's own rolls, the newest first. */
  readonly rollsOf: (playerId: number, query: RollsQuery) => Promise<Omit<RollsReply, 'success'>>
  /** Returns the proof of a roll; undefined for an unknown id. */
  readonly proofOf: (rollId: string, viewerId: number | null) => Promise<RollProof | undefined>
  /** Returns the file of a player's revealed seed in parts; null when there is none with this commitment. */
  readonly exportRolls: (playerId: number, commit: string) => Promise<AsyncGenerator<string> | null>
  readonly shares: Shares
  readonly overlays: Overlays
  readonly oddsTables: OddsTables
  readonly checkedProofs: CheckedProofs
  /** Returns what the games paid back, over the days that are counted. */
  readonly returns: () => Promise<Omit<ReturnsReply, 'success'>>
  readonly leaderboards: Leaderboards
  readonly leaderCounting: LeaderCounting
  readonly leaderPrizes: LeaderPrizes
  readonly raffles: RaffleViews
  readonly joining: Joining
  readonly raffleLifecycle: RaffleLifecycle
  readonly battles: BattleServices
  readonly pushSubscriptions: PushSubscriptions
  /** Undefined where the site sends no push messages. */
  readonly pushDelivery: PushDelivery | undefined
  readonly notifications: {
    of(playerId: number, language: Language): Promise<Notification[]>
    read(playerId: number, ids: readonly string[]): Promise<void>
  }
}

export interface Components extends Pick<SteamAccountParts, 'steamAccountOf'> {
  readonly db: Database
  readonly catalogue: ReloadableCatalogue
  readonly events: SiteEvents
  readonly now: () => number
  /** The time zone in which the site's days, nights and weeks begin. */
  readonly timeZone: string
  /** After how many days without a call a session ends. */
  readonly sessionIdleDays: number
  /** The site's secret, which cards are hashed with. */
  readonly secret: string
  /** True in the sandbox: new players are given play money. */
  readonly playMoney: boolean
  readonly payments: {
    readonly providers: readonly PaymentProvider[]
    readonly rates: ReadRates
    /** The site's public URL, without a slash at its end. */
    readonly siteUrl: string
  }
  /** The beacon that raffles are drawn from; null for committed seeds. */
  readonly beacon: Beacon | null
  /** The other chains that what was locked on them is drawn from. */
  readonly otherBeacons: readonly Beacon[]
  /** The trade provider. */
  readonly trade: Pick<TradeModule, 'provider' | 'isOpen'>
  /** True when deposits hold items, new card accounts are limited, and a person checks unusual withdrawals. */
  readonly checks: boolean
  /** Sends push messages; undefined where the site sends none. */
  readonly push: PushModule | undefined
  /** The operator's accounts with social networks; empty for none. */
  readonly social: Settings['social']
  readonly log: FastifyBaseLogger
}

/** Makes the services over their components. */
export async function createServices(components: Components): Promise<Services> {
  const { db, events, now, log } = components
  const catalogue = () => components.catalogue.current
  const { timeZone, beacon } = components
  const rules = () => (components.checks ? catalogue().payments : undefined)
  const rewards = () => catalogue().rewards
  const gifts = () => rewards().gifts
  const settlement = createSettlement({
    db,
    events,
    now,
    timeZone,
    rewards,
    priced: catalogue,
    rules,
    hashCard: (provider, fingerprint) => hashCard(components.secret, provider, fingerprint),
    log,
  })
  const missionNotifications = createMissionNotifications({ db, catalogue, events, now, timeZone })
  const idempotency = createIdempotency(db)
  const seeds = createSeeds({ db, events })
  const fallenWorth = createFallenWorth(db)
  const inventory = createInventory({ db, catalogue, fallenWorth, now })
  const bans = createBans({ db, events, now })
  const erasures = createErasures({ db, now, log })
  const protection = createProtection({ db, events, now })
  const { steamAccountOf } = components
  const giftAccess = createGiftAccess({ db, gifts, now, log, steamAccountOf })
  const caseCounts = await createCaseCounts({ db, catalogue, now })
  components.catalogue.onChange(() => {
    caseCounts.recount().catch((error: unknown) => log.error({ err: error }, 'openings could not be counted'))
  })
  const sessions = createSessions({ db, events, now, bans, idleDays: components.sessionIdleDays })
  const { push } = components
  const { otherBeacons } = components
  const battleParts = { db, catalogue, rewards, idempotency, protection, events, now, beacon, otherBeacons, log }
  const battles = createBattles(battleParts)
  components.catalogue.onChange(battles.forgetContents)
  const game = { db, catalogue, seeds, idempotency, events, protection, now }
  return {
    shop: createShop(catalogue, caseCounts.of),
    caseCounts,
    caseDrops: createCaseDrops({ db, catalogue, now }),
    ownCases: createOwnCases({ db, catalogue, now }),
    players: createPlayers({ db, events, playMoney: components.playMoney }),
    sessions,
    account: createAccount({ db, now, seeds }),
    profiles: createProfiles({ db, catalogue, fallenWorth, now, erasureOf: erasures.of }),
    history: createHistory({ db, catalogue, now }),
    seeds,
    opening: createOpening(game),
    selling: createSelling({ db, catalogue, idempotency, events, now }),
    inventory,
    outcomeOf: createOutcomes({ idempotency, inventory }),
    upgrade: createUpgrade(game),
    contract: createContract(game),
    live: await createLive({ db, events }),
    orders: createOrders({ db, now, log, rules, gifts, ...components.payments }),
    cancelling: createCancelling({ db, settlement, log, providers: components.payments.providers }),
    settlement,
    freeCases: createFreeCases({ ...game, now, timeZone }),
    calendar: createCalendar({ ...game, giftAccess, now, timeZone }),
    bonuses: createBonuses({ db, gifts, idempotency, giftAccess, events, now, social: components.social }),
    giftAccess,
    referral: createReferral({
      ...game,
      now,
      timeZone,
      siteUrl: components.payments.siteUrl,
      randomBits: () => randomInt(2 ** 32),
    }),
    referralShares: createReferralShares({ db, events, now, rewards, log }),
    wheel: createWheelViews({ db, catalogue, now, timeZone }),
    spinning: createWheel({ ...game, giftAccess, now, timeZone }),
    missions: createMissions({ ...game, giftAccess, now, timeZone }),
    missionNotifications,
    rewards: createRewards({ ...game, giftAccess, now, timeZone, social: components.social }),
    withdrawal: createWithdrawal({ db, catalogue, idempotency, events, now, trade: components.trade }),
    replacement: createReplacement({ db, catalogue, idempotency, events, now }),
    difference: createDifference({ db, catalogue, idempotency, events, now, trade: components.trade }),
    promo: createPromoCodes({
      db,
      otherPercent: async (queries, playerId) => (await depositStatus(queries, playerId)).percent,
      gifts,
      now,
    }),
    protection,
    bans,
    erasures,
    playerData: (playerId) => playerData(db, playerId),
    realityCheck: createRealityCheck({ db, events, now }),
    rollsOf: (playerId, query) => rollsOf(db, playerId, query),
    recordTraces: (traces) => recordTraces(db.queries, traces),
    proofOf: (rollId, viewerId) => rollProof(db, rollId, viewerId),
    exportRolls: (playerId, commit) => exportRolls(db, playerId, commit),
    shares: createShares({ db, playMoney: components.playMoney }),
    overlays: createOverlays({ db, playMoney: components.playMoney, now }),
    oddsTables: createOddsTables(db),
    checkedProofs: createCheckedProofs({ db, events }),
    returns: createReturns({ db, now, catalogue }),
    leaderboards: createLeaderboards({ db, now, timeZone, rewards, log }),
    leaderCounting: createLeaderCounting({ db, now, timeZone, rules: () => rewards().leaderboard }),
    leaderPrizes: createLeaderPrizes({ db, events, now, timeZone, rewards, log }),
    raffles: createRaffleViews({ db, catalogue, now, beacon }),
    joining: createJoining({ db, idempotency, protection, now }),
    raffleLifecycle: createRaffleLifecycle({ db, catalogue, events, now, timeZone, beacon }),
    battles,
    pushSubscriptions: createPushSubscriptions({ db, push, protection }),
    pushDelivery: push && createPushDelivery({ db, push, protection, sessions, log }),
    notifications: {
      of: (playerId, language) => notificationsOf(db, playerId, language),
      read: (playerId, ids) => readNotifications(db, playerId, ids),
    },
  }
}
