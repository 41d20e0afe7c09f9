// All use cases, made once from the components that they share, and handed to routes, sockets and jobs.
import { randomInt } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { RollsQuery, RollsReply } from '../../contract/account.ts'
import type { ReturnsReply, RollProof } from '../../contract/fairness.ts'
import type { Notification } from '../../contract/notification.ts'
import type { Settings } from '../../contract/settings.ts'
import type { Shop } from '../../contract/shop.ts'
import type { Language } from '../../game/language.ts'
import type { Beacon } from '../beacon/beacon.ts'
import type { CatalogueHolder } from '../catalogue/catalogue-holder.ts'
import type { Database } from '../db/database.ts'
import type { SiteEvents } from '../events.ts'
import { createBansJob } from '../jobs/bans.ts'
import { createOrderPolling, type OrderPolling } from '../jobs/order-polling.ts'
import { createRaffleJob, type RaffleJob } from '../jobs/raffles.ts'
import { createReturnsJob, type ReturnsJob } from '../jobs/returns.ts'
import type { Rounds } from '../jobs/rounds.ts'
import type { Turns } from '../jobs/turns.ts'
import { createWithdrawalJob, type WithdrawalJob } from '../jobs/withdrawals.ts'
import type { PaymentProvider } from '../payments/provider.ts'
import type { ReadRates } from '../payments/rates.ts'
import type { TradeSide } from '../trade/providers.ts'
import { type Account, createAccount } from './account.ts'
import { type Bans, createBans } from './bans.ts'
import { type Bonuses, createBonuses } from './bonuses.ts'
import { type CalendarService, createCalendar } from './calendar.ts'
import { type Contract, createContract } from './contract.ts'
import { createFreeCases, type FreeCases } from './free-case.ts'
import type { GameParts } from './game-turn.ts'
import { createHistory, type History } from './history.ts'
import { createInventory, type Inventory } from './inventory.ts'
import { createShop } from './item-view.ts'
import { createLive, type Live } from './live.ts'
import { createMissionNotices, type MissionNotices } from './mission-notices.ts'
import { createMissions, type Missions } from './missions.ts'
import { notificationsOf, readNotifications } from './notifications.ts'
import { createOddsTables, type OddsTables } from './odds-tables.ts'
import { createOnce } from './once.ts'
import { createOpening, type Opening } from './opening.ts'
import { createOrders, type Orders } from './orders.ts'
import { rollsOf } from './own-rolls.ts'
import { createPlayers, type Players } from './players.ts'
import { createProfiles, type Profiles } from './profile.ts'
import { createPromoCodes, type PromoCodes } from './promo.ts'
import { rollProof } from './proofs.ts'
import { createProtection, type Protection } from './protection.ts'
import { createRaffleCare } from './raffle-care.ts'
import { createRaffleViews, type RaffleViews } from './raffle-views.ts'
import { createJoining, type Joining } from './raffles.ts'
import { createReality, type Reality } from './reality.ts'
import { createReferral, type Referral } from './referral.ts'
import { createReplacement, type Replacement } from './replacement.ts'
import { createReturns } from './returns.ts'
import { createRewards, type RewardsService } from './rewards.ts'
import { exportRolls } from './roll-export.ts'
import { createSeeds, type Seeds } from './seeds.ts'
import { createSelling, type Selling } from './selling.ts'
import { createSessions, type Sessions } from './sessions.ts'
import { createSettlement, type Settlement } from './settlement.ts'
import { createUpgrade, type Upgrade } from './upgrade.ts'
import { createSpinning, type Spinning } from './wheel.ts'
import { createWheelViews, type WheelViews } from './wheel-view.ts'
import { createWithdrawal, type WithdrawalService } from './withdrawal.ts'

export interface Services {
  readonly shop: Shop
  readonly players: Players
  readonly sessions: Sessions
  readonly account: Account
  readonly profiles: Profiles
  readonly history: History
  readonly seeds: Seeds
  readonly opening: Opening
  readonly selling: Selling
  readonly live: Live
  readonly promo: PromoCodes
  readonly protection: Protection
  readonly bansJob: Rounds
  readonly bans: Bans
  readonly reality: Reality
  readonly inventory: Inventory
  readonly upgrade: Upgrade
  readonly contract: Contract
  readonly orders: Orders
  readonly settlement: Settlement
  readonly bonuses: Bonuses
  readonly referral: Referral
  readonly freeCases: FreeCases
  readonly calendar: CalendarService
  readonly missions: Missions
  readonly missionNotices: MissionNotices
  readonly rewards: RewardsService
  readonly wheel: WheelViews
  readonly spinning: Spinning
  readonly withdrawal: WithdrawalService
  readonly replacement: Replacement
  readonly withdrawals: WithdrawalJob
  readonly polling: OrderPolling
  /** A page of a player's own rolls, the newest first. */
  readonly rollsOf: (playerId: number, wish: RollsQuery) => Promise<Omit<RollsReply, 'success'>>
  /** The proof of a roll; undefined for an unknown id. */
  readonly proofOf: (rollId: string) => Promise<RollProof | undefined>
  /** The file of a player's revealed seed in parts; null when there is none with this commit. */
  readonly exportRolls: (playerId: number, commit: string) => Promise<AsyncGenerator<string> | null>
  readonly oddsTables: OddsTables
  /** What the games gave back, of the days that are counted. */
  readonly returns: () => Promise<Omit<ReturnsReply, 'success'>>
  readonly returnsJob: ReturnsJob
  readonly turns: Turns
  readonly raffles: RaffleViews
  readonly joining: Joining
  readonly raffleJob: RaffleJob
  readonly notifications: {
    of(playerId: number, language: Language): Promise<Notification[]>
    read(playerId: number, ids: readonly string[]): Promise<void>
  }
}

export interface Components {
  readonly db: Database
  readonly catalogue: CatalogueHolder
  readonly events: SiteEvents
  /** Whose turn a job is among the instances. */
  readonly turns: Turns
  readonly now: () => number
  /** In which the site's days, nights and weeks begin. */
  readonly timeZone: string
  /** After how many days without a call a session is over. */
  readonly sessionIdleDays: number
  /** True in the sandbox: new players are given play money. */
  readonly playMoney: boolean
  readonly payments: {
    readonly providers: readonly PaymentProvider[]
    readonly rates: ReadRates
    /** Where players reach the site, without a slash at its end. */
    readonly siteUrl: string
  }
  /** What raffles are drawn from; null for seeds that are committed to. */
  readonly beacon: Beacon | null
  /** How items are handed over. */
  readonly trade: Pick<TradeSide, 'provider' | 'isOpen'>
  /** The operator's accounts with social networks; empty where there is none. */
  readonly social: Settings['social']
  readonly log: FastifyBaseLogger
}

/** Joining, the views and the clock of raffles. */
function raffleServices(
  { db, events, now, timeZone, beacon, log }: Components,
  { catalogue, once, protection }: GameParts,
): Pick<Services, 'raffles' | 'joining' | 'raffleJob'> {
  const care = createRaffleCare({ db, catalogue, events, now, timeZone, beacon })
  return {
    raffles: createRaffleViews({ db, now, beacon }),
    joining: createJoining({ db, once, protection, now }),
    raffleJob: createRaffleJob({ care, now, log }),
  }
}

/** Makes the services over their components. */
export async function createServices(components: Components): Promise<Services> {
  const { db, events, turns, now, log } = components
  const catalogue = () => components.catalogue.current
  const { timeZone } = components
  const settlement = createSettlement({ db, events, now, timeZone, rewards: () => catalogue().rewards, log })
  const missionNotices = createMissionNotices({ db, catalogue, events, now, timeZone })
  const once = createOnce(db)
  const seeds = createSeeds(db)
  const bans = createBans({ db, events, now })
  const protection = createProtection({ db, events, now })
  const game = { db, catalogue, seeds, once, events, protection }
  return {
    shop: createShop(catalogue),
    players: createPlayers({ db, events, playMoney: components.playMoney }),
    sessions: createSessions({ db, events, now, bans, idleDays: components.sessionIdleDays }),
    account: createAccount(db),
    profiles: createProfiles(db),
    history: createHistory({ db, catalogue, now }),
    seeds,
    opening: createOpening(game),
    selling: createSelling({ db, once, events }),
    inventory: createInventory({ db, catalogue }),
    upgrade: createUpgrade(game),
    contract: createContract(game),
    live: await createLive({ db, events }),
    orders: createOrders({ db, now, log, ...components.payments }),
    settlement,
    polling: createOrderPolling({ db, now, log, settlement, providers: components.payments.providers }),
    freeCases: createFreeCases({ ...game, now, timeZone }),
    calendar: createCalendar({ ...game, now, timeZone }),
    bonuses: createBonuses({ db, once, events, now, social: components.social }),
    referral: createReferral({
      ...game,
      now,
      timeZone,
      siteUrl: components.payments.siteUrl,
      randomBits: () => randomInt(2 ** 32),
    }),
    wheel: createWheelViews({ db, catalogue, now, timeZone }),
    spinning: createSpinning({ ...game, now, timeZone }),
    missions: createMissions({ ...game, now, timeZone }),
    missionNotices,
    rewards: createRewards({ ...game, now, timeZone, social: components.social }),
    withdrawal: createWithdrawal({ db, once, events, now, trade: components.trade }),
    replacement: createReplacement({ db, catalogue, once, events, now }),
    withdrawals: createWithdrawalJob({ db, provider: components.trade.provider, events, now, log }),
    promo: createPromoCodes({ db, now }),
    protection,
    bans,
    bansJob: createBansJob({ bans, log }),
    reality: createReality({ db, now }),
    rollsOf: (playerId, wish) => rollsOf(db, playerId, wish),
    proofOf: (rollId) => rollProof(db, rollId),
    exportRolls: (playerId, commit) => exportRolls(db, playerId, commit),
    oddsTables: createOddsTables(db),
    returns: createReturns({ db, now, catalogue }),
    returnsJob: createReturnsJob({ db, turns, now, log }),
    turns,
    ...raffleServices(components, game),
    notifications: {
      of: (playerId, language) => notificationsOf(db, playerId, language),
      read: (playerId, ids) => readNotifications(db, playerId, ids),
    },
  }
}
